// The forward pass of the grid family: one kernel that keeps its sums in registers serves all of its layers.
#include "net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

namespace standoff {
namespace {

constexpr std::size_t lanes = 8;
using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));  // GCC and Clang, for any processor

Lanes load(const float* from) {
  Lanes values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

constexpr std::size_t whole_lanes(std::size_t count) { return (count + lanes - 1) / lanes * lanes; }

// Outputs that are summed at once, given how many are left.
constexpr std::size_t block_width(std::size_t left) { return left >= 2 * lanes ? 2 * lanes : lanes; }

// Where a layer writes, and what becomes of its sums first: `plus` is added to them (`plus_step` numbers from cell to
// cell), and negative ones become zero where it is rectified.
struct Target {
  float* out;
  const float* plus = nullptr;
  std::size_t plus_step = 0;
  bool is_rectified = true;
};

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
  constexpr int most = 12 / Vectors, few = 3;
  std::size_t cell = 0;
  for (; cell + most <= n_cells; cell += most) sum_cells<most, Vectors>(layer, in, line_step, output, cell, target);
  for (; cell + few <= n_cells; cell += few) sum_cells<few, Vectors>(layer, in, line_step, output, cell, target);
  for (; cell < n_cells; ++cell) sum_cells<1, Vectors>(layer, in, line_step, output, cell, target);
}

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

std::string shape_text(std::span<const std::size_t> shape) {
  std::string text;
  for (const std::size_t length : shape) {
    if (!text.empty()) text += 'x';
    text += std::to_string(length);
  }
  return text;
}

const Weight* find(std::span<const Weight> weights, std::string_view name) {
  const auto found = std::find_if(weights.begin(), weights.end(), [&](const Weight& w) { return w.name == name; });
  return found == weights.end() ? nullptr : &*found;
}

// Reads the weights of one layer after the other, until one of them is at fault.
class LayerReader {
 public:
  explicit LayerReader(std::span<const Weight> weights) : weights_(weights) {}

  Layer linear(const std::string& name, std::size_t outputs, std::size_t inputs, std::size_t step) {
    return read(name, {outputs, inputs}, 1, step);
  }

  Layer convolution(const std::string& name, std::size_t outputs, std::size_t inputs, std::size_t step) {
    return read(name, {outputs, inputs, 3, 3}, 3, step);
  }

  // The fault, where there was one, or that there are weights which no layer has read.
  Fault ending() const {
    if (fault_.empty() && n_read_ != weights_.size())
      return "the checkpoint has " + std::to_string(weights_.size()) +
             " weights where a grid model of its blocks has " + std::to_string(n_read_);
    return fault_;
  }

 private:
  Layer read(const std::string& name, const std::vector<std::size_t>& shape, std::size_t side, std::size_t step) {
    const std::span<const float> weight = values(name + ".weight", shape), bias = values(name + ".bias", {shape[0]});
    return fault_.empty() ? pack(weight, bias, shape[1], side, step) : Layer{};
  }

  std::span<const float> values(const std::string& name, const std::vector<std::size_t>& shape) {
    if (!fault_.empty()) return {};
    const Weight* weight = find(weights_, name);
    if (!weight)
      fault_ = "the checkpoint has no weight " + name;
    else if (weight->shape != shape)
      fault_ = "weight " + name + " has the shape " + shape_text(weight->shape) + " where " + shape_text(shape) +
               " is needed";
    if (!fault_.empty()) return {};
    ++n_read_;
    return weight->values;
  }

  std::span<const Weight> weights_;
  std::size_t n_read_ = 0;
  Fault fault_;
};

// The first length of a weight, which names a width of the model; 0 where there is none.
std::size_t first_length(std::span<const Weight> weights, std::string_view name) {
  const Weight* weight = find(weights, name);
  return weight && !weight->shape.empty() ? weight->shape[0] : 0;
}

// Counts of any size at a scale that a network can read: sign(x) log(1 + |x|).
float symlog(float value) { return std::copysign(std::log1p(std::abs(value)), value); }

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

}  // namespace

// A board in memory: the cells behind each other, a row of empty cells above and below, and one empty cell before each
// row, which is also the one behind the row above. So a convolution runs over all cells as if they were one line.
struct GridNet::Board {
  explicit Board(const GridRows& rows)
      : height(rows.planes.shape[2]),
        width(rows.planes.shape[3]),
        stride(width + 1),
        first(stride + 1),
        n_line((height - 1) * stride + width),
        n_cells((height + 2) * stride + 1) {}

