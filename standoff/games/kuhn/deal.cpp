// Worlds that a seat of Kuhn poker cannot tell from the real one: the other card is any of the two it does not hold.
#include "kuhn.hpp"

namespace standoff::kuhn {

State Kuhn::deal(const View& view, std::uint64_t seed) {
  const int further = 1 + static_cast<int>(Rng(seed).below(n_ranks - 1));
  State state{view.table, {}};
  state.card[static_cast<std::size_t>(view.seat)] = view.card;
  state.card[static_cast<std::size_t>(1 - view.seat)] = static_cast<Rank>((view.card + further) % n_ranks);
  return state;
}

}  // namespace standoff::kuhn
