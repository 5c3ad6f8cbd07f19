// A scripted pilot that plays any list: it gives every legal action a score, and the highest is taken.
#pragma once

#include "damage.hpp"

namespace standoff::ptcg {

class Pilot {
 public:
  explicit Pilot(const View& view);

  float score(const Action& action) const;

 private:
  float score_main(const Option& option) const;
  float score_evolve(const Option& option) const;
  bool may_take(const Printed& card) const;
  float score_play(const Printed& card) const;
  float score_item(const Printed& card) const;
  float score_supporter(const Printed& card) const;
  float score_ability(const Printed& card, const Pokemon* user) const;
  float score_attach(const Printed& card, const Pokemon& pokemon) const;
  float score_attack(const PrintedAttack& attack) const;
  float score_retreat(bool is_free) const;
  const Card& asking() const;
  float score_answer(const Option& option) const;
  float score_pokemon(const Option& option, const Pokemon& pokemon, bool is_mine) const;
  float score_card(const Card& card, bool is_mine) const;

  // How much a card is worth in the own hand.
  float worth(const Card& card) const;
  float worth_of_pokemon(const Printed& card) const;
  float worth_of_energy(const Printed& card) const;
  bool can_evolve_in_play(const Printed& card) const;
  bool is_in_hand(std::int16_t card) const;

  // How much it helps to put energy on a Pokémon.
  float help(const Pokemon& pokemon, std::int16_t energy) const;
  int lacks_to_retreat() const;
  bool is_payable(const PrintedAttack& attack, const Pokemon& pokemon) const;
  float help_attacks(const Printed& text, const Pokemon& pokemon, const Pokemon& armed) const;

  // What a Pokémon does to theirs in the active spot now: damage that is left of it, and more where it knocks out.
  float strike(const Pokemon& pokemon) const;
  float best_strike_of_bench() const;

  // How good a Pokémon is in the active spot.
  float lead(const Pokemon& pokemon) const;

  const View& view_;
  const Side& mine_;
  const Side& theirs_;
  const Fight fight_;
  const Pokemon* active_ = nullptr;
  const Pokemon* target_ = nullptr;
  int n_basics_ = 0, n_energies_ = 0, n_supporters_ = 0;  // in the own hand
  int danger_ = 0;                                        // damage that theirs in the active spot may do next turn
  std::array<bool, n_energy_types> has_energy_{};         // types that were seen among the own cards
  bool is_deck_low_ = false;                              // better not draw what need not be drawn
};

}  // namespace standoff::ptcg
