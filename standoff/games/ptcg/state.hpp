// A game at the engine, and what each seat has been told of it.
#pragma once

#include <array>
#include <memory>

#include "table.hpp"
#include "view.hpp"

namespace standoff::ptcg {

// The engine's game can't be copied, so a State owns it and only moves.
struct State {
  std::unique_ptr<Table> table;
  std::array<View, 2> views;  // of each seat, as it last was asked
};

}  // namespace standoff::ptcg
