// Worlds that a seat of Leduc hold'em cannot tell from the real one: what it does not see is dealt from the other
// cards.
#include "deck.hpp"
#include "leduc.hpp"

namespace standoff::leduc {

State Leduc::deal(const View& view, std::uint64_t seed) {
  const bool is_turned = view.table.card != no_card;
  Deck deck(seed);
  deck.remove(view.card);
  if (is_turned) deck.remove(view.table.card);
  State state{view.table, {}, {view.table.card}};
  state.card[static_cast<std::size_t>(view.seat)] = view.card;
  state.card[static_cast<std::size_t>(1 - view.seat)] = deck.draw();
  if (!is_turned) state.hidden.card = deck.draw();
  return state;
}

}  // namespace standoff::leduc