  std::size_t at(std::size_t row, std::size_t column) const { return first + row * stride + column; }

  std::size_t at(const float* entity, const GridWidths& widths) const {
    return at(static_cast<std::size_t>(entity[widths.row]), static_cast<std::size_t>(entity[widths.column]));
  }

  // Empties the cells between rows, which a convolution has written like any other.
  void empty_margin(std::vector<float>& cells, std::size_t channels) const {
    for (std::size_t row = 1; row < height; ++row)
      std::fill_n(cells.data() + (at(row, 0) - 1) * channels, channels, 0.F);
  }

  std::size_t height, width, stride;
  std::size_t first;    // the place of cell 0, 0
  std::size_t n_line;   // cells from the first to the last, the empty ones between them too
  std::size_t n_cells;  // all
};

Fault GridNet::read(std::span<const Weight> weights, const GridWidths& widths, GridNet& net) {
  net.widths_ = widths;
  net.channels_ = first_length(weights, "stem.bias");
  net.hidden_ = first_length(weights, "mixed.bias");
  const std::size_t channels = net.channels_, hidden = net.hidden_;
  const std::size_t channel_step = whole_lanes(channels), hidden_step = whole_lanes(hidden);
  const std::size_t n_context = channels + widths.globals + widths.zones * channels;
  const std::size_t n_action = widths.kinds + 2 * widths.actions + widths.refs * channels;
  if (channels == 0 || hidden == 0) return "the checkpoint has no weights stem.bias and mixed.bias of a grid model";
  if (widths.planes == 0) return "the grid family needs planes";
  if (widths.row >= widths.entities || widths.column >= widths.entities)
    return "the grid family needs entities with a row and a column";

  LayerReader reader(weights);
  net.stem_ = reader.convolution("stem", channels, widths.planes, widths.planes);
  net.blocks_.clear();
  for (std::size_t block = 0; find(weights, "blocks." + std::to_string(block) + ".weight"); ++block)
    net.blocks_.push_back(reader.convolution("blocks." + std::to_string(block), channels, channels, channel_step));
  net.context_ = reader.linear("context", hidden, n_context, n_context);
  net.action_ = reader.linear("action", hidden, n_action, n_action);
  net.mixed_ = reader.linear("mixed", hidden, hidden, hidden_step);
  net.logit_ = reader.linear("logit", 1, hidden, hidden_step);
  net.position_ = reader.linear("position", hidden, 2 * hidden, 2 * hidden);
  net.value_ = reader.linear("value", 1, hidden, hidden_step);
  return reader.ending();
}

Fault GridNet::check(const GridRows& rows) const {
  const std::size_t n = rows.size(), n_entities = rows.entities.shape[0], n_actions = rows.actions.shape[0];
  const auto& [_, planes, height, width] = rows.planes.shape;
  for (const Fault& fault : {
           length_fault("a row of planes", planes, widths_.planes),
           length_fault("globals", rows.globals.shape[0], n),
           length_fault("a row of globals", rows.globals.shape[1], widths_.globals),
           length_fault("a row of entities", rows.entities.shape[1], widths_.entities),
           length_fault("entity_zone", rows.entity_zone.size(), n_entities),
           length_fault("entity_offsets", rows.entity_offsets.size(), n + 1),
           length_fault("a row of actions", rows.actions.shape[1], widths_.actions),
           length_fault("action_kind", rows.action_kind.size(), n_actions),
           length_fault("action_refs", rows.action_refs.shape[0], n_actions),
           length_fault("a row of action_refs", rows.action_refs.shape[1], widths_.refs),
           length_fault("action_offsets", rows.action_offsets.size(), n + 1),
       })
    if (!fault.empty()) return fault;
  for (const Fault& fault : {offsets_fault("entity_offsets", rows.entity_offsets, n_entities),
                             offsets_fault("action_offsets", rows.action_offsets, n_actions),
                             range_fault("entity_zone", rows.entity_zone, 0, widths_.zones),
                             range_fault("action_kind", rows.action_kind, 0, widths_.kinds)})
    if (!fault.empty()) return fault;
  if (height == 0 || width == 0) return "a board needs at least one cell";
  return check_places(rows);
}

