// The boxes of Leduc hold'em: moves and chips are public, each seat holds a card, the public card is hidden at first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace standoff::leduc {

inline constexpr int n_ranks = 3, n_suits = 2, n_rounds = 2, most_moves = 4, most_raises = 2, most_chips = 13;
inline constexpr std::array<std::int8_t, n_rounds> raise_of_round{2, 4};

// 0 jack, 1 queen, 2 king. There are two of each; their suits decide nothing, so they are not held anywhere.
using Rank = std::int8_t;
inline constexpr Rank no_card = -1;
inline constexpr std::int8_t nobody = -1;

enum class Move : std::int8_t { none, fold, call, raise };

struct Public {
  std::array<std::array<Move, most_moves>, n_rounds> moves{};
  std::array<std::int8_t, 2> chips{1, 1};  // put in by each seat
  std::int8_t round = 0;                   // n_rounds once both are over
  std::int8_t n_moves = 0, n_raises = 0;   // in this round
  std::int8_t folder = nobody;
  Rank card = no_card;  // the public card, once it is turned up
  bool operator==(const Public&) const = default;

  // Seat 0 is first in both rounds.
  std::int8_t to_move() const { return n_moves % 2; }
  bool is_over() const { return folder != nobody || round == n_rounds; }
  int behind(int seat) const {
    return chips[static_cast<std::size_t>(1 - seat)] - chips[static_cast<std::size_t>(seat)];
  }
  int raise() const { return raise_of_round[static_cast<std::size_t>(round)]; }
};

struct Hidden {
  Rank card = 0;  // the public card, from the beginning
};

struct State {
  Public table;
  std::array<Rank, 2> card{};  // private: of each seat
  Hidden hidden;
};

}  // namespace standoff::leduc
