// The forward pass of the atomic family (standoff/models/atomic.py) without torch.
#pragma once

#include "game.hpp"
#include "layers.hpp"

namespace standoff {

// How many of each thing the schema of a model has.
struct AtomicWidths {
  std::size_t globals, entities, zones, cards, actions, kinds, ids, refs;

  static AtomicWidths of(const SchemaNames& names);
};

// The columns that the atomic family reads of B decisions; see Rows in batch.hpp.
struct AtomicRows {
  // The columns of a pool's open decisions, in their memory.
  static AtomicRows of(const Heads& heads, const Rows& rows);

  Shaped<float, 2> globals, entities;
  std::span<const std::int32_t> entity_card, entity_zone;
  std::span<const std::int64_t> entity_offsets;
  Shaped<float, 2> actions;
  std::span<const std::int32_t> action_kind, action_id;
  Shaped<std::int32_t, 2> action_refs;
  std::span<const std::int64_t> action_offsets;

  std::size_t size() const { return globals.shape[0]; }
};

class AtomicNet {
 public:
  using Widths = AtomicWidths;
  using Rows = AtomicRows;

  // Memory for one thread to evaluate a decision in: a row a token, unless said otherwise.
  struct Scratch {
    std::vector<float> numbers, pointed, tokens, normal, looked, seen, hidden, logits;
    Layer keys, values;                // of one head: a layer whose outputs are tokens, one whose inputs are
    std::vector<float> shares, taken;  // of one head: how much of each token is looked at, and what it sees
  };

  // Reads the weights of a checkpoint into `net`; a fault names the first that is missing or of a wrong shape. Among
  // them stands `heads` [1]: how many share the width, which no weight tells.
  static Fault read(std::span<const Weight> weights, const AtomicWidths& widths, AtomicNet& net);

  // Whether these rows can be evaluated: a fault names the first that cannot. Must be asked before `evaluate`.
  Fault check(const AtomicRows& rows) const;

  // Memory that is large enough for each of these decisions.
  Scratch scratch(const AtomicRows& rows) const;

  // Evaluates decisions [begin, end), each by itself: logits [sum A] and value [B] of the whole batch.
  void evaluate(const AtomicRows& rows, std::size_t begin, std::size_t end, Scratch& scratch, float* logits,
                float* value) const;

 private:
  struct Block {
    Norm before, between;
    Layer look, seen, first, second;
  };

  void read_cards(LayerReader& reader, std::span<const Weight> weights);
  void read_blocks(LayerReader& reader, std::span<const Weight> weights);
  Layer unbiased(LayerReader& reader, const std::string& name, std::size_t inputs) const;
  std::vector<float> read_names(LayerReader& reader, const std::string& name, std::size_t n_names) const;
  void read_entities(const AtomicRows& rows, std::size_t decision, Scratch& scratch) const;
  void read_actions(const AtomicRows& rows, std::size_t decision, Scratch& scratch) const;
  void look_around(const Block& block, std::size_t n_tokens, Scratch& scratch) const;

  AtomicWidths widths_{};
  std::size_t width_ = 0, step_ = 0, hidden_ = 0, heads_ = 0;  // step_: numbers from one token to the next
  std::vector<float> cards_, names_, zones_, kinds_;           // a row of step_ numbers each
  Layer globals_, entities_, actions_, points_, logit_, wins_;
  std::vector<Block> blocks_;
  Norm norm_;
};

}  // namespace standoff
