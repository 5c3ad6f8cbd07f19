// A scripted pilot that plays any list: it gives every legal action a score, and the highest is taken.
#pragma once

#include "catalogue.hpp"
#include "view.hpp"

namespace standoff::ptcg {

class Pilot {
 public:
  explicit Pilot(const View& view);

  float score(const Action& action) const;

 private:
  float score_main(const Option& option) const;
  float score_play(const Printed& card) const;
  float score_supporter(const Printed& card) const;
  float score_attack(std::int16_t number) const;
  float score_retreat() const;
  float score_answer(const Option& option) const;
  float score_pokemon(const Option& option, const Pokemon& pokemon, bool is_mine) const;
  float score_card(const Card& card, bool is_mine) const;

  // How much a card is worth in the own hand.
  float worth(const Card& card) const;
  float worth_of_pokemon(const Printed& card) const;
  float worth_of_energy(const Printed& card) const;
  bool can_evolve_in_play(const Printed& card) const;

  // How much it helps to put energy on a Pokémon.
  float help(const Pokemon& pokemon, std::int16_t energy) const;

  // Damage that a Pokémon can do to another with the energy that it has, `spare` more given.
  int damage(const Pokemon& pokemon, const Pokemon* target, int spare = 0) const;
  int damage_of(const PrintedAttack& attack, const Printed& attacker, const Pokemon* target) const;

  // How good a Pokémon is in the active spot.
  float lead(const Pokemon& pokemon) const;

  const View& view_;
  const Side& mine_;
  const Side& theirs_;
  const Pokemon* active_ = nullptr;
  const Pokemon* target_ = nullptr;
  int n_basics_ = 0, n_energies_ = 0, n_supporters_ = 0;  // in the own hand
  bool is_deck_low_ = false;
};

}  // namespace standoff::ptcg
