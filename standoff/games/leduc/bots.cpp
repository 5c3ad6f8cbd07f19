// The scripted players of Leduc hold'em: random, and one that bets what its card is worth.
#include "leduc.hpp"

namespace standoff::leduc {
namespace {

using Weights = std::span<float>;

std::int32_t choose_random(const View&, std::span<const Action> legal, std::int32_t, Rng& rng, Weights weights) {
  std::fill(weights.begin(), weights.end(), 1.0F / static_cast<float>(legal.size()));
  return static_cast<std::int32_t>(rng.below(legal.size()));
}

// A pair is raised, and so is a king before the public card; a jack pays nothing, a queen only before the public card.
Move honest(const View& view) {
  const Public& table = view.table;
  const bool is_early = table.card == no_card;
  if (view.card == table.card || (is_early && view.card == n_ranks - 1)) return Move::raise;
  if (view.card == n_ranks - 1 || (is_early && view.card == n_ranks - 2)) return Move::call;
  return Move::fold;
}

std::int32_t choose_honest(const View& view, std::span<const Action> legal, std::int32_t, Rng&, Weights weights) {
  const Move wanted = honest(view);
  // Where a fold or a raise is not legal, the call is the first or the last row.
  std::size_t row = wanted == Move::fold ? 0 : legal.size() - 1;
  if (wanted == Move::call)
    while (legal[row].move != Move::call) --row;
  std::fill(weights.begin(), weights.end(), 0.0F);
  weights[row] = 1;
  return static_cast<std::int32_t>(row);
}

}  // namespace

std::span<const Bot<View, Action>> Leduc::bots() {
  static constexpr Bot<View, Action> bots[] = {
      {"random", "any legal move, all equally likely", 0, 0, choose_random},
      {"honest", "bets what its card is worth, and never bluffs", 0, 0, choose_honest},
  };
  return bots;
}

}  // namespace standoff::leduc
