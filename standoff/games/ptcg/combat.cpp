// Reckons attacks by what is printed on cards.
#include "combat.hpp"

#include <algorithm>

namespace standoff::ptcg {
namespace {

constexpr std::size_t rainbow = 10, team_rocket = 11;  // energies that pay for more than one type
constexpr int weakness_factor = 2, resistance_less = 30;

}  // namespace

int missing_energy(const PrintedAttack& attack, const Pokemon& pokemon) {
  int total = 0, uncovered = 0;
  for (const std::int8_t energy : pokemon.energies) total += energy;
  for (std::size_t type = 1; type < rainbow; ++type)
    uncovered += std::max(0, attack.cost[type] - pokemon.energies[type]);
  uncovered = std::max(0, uncovered - pokemon.energies[rainbow] - pokemon.energies[team_rocket]);
  return std::max({0, uncovered, attack.n_cost - total});
}

int printed_damage(const PrintedAttack& attack, const Printed& attacker, const Pokemon* target) {
  if (attack.damage == 0 || target == nullptr) return attack.damage;
  const Printed& text = printed(target->card.id);
  const int factor = text.weakness > 0 && text.weakness == attacker.energy ? weakness_factor : 1;
  const int less = text.resistance > 0 && text.resistance == attacker.energy ? resistance_less : 0;
  return std::max(0, attack.damage * factor - less);
}

int most_damage(const Pokemon& pokemon, const Pokemon* target) {
  int most = 0;
  const Printed& attacker = printed(pokemon.card.id);
  for (const std::int16_t number : attacker.attacks)
    if (const PrintedAttack& attack = printed_attack(number); missing_energy(attack, pokemon) == 0)
      most = std::max(most, printed_damage(attack, attacker, target));
  return most;
}

}  // namespace standoff::ptcg
