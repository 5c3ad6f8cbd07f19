// The forward pass of the grid family.
#include "grid_net.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "family.hpp"

namespace standoff {

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

GridWidths GridWidths::of(const SchemaNames& names) {
  auto widths = widths_off<GridWidths>(names);
  widths.planes = names.planes.size();
  widths.row = place_of(names.entities, "row");
  widths.column = place_of(names.entities, "column");
  return widths;
}

GridRows GridRows::of(const Heads& heads, const Rows& rows) {
  auto columns = columns_in<GridRows>(heads, rows);
  columns.planes = {rows.planes.data(), {heads.size(), rows.widths.planes, rows.widths.height, rows.widths.width}};
  return columns;
}

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

  LayerReader reader("grid", weights);
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
  const auto& [_, planes, height, width] = rows.planes.shape;
  for (const Fault& fault : {length_fault("a row of planes", planes, widths_.planes), rows_fault(rows, widths_)})
    if (!fault.empty()) return fault;
  if (height == 0 || width == 0) return "a board needs at least one cell";
  return check_places(rows);
}

// Whether entities stand on the board.
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
