// The Pokémon TCG as the house sees it: the functions that the contract in native/game.hpp asks for.
#pragma once

#include "game.hpp"
#include "state.hpp"

namespace standoff::ptcg {

// Where the engine lies: it is loaded when the first options are read. An empty folder forgets it.
void place_engine(const std::string& folder);

// Loads it with its tables of cards; a second call does nothing.
Fault load_placed_engine();

// A game at a table where it has just begun.
State begin_at(std::unique_ptr<Table> table);

struct Ptcg {
  using Options = Setup;
  using State = ptcg::State;
  using View = ptcg::View;
  using Action = ptcg::Action;

  static constexpr std::size_t most_open = 256;  // a battle holds 1.5 MB of the engine's, an arena 3

  static Fault read_options(const OptionValues& values, Options& options);
  static std::pair<std::size_t, std::size_t> plane_size(const Options&) { return {0, 0}; }
  static State begin(const Options& options, std::uint64_t seed);
  static Deciders deciders(const State& state);
  static View view(const State& state, Seat seat) { return state.views[static_cast<std::size_t>(seat)]; }
  static std::int32_t kind(const View& view);
  static std::uint64_t information(const View& view) { return view.information; }
  static void actions(const View& view, std::vector<Action>& found) { list_actions(*view.seen, view.picks, found); }
  static void apply(State& state, Seat seat, const Action& action);
  static std::optional<Outcome> outcome(const State& state);
  static void rows(const View& view, std::span<const Action> legal, Writer& writer);
  static std::string label(const View& view, const Action& action);
  static std::string told(const View& view, const Action& action);
  static std::string page(const View& view);
  static void secrets(const State&, std::span<float>) {}
  static Fault can_deal(const View& view);
  static State deal(const View& view, std::uint64_t seed);
  static std::span<const Bot<View, Action>> bots();
  static const SchemaNames& schema();
  static std::vector<Sheet> sheets() { return {}; }
};

static_assert(Game<Ptcg> && DealsWorlds<Ptcg>);

}  // namespace standoff::ptcg
