// Counts what damage is counted by, then weakness, resistance and Pokémon that take none.
#include "damage.hpp"

#include <algorithm>

namespace standoff::ptcg {
namespace {

constexpr std::size_t rainbow = 10, team_rocket = 11;
constexpr int first_prizes = 6;

int energy_on(const Pokemon& pokemon) {
  int total = 0;
  for (const std::int8_t n : pokemon.energies) total += n;
  return total;
}

int energy_of(const Side& side) {
  int total = 0;
  for (const auto* row : {&side.active, &side.bench})
    for (const Pokemon& pokemon : *row) total += energy_on(pokemon);
  return total;
}

int counters_on(const Pokemon& pokemon) { return std::max(0, pokemon.max_hp - pokemon.hp) / 10; }

int n_ex(const Side& side) {
  int found = 0;
  for (const auto* row : {&side.active, &side.bench})
    for (const Pokemon& pokemon : *row) found += printed(pokemon.card.id).prizes() > 1;
  return found;
}

bool is_benched(const Side& side, std::string_view name) {
  return std::ranges::any_of(side.bench, [&](const Pokemon& each) { return printed(each.card.id).name == name; });
}

bool is_safe(const Printed& target, const Printed& attacker) {
  return (target.stops_ex && attacker.prizes() > 1) || (target.stops_effects && attacker.has_effect);
}

}  // namespace

int missing(const PrintedAttack& attack, const Pokemon& pokemon) {
  int colored = 0;
  for (std::size_t type = 1; type < rainbow; ++type) colored += std::max(0, attack.cost[type] - pokemon.energies[type]);
  colored = std::max(0, colored - pokemon.energies[rainbow] - pokemon.energies[team_rocket]);
  return std::max({0, colored, attack.n_cost - energy_on(pokemon)});
}

int Fight::count(const PrintedAttack& attack, const Pokemon& attacker, const Pokemon* target) const {
  const auto size = [](const auto& row) { return static_cast<int>(row.size()); };
  switch (attack.unit) {
    case Unit::none:
      return attack.mills / 2;
    case Unit::heads:
      return attack.flips / 2;
    case Unit::energy_on_attacker:
      return energy_on(attacker);
    case Unit::energy_on_target:
      return target == nullptr ? 0 : energy_on(*target);
    case Unit::energy_on_actives:
      return energy_on(attacker) + (target == nullptr ? 0 : energy_on(*target));
    case Unit::energy_of_mine:
      return energy_of(attackers);
    case Unit::energy_of_theirs:
      return energy_of(defenders);
    case Unit::energy_in_discard:
      return static_cast<int>(std::ranges::count_if(
          attackers.discard, [](const Card& card) { return printed(card.id).type == CardType::basic_energy; }));
    case Unit::counters_on_attacker:
      return counters_on(attacker);
    case Unit::counters_on_target:
      return target == nullptr ? 0 : counters_on(*target);
    case Unit::prizes_i_took:
      return first_prizes - size(attackers.prize);
    case Unit::prizes_they_took:
      return first_prizes - size(defenders.prize);
    case Unit::my_bench:
      return size(attackers.bench);
    case Unit::their_bench:
      return size(defenders.bench);
    case Unit::both_benches:
      return size(attackers.bench) + size(defenders.bench);
    case Unit::my_pokemon:
      return size(attackers.active) + size(attackers.bench);
    case Unit::their_ex:
      return n_ex(defenders);
    case Unit::my_hand:
      return attackers.hand_count;
    case Unit::their_hand:
      return defenders.hand_count;
    case Unit::retreat_of_target:
      return target == nullptr ? 0 : printed(target->card.id).retreat;
    case Unit::target_is_ex:
      return target != nullptr && printed(target->card.id).prizes() > 1;
    default:
      return attack.mills > 0 ? attack.mills / 2 : 1;
  }
}

// The best attack of the bench: of the owner that is named like the attacker's, or of any.
int Fight::copied(const Pokemon& attacker, const Pokemon* target) const {
  int best = 0;
  for (const Pokemon& pokemon : attackers.bench)
    for (const std::int16_t number : printed(pokemon.card.id).attacks)
      if (const PrintedAttack& attack = printed_attack(number); !attack.copies)
        best = std::max(best, damage(attack, attacker, target));
  return best;
}

int Fight::damage(const PrintedAttack& attack, const Pokemon& attacker, const Pokemon* target) const {
  if (attack.copies) return copied(attacker, target);
  if (!attack.needs.empty() && !is_benched(attackers, attack.needs)) return 0;
  int found = attack.damage + attack.per_unit * count(attack, attacker, target);
  if (found == 0 || target == nullptr || attack.is_counters) return found;
  const Printed &text = printed(target->card.id), &mine = printed(attacker.card.id);
  if (is_safe(text, mine) && !attack.pierces) return 0;
  if (attack.is_plain) return found;
  if (text.weakness > 0 && text.weakness == mine.energy) found *= 2;
  if (text.resistance > 0 && text.resistance == mine.energy) found = std::max(0, found - 30);
  return found;
}

int Fight::most_damage(const Pokemon& attacker, const Pokemon* target, int spare) const {
  int best = 0;
  for (const std::int16_t number : printed(attacker.card.id).attacks) {
    const PrintedAttack& attack = printed_attack(number);
    if (missing(attack, attacker) <= spare) best = std::max(best, damage(attack, attacker, target));
  }
  return best;
}

}  // namespace standoff::ptcg
