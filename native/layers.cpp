// Layers of networks: one kernel that keeps its sums in registers serves all of them.
#include "layers.hpp"

#include <algorithm>
#include <cstring>

namespace standoff {
namespace {

using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));  // GCC and Clang, for any processor

// Vectors that are summed at once, with the weights in sixteen registers: one fills two of WebAssembly's.
#ifdef __wasm__
constexpr int most_sums = 6;
#else
constexpr int most_sums = 12;
#endif

Lanes load(const float* from) {
  Lanes values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

// Outputs that are summed at once, given how many are left.
constexpr std::size_t block_width(std::size_t left) { return left >= 2 * lanes ? 2 * lanes : lanes; }

// `Vectors` vectors of outputs, from `output` on, for `Cells` cells: few enough sums to stay in sixteen registers.
template <int Cells, int Vectors>
void sum_cells(const Layer& layer, const float* in, std::size_t line_step, std::size_t output, std::size_t cell,
               const Target& target) {
  Lanes sums[Cells][Vectors];
  for (auto& sum : sums)
    for (int v = 0; v < Vectors; ++v) sum[v] = load(layer.bias.data() + output + v * lanes);
  const float* weight = layer.weights.data() + output * layer.lines * layer.depth;
  const std::size_t step = layer.step;
  for (std::size_t line = 0; line < layer.lines; ++line) {
    const float* from = in + line * line_step + cell * step;
    for (std::size_t d = 0; d < layer.depth; ++d, weight += Vectors * lanes)
      for (int c = 0; c < Cells; ++c)
        for (int v = 0; v < Vectors; ++v) sums[c][v] += from[c * step + d] * load(weight + v * lanes);
  }
  constexpr Lanes zero{};
  for (int c = 0; c < Cells; ++c)
    for (int v = 0; v < Vectors; ++v) {
      const std::size_t at = output + v * lanes;
      Lanes sum = sums[c][v];
      if (target.plus) sum += load(target.plus + (cell + c) * target.plus_step + at);
      if (target.is_rectified) sum = zero > sum ? zero : sum;  // in this order NaN stays NaN, as in torch
      std::memcpy(target.out + (cell + c) * layer.outputs + at, &sum, sizeof sum);
    }
}

template <int Vectors>
void sum_block(const Layer& layer, const float* in, std::size_t line_step, std::size_t output, std::size_t n_cells,
               const Target& target) {
  constexpr int most = most_sums / Vectors, few = 3;
  std::size_t cell = 0;
  for (; cell + most <= n_cells; cell += most) sum_cells<most, Vectors>(layer, in, line_step, output, cell, target);
  for (; cell + few <= n_cells; cell += few) sum_cells<few, Vectors>(layer, in, line_step, output, cell, target);
  for (; cell < n_cells; ++cell) sum_cells<1, Vectors>(layer, in, line_step, output, cell, target);
}

std::string shape_text(std::span<const std::size_t> shape) {
  std::string text;
  for (const std::size_t length : shape) {
    if (!text.empty()) text += 'x';
    text += std::to_string(length);
  }
  return text;
}

}  // namespace

// Applies a layer to `n_cells` cells; `in` is the first number that the first of them reads, in its first line.
void apply(const Layer& layer, const float* in, std::size_t line_step, std::size_t n_cells, const Target& target) {
  for (std::size_t output = 0; output < layer.outputs; output += block_width(layer.outputs - output)) {
    if (block_width(layer.outputs - output) == lanes)
      sum_block<1>(layer, in, line_step, output, n_cells, target);
    else
      sum_block<2>(layer, in, line_step, output, n_cells, target);
  }
}

// Packs weights [outputs, inputs, side, side] for a layer whose input cells stand `step` numbers apart.
Layer pack(std::span<const float> weights, std::span<const float> bias, std::size_t inputs, std::size_t side,
           std::size_t step) {
  Layer layer;
  layer.lines = side;
  layer.depth = side == 1 ? inputs : side * step;
  layer.step = step;
  layer.outputs = whole_lanes(bias.size());
  layer.bias.resize(layer.outputs);
  std::copy(bias.begin(), bias.end(), layer.bias.begin());
  layer.weights.resize(layer.outputs * layer.lines * layer.depth);
  const float* weight = weights.data();
  for (std::size_t output = 0; output < bias.size(); ++output) {
    const std::size_t first = output / (2 * lanes) * (2 * lanes), width = block_width(layer.outputs - first);
    float* block = layer.weights.data() + first * layer.lines * layer.depth + (output - first);
    for (std::size_t input = 0; input < inputs; ++input)
      for (std::size_t line = 0; line < side; ++line)
        for (std::size_t beside = 0; beside < side; ++beside)
          block[(line * layer.depth + beside * step + input) * width] = *weight++;
  }
  return layer;
}

Layer layer_for(std::size_t most_outputs, std::size_t most_inputs) {
  Layer layer;
  layer.bias.resize(whole_lanes(most_outputs));
  layer.weights.resize(layer.bias.size() * most_inputs);
  return layer;
}

void fill(Layer& layer, const float* weights, std::size_t outputs, std::size_t output_step, std::size_t inputs,
          std::size_t input_step, std::size_t step) {
  layer.depth = inputs;
  layer.step = step;
  layer.outputs = whole_lanes(outputs);
  float* to = layer.weights.data();
  for (std::size_t first = 0; first < layer.outputs;) {
    const std::size_t width = block_width(layer.outputs - first), n = std::min(width, outputs - first);
    for (std::size_t input = 0; input < inputs; ++input, to += width) {
      const float* from = weights + first * output_step + input * input_step;
      for (std::size_t i = 0; i < n; ++i) to[i] = from[i * output_step];
      std::fill_n(to + n, width - n, 0.F);
    }
    first += width;
  }
}

