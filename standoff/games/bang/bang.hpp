// BANG! The Duel as the house sees it: the functions that the contract in native/game.hpp asks for.
#pragma once

#include "game.hpp"
#include "scene.hpp"
#include "view.hpp"

namespace standoff::bang {

struct Options {
  Rules rules = Rules::published;
  Setup setup = Setup::draft;
  std::array<std::uint16_t, 2> roster{};  // the four characters of each side as bits, where they are given
  Scene scene;                            // a position, where one is given
};

struct Bang {
  using Options = bang::Options;
  using State = bang::State;
  using View = bang::View;
  using Action = bang::Action;

  static Fault read_options(const OptionValues& values, Options& options);
  static std::pair<std::size_t, std::size_t> plane_size(const Options&) { return {0, 0}; }
  static State begin(const Options& options, std::uint64_t seed);
  static Deciders deciders(const State& state);
  static View view(const State& state, Seat seat) { return {state.table, state.seat[seat], seat}; }
  static std::int32_t kind(const View& view);
  static std::uint64_t information(const View& view);
  static void actions(const View& view, std::vector<Action>& found);
  static void apply(State& state, Seat seat, const Action& action);
  static std::optional<Outcome> outcome(const State& state);
  static State deal(const View& view, std::uint64_t seed);
  static void rows(const View& view, std::span<const Action> legal, Writer& writer);
  static std::string label(const View& view, const Action& action);
  static std::string told(const View& view, const Action& action);
  static std::string page(const View& view);
  static void secrets(const State& state, std::span<float> numbers);
  static std::span<const Bot<View, Action>> bots();
  static const SchemaNames& schema();
  static std::vector<Sheet> sheets();
};

static_assert(Game<Bang>);

}  // namespace standoff::bang
