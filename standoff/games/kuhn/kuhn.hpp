// Kuhn poker as the house sees it: the functions that the contract in native/game.hpp asks for.
#pragma once

#include "game.hpp"
#include "view.hpp"

namespace standoff::kuhn {

struct Options {
  std::optional<std::array<Rank, 2>> cards;  // of seat 0 and of seat 1; without them the seed deals
};

struct Kuhn {
  using Options = kuhn::Options;
  using State = kuhn::State;
  using View = kuhn::View;
  using Action = kuhn::Action;

  static Fault read_options(const OptionValues& values, Options& options);
  static std::pair<std::size_t, std::size_t> plane_size(const Options&) { return {0, 0}; }
  static State begin(const Options& options, std::uint64_t seed);
  static Deciders deciders(const State& state);
  static View view(const State& state, Seat seat) {
    return {state.table, state.card[static_cast<std::size_t>(seat)], seat};
  }
  static std::int32_t kind(const View&) { return 0; }
  static std::uint64_t information(const View& view);
  static void actions(const View& view, std::vector<Action>& found);
  static void apply(State& state, Seat seat, const Action& action);
  static std::optional<Outcome> outcome(const State& state);
  static State deal(const View& view, std::uint64_t seed);
  static void rows(const View& view, std::span<const Action> legal, Writer& writer);
  static std::string label(const View& view, const Action& action);
  static std::string told(const View& view, const Action& action) { return label(view, action); }
  static std::string page(const View& view);
  static void secrets(const State& state, std::span<float> numbers);
  static std::span<const Bot<View, Action>> bots();
  static const SchemaNames& schema();
  static std::vector<Sheet> sheets() { return {}; }
};

static_assert(Game<Kuhn>);

}  // namespace standoff::kuhn
