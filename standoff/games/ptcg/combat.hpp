// What an attack costs and does by what is printed: energy that is missing, damage with weakness and resistance.
#pragma once

#include "catalogue.hpp"

namespace standoff::ptcg {

// Energy that must still be put on a Pokémon before it can pay for an attack.
int missing_energy(const PrintedAttack& attack, const Pokemon& pokemon);

// Printed damage to a target, which may be null: doubled by its weakness, 30 less by its resistance. Texts that add to
// it or take from it are not read.
int printed_damage(const PrintedAttack& attack, const Printed& attacker, const Pokemon* target);

// The most that printed_damage is of the attacks that a Pokémon can pay for.
int most_damage(const Pokemon& pokemon, const Pokemon* target);

}  // namespace standoff::ptcg
