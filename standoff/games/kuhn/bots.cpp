// The scripted players of Kuhn poker: random, and one that plays an equilibrium.
#include "kuhn.hpp"

namespace standoff::kuhn {
namespace {

using Weights = std::span<float>;

// Bets with this chance; the actions are pass and bet.
std::int32_t bet_with(float chance, Rng& rng, Weights weights) {
  weights[0] = 1 - chance;
  weights[1] = chance;
  return static_cast<double>(rng.next() >> 11) * 0x1p-53 < static_cast<double>(chance);
}

std::int32_t choose_random(const View&, std::span<const Action>, std::int32_t, Rng& rng, Weights weights) {
  return bet_with(0.5F, rng, weights);
}

// The equilibria of the game are a family in how often the first seat bluffs with the jack, from 0 to 1/3 (Kuhn 1950);
// this is the one with the most bluffs, in which the king always bets.
std::int32_t choose_equilibrium(const View& view, std::span<const Action>, std::int32_t, Rng& rng, Weights weights) {
  constexpr float third = 1.0F / 3;
  constexpr float openings[] = {third, 0, 1}, after_pass[] = {third, 0, 1}, after_bet[] = {0, third, 1},
                  after_both[] = {0, 2 * third, 1};
  const Public& table = view.table;
  const float* chances = table.n_moves == 0             ? openings
                         : table.n_moves == 2           ? after_both
                         : table.moves[0] == Move::pass ? after_pass
                                                        : after_bet;
  return bet_with(chances[view.card], rng, weights);
}

}  // namespace

std::span<const Bot<View, Action>> Kuhn::bots() {
  static constexpr Bot<View, Action> bots[] = {
      {"random", "passes or bets, both equally likely", 0, 0, choose_random},
      {"equilibrium", "an equilibrium, the one that bluffs most", 0, 0, choose_equilibrium},
  };
  return bots;
}

}  // namespace standoff::kuhn
