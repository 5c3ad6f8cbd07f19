// Reads the engine's tables of cards and attacks.
#include "catalogue.hpp"

#include <unordered_map>

#include "json.hpp"
#include "phrases.hpp"

namespace standoff::ptcg {
namespace {

std::vector<Printed> cards_by_id;
std::vector<PrintedAttack> attacks_by_id;

constexpr std::size_t most_entries = 1 << 15;

// A JSON string as it is meant; of the escapes only those of one letter occur.
std::string plain(std::string_view text) {
  std::string found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    found += text[i];
  }
  return found;
}

template <class Entry>
void place(std::vector<Entry>& entries, std::int64_t id, Entry&& entry) {
  if (id < 0 || static_cast<std::size_t>(id) >= most_entries) return;
  const auto at = static_cast<std::size_t>(id);
  if (at >= entries.size()) entries.resize(at + 1);
  entries[at] = std::move(entry);
}

void read_skill(Json& json, Printed& card) {
  json.object([&](std::string_view key) {
    if (key == "text") {
      const std::string_view text = json.text();
      read_effect(text, card);
      card.guards_effects |= is_guard(text);
    } else {
      json.skip();
    }
  });
}

void read_printed(Json& json, Printed& card, std::int64_t& id) {
  json.object([&](std::string_view key) {
    const auto flag = [&](bool& place) { place = json.boolean(); };
    if (key == "cardId") {
      id = json.number();
    } else if (key == "name") {
      card.name = plain(json.text());
    } else if (key == "evolvesFrom") {
      card.evolves_from = plain(json.text());
    } else if (key == "cardType") {
      card.type = static_cast<CardType>(json.small());
    } else if (key == "hp") {
      card.hp = json.small();
    } else if (key == "retreatCost") {
      card.retreat = json.small();
    } else if (key == "energyType") {
      card.energy = json.small();
    } else if (key == "weakness") {
      card.weakness = json.small();
    } else if (key == "resistance") {
      card.resistance = json.small();
    } else if (key == "basic") {
      flag(card.is_basic);
    } else if (key == "stage1") {
      flag(card.is_stage1);
    } else if (key == "stage2") {
      flag(card.is_stage2);
    } else if (key == "ex") {
      flag(card.is_ex);
    } else if (key == "megaEx") {
      flag(card.is_mega);
    } else if (key == "attacks") {
      json.array([&] { card.attacks.push_back(json.small()); });
    } else if (key == "skills") {
      json.array([&] { read_skill(json, card); });
    } else {
      json.skip();
    }
  });
}

void read_attack(Json& json, PrintedAttack& attack, std::int64_t& id) {
  std::string_view text;
  json.object([&](std::string_view key) {
    if (key == "attackId") {
      id = json.number();
    } else if (key == "name") {
      attack.name = plain(json.text());
    } else if (key == "text") {
      text = json.text();
    } else if (key == "damage") {
      attack.damage = json.small();
    } else if (key == "energies") {
      json.array([&] {
        ++attack.cost[static_cast<std::size_t>(std::clamp<std::int64_t>(json.number(), 0, n_energy_types - 1))];
        ++attack.n_cost;
      });
    } else {
      json.skip();
    }
  });
  read_attack_text(text, attack);
  attack.lasting = read_effects(attack.name, plain(text));
}

template <class Entry, class Read>
bool read_table(std::string_view text, std::vector<Entry>& entries, Read read) {
  Json json(text);
  entries.clear();
  json.array([&] {
    Entry entry;
    std::int64_t id = -1;
    read(json, entry, id);
    place(entries, id, std::move(entry));
  });
  return !json.is_bad() && !entries.empty();
}

// Tells every Pokémon what evolves from it.
void link_evolutions() {
  std::unordered_multimap<std::string_view, std::int16_t> by_name;
  for (std::size_t id = 0; id < cards_by_id.size(); ++id)
    if (!cards_by_id[id].evolves_from.empty())
      by_name.emplace(cards_by_id[id].evolves_from, static_cast<std::int16_t>(id));
  for (Printed& card : cards_by_id) {
    const auto [first, last] = by_name.equal_range(card.name);
    for (auto each = first; each != last; ++each) card.evolutions.push_back(each->second);
  }
}

}  // namespace

bool read_catalogue(std::string_view cards, std::string_view attacks) {
  if (!read_table(cards, cards_by_id, read_printed) || !read_table(attacks, attacks_by_id, read_attack)) return false;
  link_evolutions();
  return true;
}

const Printed& printed(std::int16_t card) {
  static const Printed none;
  return card >= 0 && static_cast<std::size_t>(card) < cards_by_id.size() ? cards_by_id[static_cast<std::size_t>(card)]
                                                                          : none;
}

const PrintedAttack& printed_attack(std::int16_t attack) {
  static const PrintedAttack none;
  return attack >= 0 && static_cast<std::size_t>(attack) < attacks_by_id.size()
             ? attacks_by_id[static_cast<std::size_t>(attack)]
             : none;
}

std::string name_of(std::int16_t card) {
  const std::string& name = printed(card).name;
  return !name.empty() ? name : card > 0 ? "card " + std::to_string(card) : "a card";
}

}  // namespace standoff::ptcg
