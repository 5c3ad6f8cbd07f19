// Flood fill and Voronoi territory on bitboards: how many cells a cycle can still reach, and reach first.
#pragma once

#include <array>
#include <bit>

#include "view.hpp"

namespace standoff::cycles {

// The free cells of a board of at most N rows and 8 * sizeof(Word) columns, with an empty row above and below. All
// loops run over N rows, a compile-time number, so that they become a handful of vector instructions.
template <class Word, int N>
class Field {
 public:
  explicit Field(const Public& table) {
    const std::uint64_t on_board = ~std::uint64_t{0} >> (64 - table.width);
    for (int row = 0; row < table.height; ++row)
      free_[row] = static_cast<Word>(on_board & ~(table.trail[0][row] | table.trail[1][row]));
  }

  bool is_free(Cell cell) const {
    return cell.row < N && cell.column < 8 * sizeof(Word) && (free_[cell.row] & bit(cell));
  }
  void block(Cell cell) { free_[cell.row] &= ~bit(cell); }
  void unblock(Cell cell) { free_[cell.row] |= bit(cell); }

  // Free cells reachable from `from`, itself not counted.
  int reachable(Cell from) const {
    Layer layer(from);
    Rows open = free_;
    while (layer.advance(open)) {
    }
    return count(layer.taken) - 1;
  }

  // Free cells that `mine` reaches before `theirs`, less those that `theirs` reaches first. The other cycle moves next,
  // so it is first at equal distance.
  int margin(Cell mine, Cell theirs) const {
    Layer me(mine), them(theirs);
    Rows open = free_;
    while (them.advance(open) | me.advance(open)) {
    }
    return count(me.taken) - count(them.taken);
  }

 private:
  using Rows = std::array<Word, N>;

  static constexpr Word bit(Cell cell) { return Word{1} << cell.column; }

  static int count(const std::array<Word, N + 2>& rows) {
    int sum = 0;
    for (int row = 1; row <= N; ++row) sum += std::popcount(rows[row]);
    return sum;
  }

  // A breadth-first wave: the cells taken so far, row r of the board at r + 1.
  struct Layer {
    std::array<Word, N + 2> taken{};

    explicit Layer(Cell from) { taken[from.row + 1] = bit(from); }

    // Takes every open neighbour, closes it to all waves and says whether there was one.
    bool advance(Rows& open) {
      Rows reached;
      Word any = 0;
      for (int row = 0; row < N; ++row) {
        const Word here = taken[row + 1];
        const Word beside = static_cast<Word>(here << 1) | static_cast<Word>(here >> 1);
        reached[row] = (beside | taken[row] | taken[row + 2]) & open[row];
        any |= reached[row];
      }
      for (int row = 0; row < N; ++row) {
        taken[row + 1] |= reached[row];
        open[row] &= ~reached[row];
      }
      return any != 0;
    }
  };

  Rows free_{};
};

// Calls `use` with the field in the smallest bitboard that holds the table.
template <class Use>
decltype(auto) on_field(const Public& table, Use use) {
  if (table.width > 32 || table.height > 32) {
    Field<std::uint64_t, 64> field(table);
    return use(field);
  }
  Field<std::uint32_t, 32> field(table);
  return use(field);
}

}  // namespace standoff::cycles
