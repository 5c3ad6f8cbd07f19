// The boxes of light cycles: everything is public, so the private and the hidden box are empty.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace standoff::cycles {

inline constexpr int least_side = 5, most_side = 60;

enum class Heading : std::uint8_t { up, right, down, left };

// Relative to the heading; also the order in which scripted players break ties.
enum class Turn : std::uint8_t { straight, right, left };

struct Cell {
  std::uint8_t row = 0, column = 0;
  bool operator==(const Cell&) const = default;
};

struct Cycle {
  Cell at;
  Heading heading = Heading::up;
  bool operator==(const Cycle&) const = default;
};

// Row 0 is the top; bit c of a trail row is column c.
using Bits = std::array<std::uint64_t, most_side>;

struct Public {
  std::array<Bits, 2> trail;
  std::uint64_t history = 0;  // hash of the start and of every turn taken
  std::array<Cycle, 2> cycle{};
  std::uint8_t height = 0, width = 0;
  bool operator==(const Public&) const = default;

  bool is_free(Cell cell) const {
    return cell.row < height && cell.column < width &&
           !(((trail[0][cell.row] | trail[1][cell.row]) >> cell.column) & 1U);
  }
  void lay_trail(int seat, Cell cell) { trail[seat][cell.row] |= std::uint64_t{1} << cell.column; }
};

struct State {
  Public table;
  std::int8_t to_move = 0;
  bool operator==(const State&) const = default;
};

static_assert(std::is_trivially_copyable_v<State>);

}  // namespace standoff::cycles
