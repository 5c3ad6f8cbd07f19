// The table of games: one line each.
#include "../standoff/games/bang/bang.hpp"
#include "../standoff/games/cycles/cycles.hpp"
#include "../standoff/games/kuhn/kuhn.hpp"
#include "../standoff/games/leduc/leduc.hpp"
#include "play.hpp"
#ifndef __wasm__
#include "../standoff/games/ptcg/ptcg.hpp"
#endif

namespace standoff {

const std::vector<GameEntry>& games() {
  static const std::vector<GameEntry> table{
      entry_of<bang::Bang>(), entry_of<cycles::Cycles>(), entry_of<kuhn::Kuhn>(), entry_of<leduc::Leduc>(),
#ifndef __wasm__  // a browser has no engine of ptcg
      entry_of<ptcg::Ptcg>(),
#endif
  };
  return table;
}

}  // namespace standoff