// Whether entities stand on the board, and actions point at entities of their own decision.
Fault GridNet::check_places(const GridRows& rows) const {
  const auto is_on_board = [](float place, std::size_t length) {
    return place >= 0.F && place < static_cast<float>(length);
  };
  for (std::size_t entity = 0; entity < rows.entities.shape[0]; ++entity) {
    const float row = rows.entities[entity][widths_.row], column = rows.entities[entity][widths_.column];
    if (!is_on_board(row, rows.planes.shape[2]) || !is_on_board(column, rows.planes.shape[3]))
      return "entity " + std::to_string(entity) + " stands at row " + std::to_string(row) + ", column " +
             std::to_string(column) + ", outside the board";
  }
  for (std::size_t decision = 0; decision < rows.size(); ++decision) {
    const std::int64_t first = rows.action_offsets[decision], last = rows.action_offsets[decision + 1];
    const std::int64_t n_entities = rows.entity_offsets[decision + 1] - rows.entity_offsets[decision];
    const std::span refs(rows.action_refs.data + static_cast<std::size_t>(first) * widths_.refs,
                         static_cast<std::size_t>(last - first) * widths_.refs);
    const Fault fault = range_fault("action_refs", refs, -1, static_cast<std::size_t>(n_entities));
    if (!fault.empty()) return fault;
  }
  return {};
}

GridNet::Scratch GridNet::scratch(const GridRows& rows) const {
  const Board board(rows);
  const std::size_t n_actions = most_rows(rows.action_offsets);
  const auto zeros = [](std::size_t count) { return std::vector<float>(count); };
  return {
      .planes = zeros(board.n_cells * widths_.planes),
      .trunk = zeros(board.n_cells * stem_.outputs),
      .next_trunk = zeros(board.n_cells * stem_.outputs),
      .context_row = zeros(context_.step),
      .context = zeros(context_.outputs),
      .action_rows = zeros(n_actions * action_.step),
      .scored = zeros(n_actions * action_.outputs),
      .mixed = zeros(n_actions * mixed_.outputs),
      .logits = zeros(n_actions * logit_.outputs),
      .position_row = zeros(position_.step),
      .position = zeros(position_.outputs),
  };
}

void GridNet::evaluate(const GridRows& rows, std::size_t begin, std::size_t end, Scratch& scratch, float* logits,
                       float* value) const {
  const Board board(rows);
  for (std::size_t decision = begin; decision < end; ++decision) {
    convolve(board, rows, decision, scratch);
    read_context(board, rows, decision, scratch);
    read_actions(board, rows, decision, scratch);
    const std::int64_t first = rows.action_offsets[decision], last = rows.action_offsets[decision + 1];
    value[decision] = score(static_cast<std::size_t>(last - first), scratch, logits + first);
  }
}

// The trunk: a convolution of the planes, and blocks that each add a convolution of what they got.
void GridNet::convolve(const Board& board, const GridRows& rows, std::size_t decision, Scratch& scratch) const {
  const std::uint8_t* cell = rows.planes[decision];
  for (std::size_t plane = 0; plane < widths_.planes; ++plane)
    for (std::size_t row = 0; row < board.height; ++row)
      for (std::size_t column = 0; column < board.width; ++column)
        scratch.planes[board.at(row, column) * widths_.planes + plane] = *cell++;

  const std::size_t channels = stem_.outputs, first = board.first * channels;
  apply(stem_, scratch.planes.data(), board.stride * stem_.step, board.n_line, {.out = scratch.trunk.data() + first});
  board.empty_margin(scratch.trunk, channels);
  for (const Layer& block : blocks_) {
    apply(block, scratch.trunk.data(), board.stride * channels, board.n_line,
          {.out = scratch.next_trunk.data() + first, .plus = scratch.trunk.data() + first, .plus_step = channels});
    board.empty_margin(scratch.next_trunk, channels);
    std::swap(scratch.trunk, scratch.next_trunk);
  }
}

