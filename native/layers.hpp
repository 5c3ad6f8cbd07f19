// Layers of networks: their weights in the order of the kernel, how they are read from a checkpoint, and applied.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch.hpp"

namespace standoff {

// An array of a checkpoint.
struct Weight {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const float> values;
};

// A column of a batch with its shape; the first length counts decisions, entities or actions.
template <class T, std::size_t N>
struct Shaped {
  const T* data;
  std::array<std::size_t, N> shape;

  // The numbers of one row.
  const T* operator[](std::size_t row) const {
    std::size_t width = 1;
    for (std::size_t axis = 1; axis < N; ++axis) width *= shape[axis];
    return data + row * width;
  }
};

inline constexpr std::size_t lanes = 8;

constexpr std::size_t whole_lanes(std::size_t count) { return (count + lanes - 1) / lanes * lanes; }

// A layer over cells in a line: each output is a bias and a weighted sum of `depth` neighbouring numbers in each of
// `lines` lines. A convolution reads three lines of cells, a linear layer one line of one cell.
struct Layer {
  std::size_t lines = 1, depth = 0;
  std::size_t step = 0;        // numbers from one cell of the input to the next
  std::size_t outputs = 0;     // rounded up to whole vectors; the surplus has weight 0
  std::vector<float> weights;  // [block of outputs][line][depth][output of the block]
  std::vector<float> bias;     // [outputs]
};

// Makes the numbers of a row alike in mean and spread, then stretches and shifts each by its own weight and bias.
struct Norm {
  std::vector<float> weight, bias;
};

// Where a layer writes, and what becomes of its sums first: `plus` is added to them (`plus_step` numbers from cell to
// cell), and negative ones become zero where it is rectified.
struct Target {
  float* out;
  const float* plus = nullptr;
  std::size_t plus_step = 0;
  bool is_rectified = true;
};

// Applies a layer to `n_cells` cells; `in` is the first number that the first of them reads, in its first line.
void apply(const Layer& layer, const float* in, std::size_t line_step, std::size_t n_cells, const Target& target);

// Packs weights [outputs, inputs, side, side] for a layer whose input cells stand `step` numbers apart.
Layer pack(std::span<const float> weights, std::span<const float> bias, std::size_t inputs, std::size_t side,
           std::size_t step);

// A linear layer without a bias and with memory for so many outputs and inputs at most, and its filling with weights
// that were computed: those of an output stand `output_step` numbers from those of the next, those of an input
// `input_step`.
Layer layer_for(std::size_t most_outputs, std::size_t most_inputs);
void fill(Layer& layer, const float* weights, std::size_t outputs, std::size_t output_step, std::size_t inputs,
          std::size_t input_step, std::size_t step);

// Normalises rows that stand a whole number of vectors apart.
void normalise(const Norm& norm, const float* from, float* to, std::size_t n_rows);

// Numbers times `scale` as shares of 1, each by its exponential.
void softmax(float* numbers, std::size_t count, float scale);

// The weight of this name, or null.
const Weight* find(std::span<const Weight> weights, std::string_view name);

// The first length of a weight, which names a width of the model; 0 where there is none.
std::size_t first_length(std::span<const Weight> weights, std::string_view name);

// Reads the weights of one layer after the other, until one of them is at fault.
class LayerReader {
 public:
  LayerReader(std::string_view family, std::span<const Weight> weights) : family_(family), weights_(weights) {}

  Layer linear(const std::string& name, std::size_t outputs, std::size_t inputs, std::size_t step);
  Layer convolution(const std::string& name, std::size_t outputs, std::size_t inputs, std::size_t step);

  Norm norm(const std::string& name, std::size_t width);

  // A weight of so many rows of any width; without numbers where there was a fault.
  Shaped<float, 2> table(const std::string& name, std::size_t n_rows);

  // The numbers of one weight of this shape; none where there was a fault.
  std::span<const float> values(const std::string& name, const std::vector<std::size_t>& shape);

  // The fault, where there was one, or that there are weights which no layer has read.
  Fault ending() const;

 private:
  Layer read(const std::string& name, const std::vector<std::size_t>& shape, std::size_t side, std::size_t step);

  std::string family_;
  std::span<const Weight> weights_;
  std::size_t n_read_ = 0;
  Fault fault_;
};

// Counts of any size at a scale that a network can read: sign(x) log(1 + |x|).
inline float symlog(float value) { return std::copysign(std::log1p(std::abs(value)), value); }

// Faults of a batch: a wrong length, offsets that do not rise to the number of rows, the first number out of range.
Fault length_fault(std::string_view column, std::size_t length, std::size_t needed);
Fault offsets_fault(std::string_view column, std::span<const std::int64_t> offsets, std::size_t n_rows);
Fault range_fault(std::string_view column, std::span<const std::int32_t> numbers, std::int64_t least, std::size_t end);

// Whether the refs of each action [sum A, refs] point at entities of its own decision, or at none with -1.
Fault refs_fault(const Shaped<std::int32_t, 2>& refs, std::span<const std::int64_t> action_offsets,
                 std::span<const std::int64_t> entity_offsets);

// What every family asks of a batch: widths, lengths, offsets, zones, kinds and refs that fit.
template <class Rows, class Widths>
Fault rows_fault(const Rows& rows, const Widths& widths) {
  const std::size_t n = rows.size(), n_entities = rows.entities.shape[0], n_actions = rows.actions.shape[0];
  for (const Fault& fault : {
           length_fault("globals", rows.globals.shape[0], n),
           length_fault("a row of globals", rows.globals.shape[1], widths.globals),
           length_fault("a row of entities", rows.entities.shape[1], widths.entities),
           length_fault("entity_zone", rows.entity_zone.size(), n_entities),
           length_fault("entity_offsets", rows.entity_offsets.size(), n + 1),
           length_fault("a row of actions", rows.actions.shape[1], widths.actions),
           length_fault("action_kind", rows.action_kind.size(), n_actions),
           length_fault("action_refs", rows.action_refs.shape[0], n_actions),
           length_fault("a row of action_refs", rows.action_refs.shape[1], widths.refs),
           length_fault("action_offsets", rows.action_offsets.size(), n + 1),
       })
    if (!fault.empty()) return fault;
  for (const Fault& fault : {offsets_fault("entity_offsets", rows.entity_offsets, n_entities),
                             offsets_fault("action_offsets", rows.action_offsets, n_actions),
                             range_fault("entity_zone", rows.entity_zone, 0, widths.zones),
                             range_fault("action_kind", rows.action_kind, 0, widths.kinds)})
    if (!fault.empty()) return fault;
  return refs_fault(rows.action_refs, rows.action_offsets, rows.entity_offsets);
}

// The most rows of a decision.
std::size_t most_rows(std::span<const std::int64_t> offsets);

}  // namespace standoff
