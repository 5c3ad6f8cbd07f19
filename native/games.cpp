// The table of games: one line each.
#include "../standoff/games/bang/bang.hpp"
#include "../standoff/games/cycles/cycles.hpp"
#include "play.hpp"

namespace standoff {

const std::vector<GameEntry>& games() {
  static const std::vector<GameEntry> table{
      entry_of<bang::Bang>(),
      entry_of<cycles::Cycles>(),
  };
  return table;
}

}  // namespace standoff
