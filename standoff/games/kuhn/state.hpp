// The boxes of Kuhn poker: the moves are public, each seat holds one card, and the third card is nobody's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace standoff::kuhn {

inline constexpr int n_ranks = 3, most_moves = 3, most_chips = 2;

using Rank = std::int8_t;  // 0 jack, 1 queen, 2 king

enum class Move : std::int8_t { none, pass, bet };

struct Public {
  std::array<Move, most_moves> moves{};  // in their order, seat 0 first
  std::int8_t n_moves = 0;
  bool operator==(const Public&) const = default;

  std::int8_t to_move() const { return n_moves % 2; }

  // The ante, and a bet where this seat has bet or called.
  int chips(int seat) const {
    int chips = 1;
    for (int move = seat; move < n_moves; move += 2) chips += moves[static_cast<std::size_t>(move)] == Move::bet;
    return chips;
  }
  int bets() const { return chips(0) + chips(1) - 2; }
  bool is_fold() const { return n_moves >= 2 && last() == Move::pass && before_last() == Move::bet; }
  bool is_over() const { return n_moves >= 2 && (last() == before_last() || is_fold()); }

 private:
  Move last() const { return moves[static_cast<std::size_t>(n_moves - 1)]; }
  Move before_last() const { return moves[static_cast<std::size_t>(n_moves - 2)]; }
};

struct State {
  Public table;
  std::array<Rank, 2> card{};  // private: of each seat
};

}  // namespace standoff::kuhn
