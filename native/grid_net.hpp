// The forward pass of the grid family (standoff/models/grid.py) without torch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "game.hpp"
#include "layers.hpp"

namespace standoff {

// How many of each thing the schema of a model has, and which columns of an entity say where it stands.
struct GridWidths {
  std::size_t planes, globals, entities, zones, actions, kinds, refs;
  std::size_t row, column;

  static GridWidths of(const SchemaNames& names);
};

// The columns that the grid family reads of B decisions; see Rows in batch.hpp.
struct GridRows {
  // The columns of a pool's open decisions, in their memory.
  static GridRows of(const Heads& heads, const Rows& rows);

  Shaped<std::uint8_t, 4> planes;
  Shaped<float, 2> globals, entities;
  std::span<const std::int32_t> entity_zone;
  std::span<const std::int64_t> entity_offsets;
  Shaped<float, 2> actions;
  std::span<const std::int32_t> action_kind;
  Shaped<std::int32_t, 2> action_refs;
  std::span<const std::int64_t> action_offsets;

  std::size_t size() const { return planes.shape[0]; }
};

class GridNet {
 public:
  using Widths = GridWidths;
  using Rows = GridRows;

  // Memory for one thread to evaluate decisions in.
  struct Scratch {
    std::vector<float> planes, trunk, next_trunk, context_row, context, action_rows, scored, mixed, logits,
        position_row, position;
  };

  // Reads the weights of a checkpoint into `net`; a fault names the first that is missing or of a wrong shape.
  static Fault read(std::span<const Weight> weights, const GridWidths& widths, GridNet& net);

  // Whether these rows can be evaluated: a fault names the first that cannot. Must be asked before `evaluate`.
  Fault check(const GridRows& rows) const;

  // Memory that is large enough for each of these decisions.
  Scratch scratch(const GridRows& rows) const;

  // Evaluates decisions [begin, end), each by itself: logits [sum A] and value [B] of the whole batch.
  void evaluate(const GridRows& rows, std::size_t begin, std::size_t end, Scratch& scratch, float* logits,
                float* value) const;

 private:
  struct Board;

  Fault check_places(const GridRows& rows) const;
  void convolve(const Board& board, const GridRows& rows, std::size_t decision, Scratch& scratch) const;
  void read_context(const Board& board, const GridRows& rows, std::size_t decision, Scratch& scratch) const;
  void read_actions(const Board& board, const GridRows& rows, std::size_t decision, Scratch& scratch) const;
  float score(std::size_t n_actions, Scratch& scratch, float* logits) const;

  GridWidths widths_{};
  std::size_t channels_ = 0, hidden_ = 0;
  Layer stem_, context_, action_, mixed_, logit_, position_, value_;
  std::vector<Layer> blocks_;
};

}  // namespace standoff
