// Light cycles as the house sees it: the functions that the contract in native/game.hpp asks for.
#pragma once

#include "game.hpp"
#include "view.hpp"

namespace standoff::cycles {

struct Options {
  std::uint8_t height = 20, width = 30;
};

// The cell that a cycle enters by this turn; off the board it lies beyond the table's height or width.
Cell entered(const Cycle& cycle, Turn turn);
Heading turned(Heading heading, Turn turn);

struct Cycles {
  using Options = cycles::Options;
  using State = cycles::State;
  using View = cycles::View;
  using Action = cycles::Action;

  static Fault read_options(const OptionValues& values, Options& options);
  static std::pair<std::size_t, std::size_t> plane_size(const Options& options) {
    return {options.height, options.width};
  }
  static State begin(const Options& options, std::uint64_t seed);
  static Deciders deciders(const State& state);
  static View view(const State& state, Seat seat) { return {state.table, seat}; }
  static std::int32_t kind(const View&) { return 0; }
  static std::uint64_t information(const View& view) { return mix(view.table.history, view.seat); }
  static void actions(const View& view, std::vector<Action>& found);
  static void apply(State& state, Seat seat, const Action& action);
  static std::optional<Outcome> outcome(const State& state);
  static State deal(const View& view, std::uint64_t seed);
  static void rows(const View& view, std::span<const Action> legal, Writer& writer);
  static std::string label(const View& view, const Action& action);
  static std::string told(const View& view, const Action& action) { return label(view, action); }
  static std::string page(const View& view);
  static void secrets(const State&, std::span<float>) {}
  static std::span<const Bot<View, Action>> bots();
  static const SchemaNames& schema();
  static std::vector<Sheet> sheets() { return {}; }
};

static_assert(Game<Cycles>);

}  // namespace standoff::cycles
