// Worlds that a seat cannot tell from the real one: a search of the engine, with all that is hidden dealt anew.
#include "guess.hpp"
#include "ptcg.hpp"

namespace standoff::ptcg {
namespace {

// What the other seat knows when a world begins: its list, and that any card of it may be anywhere.
Knowledge forgotten(const Deck& list, std::int16_t round) {
  Knowledge known = knowledge_of(list);
  known.round = round;
  for (auto& side : known.cards)
    for (Whereabouts& card : side) card.places = 0xffff;
  return known;
}

}  // namespace

Fault Ptcg::can_deal(const View& view) {
  if (!view.input().empty()) return {};
  return "ptcg deals no world here: a search of its engine begins from a question of a battle (--engine battle), not "
         "from one inside a search or from an imported game";
}

State Ptcg::deal(const View& view, std::uint64_t seed) {
  const auto me = static_cast<std::size_t>(view.seat), them = 1 - me;
  Guess world = guess(view, seed);
  const Knowledge theirs = forgotten(world.lists[them], view.seen->round);
  State state{std::make_unique<Table>(*view.start, std::move(world), view.seen, mix(seed, 1)), {}};
  state.views[me] = view;
  state.views[them].seat = static_cast<std::int8_t>(them);
  state.views[them].known = std::make_shared<const Knowledge>(theirs);
  return state;
}

}  // namespace standoff::ptcg