// What all actions of a decision share: the mean of the trunk, the globals, and the trunk at the entities of each zone.
void GridNet::read_context(const Board& board, const GridRows& rows, std::size_t decision, Scratch& scratch) const {
  float* mean = scratch.context_row.data();
  float* globals = mean + channels_;
  float* zones = globals + widths_.globals;
  std::fill(scratch.context_row.begin(), scratch.context_row.end(), 0.F);
  const auto add_cell = [&](float* sum, std::size_t place) {
    const float* cell = scratch.trunk.data() + place * stem_.outputs;
    for (std::size_t channel = 0; channel < channels_; ++channel) sum[channel] += cell[channel];
  };
  for (std::size_t place = board.first; place < board.first + board.n_line; ++place) add_cell(mean, place);
  for (std::size_t channel = 0; channel < channels_; ++channel)
    mean[channel] /= static_cast<float>(board.height * board.width);
  std::transform(rows.globals[decision], rows.globals[decision + 1], globals, symlog);
  for (auto entity = static_cast<std::size_t>(rows.entity_offsets[decision]);
       entity < static_cast<std::size_t>(rows.entity_offsets[decision + 1]); ++entity)
    add_cell(zones + static_cast<std::size_t>(rows.entity_zone[entity]) * channels_,
             board.at(rows.entities[entity], widths_));
  apply(context_, scratch.context_row.data(), 0, 1, {.out = scratch.context.data(), .is_rectified = false});
}

// A row an action: its kind, its numbers, how far they lie behind the best of the decision, the trunk where it points.
void GridNet::read_actions(const Board& board, const GridRows& rows, std::size_t decision, Scratch& scratch) const {
  const auto first = static_cast<std::size_t>(rows.action_offsets[decision]);
  const auto last = static_cast<std::size_t>(rows.action_offsets[decision + 1]);
  const auto first_entity = static_cast<std::size_t>(rows.entity_offsets[decision]);
  std::fill(scratch.action_rows.begin(), scratch.action_rows.end(), 0.F);
  for (std::size_t number = 0; number < widths_.actions; ++number) {
    float best = -std::numeric_limits<float>::infinity();
    for (std::size_t action = first; action < last; ++action) best = std::max(best, rows.actions[action][number]);
    for (std::size_t action = first; action < last; ++action) {
      float* row = scratch.action_rows.data() + (action - first) * action_.step + widths_.kinds;
      row[number] = symlog(rows.actions[action][number]);
      row[widths_.actions + number] = symlog(rows.actions[action][number] - best);
    }
  }
  for (std::size_t action = first; action < last; ++action) {
    float* row = scratch.action_rows.data() + (action - first) * action_.step;
    row[rows.action_kind[action]] = 1.F;
    row += widths_.kinds + 2 * widths_.actions;
    for (std::size_t ref = 0; ref < widths_.refs; ++ref, row += channels_) {
      const std::int32_t entity = rows.action_refs[action][ref];
      if (entity < 0) continue;
      const std::size_t place = board.at(rows.entities[first_entity + static_cast<std::size_t>(entity)], widths_);
      std::copy_n(scratch.trunk.data() + place * stem_.outputs, channels_, row);
    }
  }
}

// Scores the rows of a decision's actions and returns its value.
float GridNet::score(std::size_t n_actions, Scratch& scratch, float* logits) const {
  apply(action_, scratch.action_rows.data(), 0, n_actions,
        {.out = scratch.scored.data(), .plus = scratch.context.data()});
  apply(mixed_, scratch.scored.data(), 0, n_actions, {.out = scratch.mixed.data()});
  apply(logit_, scratch.mixed.data(), 0, n_actions, {.out = scratch.logits.data(), .is_rectified = false});
  for (std::size_t action = 0; action < n_actions; ++action) logits[action] = scratch.logits[action * logit_.outputs];

  float* best = scratch.position_row.data() + hidden_;
  for (std::size_t i = 0; i < hidden_; ++i) scratch.position_row[i] = std::max(scratch.context[i], 0.F);
  std::fill_n(best, hidden_, 0.F);
  for (std::size_t action = 0; action < n_actions; ++action)
    for (std::size_t i = 0; i < hidden_; ++i) best[i] = std::max(best[i], scratch.mixed[action * mixed_.outputs + i]);
  apply(position_, scratch.position_row.data(), 0, 1, {.out = scratch.position.data()});
  float sums[lanes];
  apply(value_, scratch.position.data(), 0, 1, {.out = sums, .is_rectified = false});
  return std::tanh(sums[0]);
}

}  // namespace standoff
