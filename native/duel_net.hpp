// The forward pass of the duel family (standoff/models/duel.py) without torch.
#pragma once

#include "game.hpp"
#include "layers.hpp"

namespace standoff {

// How many of each thing the schema of a model has; `count` is the entity column that multiplies a row, `entities`
// where there is none.
struct DuelWidths {
  std::size_t globals, entities, zones, cards, actions, kinds, refs, count;

  static DuelWidths of(const SchemaNames& names);
};

// The columns that the duel family reads of B decisions; see Rows in batch.hpp.
struct DuelRows {
  // The columns of a pool's open decisions, in their memory.
  static DuelRows of(const Heads& heads, const Rows& rows);

  Shaped<float, 2> globals, entities;
  std::span<const std::int32_t> entity_card, entity_zone;
  std::span<const std::int64_t> entity_offsets;
  Shaped<float, 2> actions;
  std::span<const std::int32_t> action_kind;
  Shaped<std::int32_t, 2> action_refs;
  std::span<const std::int64_t> action_offsets;

  std::size_t size() const { return globals.shape[0]; }
};

class DuelNet {
 public:
  using Widths = DuelWidths;
  using Rows = DuelRows;

  // Memory for one thread to evaluate decisions in.
  struct Scratch {
    std::vector<float> table, board, joined, features, normal, hidden, situation, shared, position;
    std::vector<float> numbers, called, action, mine, compared, scored, logits;
  };

  // Reads the weights of a checkpoint into `net`; a fault names the first that is missing or of a wrong shape.
  static Fault read(std::span<const Weight> weights, const DuelWidths& widths, DuelNet& net);

  // Whether these rows can be evaluated: a fault names the first that cannot. Must be asked before `evaluate`.
  Fault check(const DuelRows& rows) const;

  // Memory that is large enough for each of these decisions.
  Scratch scratch(const DuelRows& rows) const;

  // Evaluates decisions [begin, end), each by itself: logits [sum A] and value [B] of the whole batch.
  void evaluate(const DuelRows& rows, std::size_t begin, std::size_t end, Scratch& scratch, float* logits,
                float* value) const;

 private:
  struct Block {
    Norm norm;
    Layer first, second;
  };

  void read_comparison(LayerReader& reader);
  void read_trunk(const DuelRows& rows, std::size_t begin, std::size_t count, Scratch& scratch) const;
  void read_table(const DuelRows& rows, std::size_t decision, float* table, float* cards) const;
  void call_actions(const DuelRows& rows, std::size_t begin, std::size_t count, Scratch& scratch) const;
  void score(const DuelRows& rows, std::size_t begin, std::size_t count, Scratch& scratch, float* logits) const;

  DuelWidths widths_{};
  std::size_t width_ = 0, action_width_ = 0, hidden_ = 0;
  std::vector<float> cards_, card_bias_, calls_;
  Layer board_, join_, numbers_, action_, situation_, shared_, compared_, logit_, position_, value_;
  std::vector<Block> blocks_;
  Norm norm_;
};

}  // namespace standoff
