// Reads from the text of an attack which effects last into a later turn.
#include <algorithm>
#include <iterator>

#include "lasting.hpp"

namespace standoff::ptcg {
namespace {

// A sentence; # stands for a number and @ for the name of the attack.
struct Phrase {
  std::string_view words;
  PrintedEffect meaning;
};

constexpr bool on_other = true, next = true, after_next = false, heads = true;

constexpr Phrase phrases[] = {
    {"During your next turn, this Pokémon can’t use attacks", {Effect::no_attack, 0, false, after_next}},
    {"During your next turn, this Pokémon can’t attack", {Effect::no_attack, 0, false, after_next}},
    {"During your next turn, this Pokémon can’t use @", {Effect::no_such_attack, 0, false, after_next}},
    {"During your next turn, this Pokémon can’t retreat", {Effect::no_retreat, 0, false, after_next}},
    {"During your next turn, attacks used by this Pokémon do # more damage to your opponent’s Active Pokémon (before "
     "applying Weakness and Resistance)",
     {Effect::stronger, 0, false, after_next}},
    {"During your next turn, the Defending Pokémon takes # more damage from attacks (after applying Weakness and "
     "Resistance)",
     {Effect::more_damage, 0, on_other, after_next}},
    {"During your opponent’s next turn, the Defending Pokémon can’t retreat", {Effect::no_retreat, 0, on_other, next}},
    {"During your opponent’s next turn, the Defending Pokémon can’t use attacks",
     {Effect::no_attack, 0, on_other, next}},
    {"During your opponent’s next turn, attacks used by the Defending Pokémon do # less damage (before applying "
     "Weakness and Resistance)",
     {Effect::weaker, 0, on_other, next}},
    {"During your opponent’s next turn, this Pokémon takes # less damage from attacks (after applying Weakness and "
     "Resistance)",
     {Effect::less_damage, 0, false, next}},
    {"During your opponent’s next turn, this Pokémon takes # more damage from attacks (after applying Weakness and "
     "Resistance)",
     {Effect::more_damage, 0, false, next}},
    {"If heads, during your opponent’s next turn, prevent all damage from and effects of attacks done to this Pokémon",
     {Effect::no_damage, 0, false, next, heads}},
    {"If heads, during your opponent’s next turn, prevent all damage done to this Pokémon by attacks",
     {Effect::no_damage, 0, false, next, heads}},
    {"During your opponent’s next turn, they can’t play any Item cards from their hand",
     {Effect::no_items, 0, on_other, next}},
    {"Your opponent can’t play any Supporter cards from their hand during their next turn",
     {Effect::no_supporters, 0, on_other, next}},
};

// Whether a sentence has these words; what stands for # is the amount.
bool fits(std::string_view words, std::string_view sentence, std::string_view name, std::int16_t& amount) {
  const auto take = [](std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
  };
  while (!words.empty()) {
    const auto mark = std::min(words.find_first_of("#@"), words.size());
    if (!take(sentence, words.substr(0, mark))) return false;
    if (mark == words.size()) break;
    if (words[mark] == '@') {
      if (!take(sentence, name)) return false;
    } else {
      const auto n_digits = std::min(sentence.find_first_not_of("0123456789"), sentence.size());
      if (n_digits == 0 || n_digits > 4) return false;
      for (const char digit : sentence.substr(0, n_digits))
        amount = static_cast<std::int16_t>(10 * amount + (digit - '0'));
      sentence.remove_prefix(n_digits);
    }
    words.remove_prefix(mark + 1);
  }
  return sentence.empty();
}

bool has(std::string_view text, std::string_view words) { return text.find(words) != std::string_view::npos; }

}  // namespace

std::vector<PrintedEffect> read_effects(std::string_view attack_name, std::string_view text) {
  std::vector<PrintedEffect> found;
  const bool has_one_coin = has(text, "Flip a coin.");
  const bool flips = has(text, "coin");
  const bool may_fail = has(text, "does nothing");
  while (!text.empty()) {
    const auto end = std::min(text.find(". "), text.size());
    std::string_view sentence = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    if (sentence.ends_with('.')) sentence.remove_suffix(1);
    for (const Phrase& phrase : phrases) {
      PrintedEffect effect = phrase.meaning;
      if (!fits(phrase.words, sentence, attack_name, effect.amount)) continue;
      if (effect.needs_heads ? has_one_coin : !flips && !may_fail) found.push_back(effect);
    }
  }
  return found;
}

bool is_guard(std::string_view text) { return has(text, "effects of") && has(text, "attacks"); }

}  // namespace standoff::ptcg
