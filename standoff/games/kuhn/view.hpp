// What one seat of Kuhn poker may see: the moves, and its own card.
#pragma once

#include "state.hpp"

namespace standoff::kuhn {

struct View {
  Public table;
  Rank card = 0;
  std::int8_t seat = 0;
  bool operator==(const View&) const = default;
};

struct Action {
  Move move = Move::pass;
};

}  // namespace standoff::kuhn
