// Looks for phrases that the cards repeat word by word.
#include "phrases.hpp"

#include <charconv>

namespace standoff::ptcg {
namespace {

struct Counted {
  std::string_view phrase;  // what follows "for each"
  Unit unit;
};

// Of phrases that begin alike, the longer one comes first.
constexpr Counted counted[] = {
    {"heads", Unit::heads},
    {"Energy attached to your opponent’s Active", Unit::energy_on_target},
    {"Energy attached to both Active", Unit::energy_on_actives},
    {"Energy attached to this", Unit::energy_on_attacker},
    {"Energy attached to all of your opponent’s", Unit::energy_of_theirs},
    {"Energy attached to all of your", Unit::energy_of_mine},
    {"damage counter on this", Unit::counters_on_attacker},
    {"damage counter on your opponent’s Active", Unit::counters_on_target},
    {"Prize card your opponent has taken", Unit::prizes_they_took},
    {"Prize card you have taken", Unit::prizes_i_took},
    {"Benched Pokémon (both", Unit::both_benches},
    {"of your opponent’s Benched Pokémon", Unit::their_bench},
    {"of your Benched Pokémon", Unit::my_bench},
    {"of your opponent’s Pokémon {ex}", Unit::their_ex},
    {"of your Pokémon in play", Unit::my_pokemon},
    {"card in your opponent’s hand", Unit::their_hand},
    {"card in your hand", Unit::my_hand},
    {"{C} in your opponent’s Active Pokémon’s Retreat Cost", Unit::retreat_of_target},
    {"Basic {W} Energy card in your discard pile", Unit::energy_in_discard},
    {"Energy card in your discard pile", Unit::energy_in_discard},
};

bool says(std::string_view text, std::string_view words) { return text.find(words) != std::string_view::npos; }

// What stands between two phrases; empty where they do not both occur in this order.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t start = text.find(before);
  if (start == std::string_view::npos) return {};
  text.remove_prefix(start + before.size());
  const std::size_t end = text.find(after);
  return end == std::string_view::npos ? std::string_view{} : text.substr(0, end);
}

// The number that a text begins with; 0 where it begins with none.
std::int16_t number_at(std::string_view text) {
  std::int16_t found = 0;
  std::from_chars(text.data(), text.data() + text.size(), found);
  return found;
}

// Damage that "put N damage counters" and "does N damage" speak of; 0 where they don't.
std::int16_t spoken_damage(std::string_view text) {
  for (const std::string_view verb : {"ut ", "lace "}) {
    const std::string_view number = between(text, verb, " damage counter");
    if (number.size() <= 2 && number_at(number) > 0) return static_cast<std::int16_t>(10 * number_at(number));
  }
  const std::size_t start = text.find("does ");
  return start == std::string_view::npos ? std::int16_t{0} : number_at(text.substr(start + 5));
}

Unit unit_of(std::string_view text) {
  const std::size_t start = text.find(" for each ");
  if (start == std::string_view::npos) return Unit::none;
  std::string_view what = text.substr(start + 10);
  for (const Counted& each : counted)
    if (what.starts_with(each.phrase)) return each.unit;
  // "{W} Energy attached to this Pokémon".
  if (what.size() > 4 && what.front() == '{') what.remove_prefix(4);
  for (const Counted& each : counted)
    if (what.starts_with(each.phrase)) return each.unit;
  return Unit::other;
}

}  // namespace

void read_effect(std::string_view text, Printed& card) {
  card.has_effect = true;
  card.draws |= (says(text, "raw ") && says(text, "card")) || says(text, "Discard the other cards");
  card.searches |= says(text, "Search your deck") || says(text, "Look at the top") || says(text, "Look at the bottom");
  card.switches |= says(text, "Switch your Active");
  card.gusts |= says(text, "Switch in 1 of your opponent");
  card.heals |= says(text, "Heal ");
  card.drops_hand |=
      says(text, "huffle your hand") || says(text, "shuffles their hand") || says(text, "iscard your hand");
  card.refills |= says(text, "discard pile into your deck");
  card.pays_cards |= says(text, "if you discard") || says(text, "must discard a");
  card.dies |= says(text, "this Pokémon is Knocked Out");
  card.leaves |= says(text, "huffle this Pokémon");
  card.stops_ex |= says(text, "Prevent all damage done to this Pokémon by attacks from your opponent’s Pokémon {ex}");
  card.stops_effects |= says(text, "done to this Pokémon by your opponent’s Pokémon that have an Ability");
  if (says(text, "damage counters on 1 of your opponent")) card.harm = spoken_damage(text);
}

void read_attack_text(std::string_view text, PrintedAttack& attack) {
  attack.has_text = !text.empty();
  attack.unit = unit_of(text);
  if (attack.unit != Unit::none) {
    const std::string_view until_each = text.substr(0, text.find(" for each "));
    attack.per_unit = spoken_damage(until_each);
  } else if (says(text, "If your opponent’s Active Pokémon is a Pokémon {ex}")) {
    attack.unit = Unit::target_is_ex;
    attack.per_unit = spoken_damage(text);
  }
  attack.flips = std::max<std::int16_t>(number_at(between(text, "Flip ", "coins")), 2);
  attack.is_anywhere =
      says(text, "to 1 of your opponent’s Pokémon") || says(text, "Choose 1 of your opponent’s Pokémon");
  if (attack.is_anywhere && attack.damage == 0 && attack.unit == Unit::none) attack.damage = spoken_damage(text);
  attack.is_counters = says(text, "damage counters on your opponent’s Active");
  attack.pierces = says(text, "any effects on your opponent’s Active");
  attack.is_plain = attack.is_counters || says(text, "affected by Weakness");
  attack.mills = number_at(between(text, "Discard the top ", " cards of your deck"));
  if (attack.mills > 0 && attack.per_unit == 0) attack.per_unit = spoken_damage(text);
  attack.needs = between(text, "If you don’t have ", " on your Bench");
  attack.copies = says(text, "attacks and use it as this attack");
}

}  // namespace standoff::ptcg
