// How much an attack does on the table that a seat sees, as far as numbers and phrases of the cards tell.
#pragma once

#include "catalogue.hpp"
#include "view.hpp"

namespace standoff::ptcg {

// Energy that is missing before an attack can be paid.
int missing(const PrintedAttack& attack, const Pokemon& pokemon);

// One side that attacks and one that is attacked.
struct Fight {
  const Side& attackers;
  const Side& defenders;

  // What an attack does to a Pokémon in the active spot of the defenders; of none, what it would do to any.
  int damage(const PrintedAttack& attack, const Pokemon& attacker, const Pokemon* target) const;

  // The most that a Pokémon does with the energy that it has, `spare` more given.
  int most_damage(const Pokemon& attacker, const Pokemon* target, int spare = 0) const;

 private:
  int count(const PrintedAttack& attack, const Pokemon& attacker, const Pokemon* target) const;
  int copied(const Pokemon& attacker, const Pokemon* target) const;
};

}  // namespace standoff::ptcg
