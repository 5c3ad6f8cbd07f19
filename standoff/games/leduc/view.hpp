// What one seat of Leduc hold'em may see: the table, and its own card.
#pragma once

#include "state.hpp"

namespace standoff::leduc {

struct View {
  Public table;
  Rank card = 0;
  std::int8_t seat = 0;
  bool operator==(const View&) const = default;
};

struct Action {
  Move move = Move::call;
};

// Chips that an action of this seat puts in.
inline int cost(const View& view, const Action& action) {
  if (action.move == Move::fold) return 0;
  return view.table.behind(view.seat) + (action.move == Move::raise ? view.table.raise() : 0);
}

}  // namespace standoff::leduc