void normalise(const Norm& norm, const float* from, float* to, std::size_t n_rows) {
  const std::size_t width = norm.weight.size(), step = whole_lanes(width);
  for (std::size_t row = 0; row < n_rows; ++row, from += step, to += step) {
    float mean = 0.F, variance = 0.F;
    for (std::size_t i = 0; i < width; ++i) mean += from[i];
    mean /= static_cast<float>(width);
    for (std::size_t i = 0; i < width; ++i) variance += (from[i] - mean) * (from[i] - mean);
    const float scale = 1.F / std::sqrt(variance / static_cast<float>(width) + 1e-5F);
    for (std::size_t i = 0; i < width; ++i) to[i] = (from[i] - mean) * scale * norm.weight[i] + norm.bias[i];
  }
}

void softmax(float* numbers, std::size_t count, float scale) {
  const float greatest = *std::max_element(numbers, numbers + count);
  float sum = 0.F;
  for (std::size_t i = 0; i < count; ++i) sum += numbers[i] = std::exp((numbers[i] - greatest) * scale);
  for (std::size_t i = 0; i < count; ++i) numbers[i] /= sum;
}

const Weight* find(std::span<const Weight> weights, std::string_view name) {
  const auto found = std::find_if(weights.begin(), weights.end(), [&](const Weight& w) { return w.name == name; });
  return found == weights.end() ? nullptr : &*found;
}

Layer LayerReader::linear(const std::string& name, std::size_t outputs, std::size_t inputs, std::size_t step) {
  return read(name, {outputs, inputs}, 1, step);
}

Layer LayerReader::convolution(const std::string& name, std::size_t outputs, std::size_t inputs, std::size_t step) {
  return read(name, {outputs, inputs, 3, 3}, 3, step);
}

Norm LayerReader::norm(const std::string& name, std::size_t width) {
  const auto weight = values(name + ".weight", {width}), bias = values(name + ".bias", {width});
  return {{weight.begin(), weight.end()}, {bias.begin(), bias.end()}};
}

Shaped<float, 2> LayerReader::table(const std::string& name, std::size_t n_rows) {
  const Weight* weight = find(weights_, name);
  const std::size_t width = weight && weight->shape.size() == 2 ? weight->shape[1] : 0;
  return {values(name, {n_rows, width}).data(), {n_rows, width}};
}

Fault LayerReader::ending() const {
  if (fault_.empty() && n_read_ != weights_.size())
    return "the checkpoint has " + std::to_string(weights_.size()) + " weights where a" +
           (family_.starts_with("a") ? "n " : " ") + family_ + " model of its blocks has " + std::to_string(n_read_);
  return fault_;
}

Layer LayerReader::read(const std::string& name, const std::vector<std::size_t>& shape, std::size_t side,
                        std::size_t step) {
  const std::span<const float> weight = values(name + ".weight", shape), bias = values(name + ".bias", {shape[0]});
  return fault_.empty() ? pack(weight, bias, shape[1], side, step) : Layer{};
}

std::span<const float> LayerReader::values(const std::string& name, const std::vector<std::size_t>& shape) {
  if (!fault_.empty()) return {};
  const Weight* weight = find(weights_, name);
  if (!weight)
    fault_ = "the checkpoint has no weight " + name;
  else if (weight->shape != shape)
    fault_ =
        "weight " + name + " has the shape " + shape_text(weight->shape) + " where " + shape_text(shape) + " is needed";
  if (!fault_.empty()) return {};
  ++n_read_;
  return weight->values;
}

// The first length of a weight, which names a width of the model; 0 where there is none.
std::size_t first_length(std::span<const Weight> weights, std::string_view name) {
  const Weight* weight = find(weights, name);
  return weight && !weight->shape.empty() ? weight->shape[0] : 0;
}

Fault length_fault(std::string_view column, std::size_t length, std::size_t needed) {
  if (length == needed) return {};
  return std::string(column) + " has the length " + std::to_string(length) + " where " + std::to_string(needed) +
         " is needed";
}

Fault offsets_fault(std::string_view column, std::span<const std::int64_t> offsets, std::size_t n_rows) {
  if (offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(n_rows) || !std::ranges::is_sorted(offsets))
    return std::string(column) + " must rise from 0 to " + std::to_string(n_rows);
  return {};
}

// The first number that does not lie in [least, end).
Fault range_fault(std::string_view column, std::span<const std::int32_t> numbers, std::int64_t least, std::size_t end) {
  for (const std::int32_t number : numbers)
    if (number < least || number >= static_cast<std::int64_t>(end))
      return std::string(column) + " has " + std::to_string(number) + " where numbers from " + std::to_string(least) +
             " to below " + std::to_string(end) + " are needed";
  return {};
}

std::size_t most_rows(std::span<const std::int64_t> offsets) {
  std::int64_t most = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i) most = std::max(most, offsets[i] - offsets[i - 1]);
  return static_cast<std::size_t>(most);
}

Fault refs_fault(const Shaped<std::int32_t, 2>& refs, std::span<const std::int64_t> action_offsets,
                 std::span<const std::int64_t> entity_offsets) {
  for (std::size_t decision = 0; decision + 1 < action_offsets.size(); ++decision) {
    const auto first = static_cast<std::size_t>(action_offsets[decision]);
    const auto last = static_cast<std::size_t>(action_offsets[decision + 1]);
    const std::int64_t n_entities = entity_offsets[decision + 1] - entity_offsets[decision];
    const std::span<const std::int32_t> numbers(refs[first], (last - first) * refs.shape[1]);
    const Fault fault = range_fault("action_refs", numbers, -1, static_cast<std::size_t>(n_entities));
    if (!fault.empty()) return fault;
  }
  return {};
}

}  // namespace standoff
