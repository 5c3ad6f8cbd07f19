// The sheets of BANG! The Duel for people: what `standoff show` and the rules page print.
#include "sheets.hpp"

#include "bang.hpp"
#include "rulings.hpp"

namespace standoff::bang {
namespace {

std::string copies_in_words(const CardSheet& sheet, Side side) {
  const std::string_view copies = sheet.copies[static_cast<std::size_t>(side)];
  std::string words;
  for (std::size_t symbol = 0; symbol < symbol_names.size(); ++symbol) {
    const auto count = std::count(copies.begin(), copies.end(), symbol_letters[symbol]);
    if (count > 0)
      words += (words.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(symbol_names[symbol]);
  }
  return words.empty() ? "none" : words;
}

std::string icons_in_words(const CardSheet& sheet) {
  std::string words;
  const auto add = [&](bool is_there, const char* word) {
    if (is_there) words += (words.empty() ? "" : ", ") + std::string(word);
  };
  add(sheet.is_hit, "hit");
  add(sheet.is_dodge, "dodge");
  add(sheet.is_reload, "reload");
  add(sheet.is_always_active, "always active");
  return words.empty() ? "none" : words;
}

}  // namespace

std::vector<Sheet> Bang::sheets() {
  std::vector<Sheet> sheets;
  for (const CardSheet& card : cards)
    sheets.push_back({"card",
                      std::string(card.name),
                      {{"type", std::string(type_names[static_cast<std::size_t>(card.type)])},
                       {"icons", icons_in_words(card)},
                       {"law deck", copies_in_words(card, law)},
                       {"outlaw deck", copies_in_words(card, outlaw)}},
                      std::string(card.text),
                      std::string(card.source)});
  for (std::size_t number = 0; number < characters.size(); ++number) {
    const CharacterSheet& character = characters[number];
    sheets.push_back({"character",
                      std::string(character.name),
                      {{"side", std::string(side_names[number / n_a_side])},
                       {"life", std::to_string(character.life)},
                       {"works", character.is_always_active ? "always" : "when active, or as a target"}},
                      std::string(character.text),
                      std::string(character.source)});
  }
  for (std::size_t number = 0; number < rulings.size(); ++number) {
    const Ruling& ruling = rulings[number];
    sheets.push_back({"ruling",
                      "Ruling " + std::to_string(number + 1),
                      {{"about", std::string(ruling.title)}},
                      std::string(ruling.text),
                      std::string(ruling.basis)});
  }
  return sheets;
}

}  // namespace standoff::bang
