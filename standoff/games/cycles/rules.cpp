// The rules of light cycles: begin, who decides, what is legal, what a turn does, who has won.
#include "cycles.hpp"

namespace standoff::cycles {
namespace {

constexpr Turn all_turns[] = {Turn::straight, Turn::right, Turn::left};
constexpr int least_distance = 6;  // Manhattan, between the two starts

bool can_move(const Public& table, const Cycle& cycle) {
  for (Turn turn : all_turns)
    if (table.is_free(entered(cycle, turn))) return true;
  return false;
}

int distance(Cell a, Cell b) {
  const auto apart = [](int x, int y) { return x < y ? y - x : x - y; };
  return apart(a.row, b.row) + apart(a.column, b.column);
}

}  // namespace

Heading turned(Heading heading, Turn turn) {
  constexpr int quarter_turns[] = {0, 1, 3};
  return static_cast<Heading>((static_cast<int>(heading) + quarter_turns[static_cast<int>(turn)]) % 4);
}

Cell entered(const Cycle& cycle, Turn turn) {
  constexpr int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
  const int heading = static_cast<int>(turned(cycle.heading, turn));
  return {static_cast<std::uint8_t>(cycle.at.row + down[heading]),
          static_cast<std::uint8_t>(cycle.at.column + right[heading])};
}

Fault Cycles::read_options(const OptionValues& values, Options& options) {
  for (const auto& [name, numbers] : values) {
    if (name != "size") return "cycles has no option '" + name + "'; it takes size";
    if (numbers.size() != 2) return "the size of a cycles board is two numbers, width and height";
    for (const std::int64_t side : numbers)
      if (side < least_side || side > most_side)
        return "a side of the cycles board is " + std::to_string(side) + "; it may be from " +
               std::to_string(least_side) + " to " + std::to_string(most_side);
    options.width = static_cast<std::uint8_t>(numbers[0]);
    options.height = static_cast<std::uint8_t>(numbers[1]);
  }
  return {};
}

State Cycles::begin(const Options& options, std::uint64_t seed) {
  Rng rng(seed);
  const std::uint64_t cells = std::uint64_t{options.width} * options.height;
  const auto draw = [&] {
    const std::uint64_t cell = rng.below(cells);
    return Cell{static_cast<std::uint8_t>(cell / options.width), static_cast<std::uint8_t>(cell % options.width)};
  };
  Cell start[2];
  do {
    start[0] = draw();
    start[1] = draw();
  } while (distance(start[0], start[1]) < least_distance);

  State state;
  Public& table = state.table;
  table.trail = {};
  table.height = options.height;
  table.width = options.width;
  for (int seat = 0; seat < 2; ++seat) {
    table.cycle[seat] = {start[seat], start[seat].column < options.width / 2 ? Heading::right : Heading::left};
    table.lay_trail(seat, start[seat]);
  }
  table.history = mix(mix(options.width, options.height),
                      mix(start[0].row * 64U + start[0].column, start[1].row * 64U + start[1].column));
  return state;
}

Deciders Cycles::deciders(const State& state) {
  if (!can_move(state.table, state.table.cycle[state.to_move])) return Deciders::none;
  return state.to_move == 0 ? Deciders::first : Deciders::second;
}

void Cycles::actions(const View& view, std::vector<Action>& found) {
  for (Turn turn : all_turns) {
    const Cell cell = entered(view.mine(), turn);
    if (view.table.is_free(cell)) found.push_back({turn, cell});
  }
}

void Cycles::apply(State& state, Seat seat, const Action& action) {
  Cycle& cycle = state.table.cycle[seat];
  cycle = {action.enters, turned(cycle.heading, action.turn)};
  state.table.lay_trail(seat, action.enters);
  state.table.history = mix(state.table.history, static_cast<std::uint64_t>(action.turn));
  state.to_move = static_cast<std::int8_t>(1 - seat);
}

std::optional<Outcome> Cycles::outcome(const State& state) {
  if (deciders(state) != Deciders::none) return std::nullopt;
  return Outcome{state.to_move == 0 ? 0.0F : 1.0F, 0};
}

}  // namespace standoff::cycles
