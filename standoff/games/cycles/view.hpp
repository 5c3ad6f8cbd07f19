// What one seat of light cycles may see: the whole table, and which cycle is its own.
#pragma once

#include "state.hpp"

namespace standoff::cycles {

struct View {
  Public table;
  std::int8_t seat = 0;
  bool operator==(const View&) const = default;

  const Cycle& mine() const { return table.cycle[seat]; }
  const Cycle& theirs() const { return table.cycle[1 - seat]; }
};

struct Action {
  Turn turn = Turn::straight;
  Cell enters;
};

}  // namespace standoff::cycles
