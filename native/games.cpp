// The table of games: one line each.
#include "../standoff/games/bang/bang.hpp"
#include "../standoff/games/cycles/cycles.hpp"
#include "../standoff/games/kuhn/kuhn.hpp"
#include "../standoff/games/leduc/leduc.hpp"
#include "play.hpp"

namespace standoff {

const std::vector<GameEntry>& games() {
  static const std::vector<GameEntry> table{
      entry_of<bang::Bang>(),
      entry_of<cycles::Cycles>(),
      entry_of<kuhn::Kuhn>(),
      entry_of<leduc::Leduc>(),
  };
  return table;
}

}  // namespace standoff
