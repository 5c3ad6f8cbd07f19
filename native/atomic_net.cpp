// The forward pass of the atomic family, a decision at a time: its tokens are many enough to read the weights once for.
#include "atomic_net.hpp"

#include <algorithm>
#include <cmath>

#include "family.hpp"

namespace standoff {
namespace {

// Of what torch keeps at least one row, though there may be nothing that has a name.
std::size_t at_least_one(std::size_t count) { return std::max<std::size_t>(count, 1); }

// Rows of `width` numbers as rows of `step` numbers, the rest 0.
std::vector<float> spread(std::span<const float> rows, std::size_t width, std::size_t step) {
  std::vector<float> table(rows.size() / width * step);
  for (std::size_t row = 0; row * width < rows.size(); ++row)
    std::copy_n(rows.data() + row * width, width, table.data() + row * step);
  return table;
}

void add(float* sum, const float* numbers, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += numbers[i];
}

std::size_t first_row(std::span<const std::int64_t> offsets, std::size_t decision) {
  return static_cast<std::size_t>(offsets[decision]);
}

std::size_t n_rows(std::span<const std::int64_t> offsets, std::size_t decision) {
  return static_cast<std::size_t>(offsets[decision + 1] - offsets[decision]);
}

}  // namespace

AtomicWidths AtomicWidths::of(const SchemaNames& names) {
  auto widths = widths_off<AtomicWidths>(names);
  widths.cards = names.cards.size();
  widths.ids = names.action_ids.size();
  return widths;
}

AtomicRows AtomicRows::of(const Heads& heads, const standoff::Rows& rows) {
  auto columns = columns_in<AtomicRows>(heads, rows);
  columns.entity_card = rows.entity_card;
  columns.action_id = rows.action_id;
  return columns;
}

Layer AtomicNet::unbiased(LayerReader& reader, const std::string& name, std::size_t inputs) const {
  const auto weights = reader.values(name + ".weight", {width_, inputs});
  return weights.empty() ? Layer{} : pack(weights, std::vector<float>(width_), inputs, 1, inputs);
}

// The vector of every name: what all share, and what was learnt of each.
std::vector<float> AtomicNet::read_names(LayerReader& reader, const std::string& name, std::size_t n_names) const {
  const Shaped<float, 2> own = reader.table(name + ".own.weight", at_least_one(n_names));
  const std::size_t ids = own.shape[1];
  const auto unknown = reader.values(name + ".unknown", {width_});
  const auto widen = reader.values(name + ".widen.weight", {width_, ids});
  if (widen.empty()) return {};
  std::vector<float> vectors(own.shape[0] * step_);
  apply(pack(widen, unknown, ids, 1, ids), own.data, 0, own.shape[0], {.out = vectors.data(), .is_rectified = false});
  return vectors;
}

// The vector of every card, with what is printed on it where the model reads that: computed once for all decisions.
void AtomicNet::read_cards(LayerReader& reader, std::span<const Weight> weights) {
  cards_ = read_names(reader, "cards", widths_.cards);
  if (!find(weights, "printed")) return;
  const Shaped<float, 2> printed = reader.table("printed", widths_.cards);
  const Layer reads = unbiased(reader, "reads", printed.shape[1]);
  if (cards_.empty() || reads.outputs == 0) return;
  std::vector<float> numbers(printed.shape[0] * printed.shape[1]);
  std::transform(printed.data, printed.data + numbers.size(), numbers.begin(), symlog);
  apply(reads, numbers.data(), 0, printed.shape[0],
        {.out = cards_.data(), .plus = cards_.data(), .plus_step = step_, .is_rectified = false});
}

void AtomicNet::read_blocks(LayerReader& reader, std::span<const Weight> weights) {
  blocks_.clear();
  for (std::size_t number = 0; find(weights, "blocks." + std::to_string(number) + ".look.weight"); ++number) {
    const std::string name = "blocks." + std::to_string(number);
    blocks_.push_back({reader.norm(name + ".before", width_), reader.norm(name + ".between", width_),
                       reader.linear(name + ".look", 3 * width_, width_, step_),
                       reader.linear(name + ".seen", width_, width_, step_),
                       reader.linear(name + ".first", hidden_, width_, step_),
                       reader.linear(name + ".second", width_, hidden_, whole_lanes(hidden_))});
  }
}

Fault AtomicNet::read(std::span<const Weight> weights, const AtomicWidths& widths, AtomicNet& net) {
  net.widths_ = widths;
  net.width_ = first_length(weights, "globals.bias");
  net.hidden_ = first_length(weights, "blocks.0.first.bias");
  const std::size_t width = net.width_, step = net.step_ = whole_lanes(width);
  if (width == 0 || net.hidden_ == 0)
    return "the checkpoint has no weights globals.bias and blocks.0.first.bias of an atomic model";
  LayerReader reader("atomic", weights);
  const auto heads = reader.values("heads", {1});
  const bool is_shared = !heads.empty() && heads[0] >= 1 && heads[0] <= static_cast<float>(width);
  net.heads_ = is_shared ? static_cast<std::size_t>(heads[0]) : 1;
  if (!heads.empty() && (!is_shared || width % net.heads_ != 0))
    return "the heads of an atomic model share its width evenly: " + std::to_string(width) +
           " is not shared by the number of heads of this checkpoint";
  net.globals_ = reader.linear("globals", width, widths.globals, widths.globals);
  net.entities_ = reader.linear("entities", width, widths.entities, widths.entities);
  net.zones_ = spread(reader.values("zones.weight", {at_least_one(widths.zones), width}), width, step);
  net.read_cards(reader, weights);
  net.actions_ = reader.linear("actions", width, widths.actions, widths.actions);
  net.kinds_ = spread(reader.values("kinds.weight", {at_least_one(widths.kinds), width}), width, step);
  net.names_ = net.read_names(reader, "names", widths.ids);
  if (widths.refs > 0) net.points_ = net.unbiased(reader, "points", widths.refs * width);
  net.read_blocks(reader, weights);
  net.norm_ = reader.norm("norm", width);
  net.logit_ = reader.linear("logit", 1, width, step);
  net.wins_ = reader.linear("wins", 1, width, step);
  return reader.ending();
}

Fault AtomicNet::check(const AtomicRows& rows) const {
  for (const Fault& fault :
       {rows_fault(rows, widths_), length_fault("entity_card", rows.entity_card.size(), rows.entities.shape[0]),
        range_fault("entity_card", rows.entity_card, 0, at_least_one(widths_.cards)),
        length_fault("action_id", rows.action_id.size(), rows.actions.shape[0]),
        range_fault("action_id", rows.action_id, 0, at_least_one(widths_.ids))})
    if (!fault.empty()) return fault;
  return {};
}

AtomicNet::Scratch AtomicNet::scratch(const AtomicRows& rows) const {
  const std::size_t n_entities = most_rows(rows.entity_offsets), n_actions = most_rows(rows.action_offsets);
  const std::size_t n_tokens = 1 + n_entities + n_actions, n_whole = whole_lanes(n_tokens), head = width_ / heads_;
  const auto zeros = [](std::size_t count) { return std::vector<float>(count); };
  return {.numbers = zeros(std::max({widths_.globals, n_entities * widths_.entities, n_actions * widths_.actions})),
          .pointed = zeros(n_actions * widths_.refs * width_),
          .tokens = zeros(n_tokens * step_),
          .normal = zeros(n_tokens * step_),
          .looked = zeros(n_tokens * whole_lanes(3 * width_)),
          .seen = zeros(n_tokens * step_),
          .hidden = zeros(n_tokens * whole_lanes(hidden_)),
          .logits = zeros(std::max<std::size_t>(n_actions, 1) * lanes),
          .keys = layer_for(n_tokens, head),
          .values = layer_for(head, n_tokens),
          .shares = zeros(n_tokens * n_whole),
          .taken = zeros(n_tokens * whole_lanes(head))};
}

void AtomicNet::evaluate(const AtomicRows& rows, std::size_t begin, std::size_t end, Scratch& scratch, float* logits,
                         float* value) const {
  for (std::size_t decision = begin; decision < end; ++decision) {
    const std::size_t n_entities = n_rows(rows.entity_offsets, decision);
    const std::size_t n_actions = n_rows(rows.action_offsets, decision), n_tokens = 1 + n_entities + n_actions;
    const float* table = rows.globals[decision];
    std::transform(table, table + widths_.globals, scratch.numbers.data(), symlog);
    apply(globals_, scratch.numbers.data(), 0, 1, {.out = scratch.tokens.data(), .is_rectified = false});
    read_entities(rows, decision, scratch);
    read_actions(rows, decision, scratch);
    for (const Block& block : blocks_) {
      look_around(block, n_tokens, scratch);
      normalise(block.between, scratch.tokens.data(), scratch.normal.data(), n_tokens);
      apply(block.first, scratch.normal.data(), 0, n_tokens, {.out = scratch.hidden.data()});
      apply(block.second, scratch.hidden.data(), 0, n_tokens,
            {.out = scratch.tokens.data(), .plus = scratch.tokens.data(), .plus_step = step_, .is_rectified = false});
    }
    normalise(norm_, scratch.tokens.data(), scratch.normal.data(), n_tokens);
    apply(logit_, scratch.normal.data() + (1 + n_entities) * step_, 0, n_actions,
          {.out = scratch.logits.data(), .is_rectified = false});
    float* mine = logits + rows.action_offsets[decision];
    for (std::size_t action = 0; action < n_actions; ++action) mine[action] = scratch.logits[action * logit_.outputs];
    apply(wins_, scratch.normal.data(), 0, 1, {.out = scratch.logits.data(), .is_rectified = false});
    value[decision] = std::tanh(scratch.logits[0] / 2.F);  // 2p - 1 of the logistic p
  }
}

// The tokens of the entities, which stand behind that of the globals.
void AtomicNet::read_entities(const AtomicRows& rows, std::size_t decision, Scratch& scratch) const {
  const std::size_t first = first_row(rows.entity_offsets, decision), n = n_rows(rows.entity_offsets, decision);
  std::transform(rows.entities[first], rows.entities[first + n], scratch.numbers.data(), symlog);
  float* tokens = scratch.tokens.data() + step_;
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(cards_.data() + static_cast<std::size_t>(rows.entity_card[first + i]) * step_, step_,
                tokens + i * step_);
    add(tokens + i * step_, zones_.data() + static_cast<std::size_t>(rows.entity_zone[first + i]) * step_, step_);
  }
  apply(entities_, scratch.numbers.data(), 0, n,
        {.out = tokens, .plus = tokens, .plus_step = step_, .is_rectified = false});
}

// The tokens of the actions, which stand behind those of the entities and read them as they are before any block.
void AtomicNet::read_actions(const AtomicRows& rows, std::size_t decision, Scratch& scratch) const {
  const std::size_t first = first_row(rows.action_offsets, decision), n = n_rows(rows.action_offsets, decision);
  const std::size_t n_refs = widths_.refs;
  std::transform(rows.actions[first], rows.actions[first + n], scratch.numbers.data(), symlog);
  const float* entities = scratch.tokens.data() + step_;
  float* tokens = scratch.tokens.data() + (1 + n_rows(rows.entity_offsets, decision)) * step_;
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(names_.data() + static_cast<std::size_t>(rows.action_id[first + i]) * step_, step_, tokens + i * step_);
    add(tokens + i * step_, kinds_.data() + static_cast<std::size_t>(rows.action_kind[first + i]) * step_, step_);
    for (std::size_t ref = 0; ref < n_refs; ++ref) {
      float* pointed = scratch.pointed.data() + (i * n_refs + ref) * width_;
      const std::int32_t entity = rows.action_refs[first + i][ref];
      if (entity < 0)
        std::fill_n(pointed, width_, 0.F);
      else
        std::copy_n(entities + static_cast<std::size_t>(entity) * step_, width_, pointed);
    }
  }
  const Target onto{.out = tokens, .plus = tokens, .plus_step = step_, .is_rectified = false};
  apply(actions_, scratch.numbers.data(), 0, n, onto);
  if (n_refs > 0) apply(points_, scratch.pointed.data(), 0, n, onto);
}

// Attention: each token takes of the others what it looks for. Keys and values of a head serve as weights of layers.
void AtomicNet::look_around(const Block& block, std::size_t n_tokens, Scratch& scratch) const {
  const std::size_t head = width_ / heads_, from = block.look.outputs, n_whole = whole_lanes(n_tokens);
  const float scale = 1.F / std::sqrt(static_cast<float>(head));
  normalise(block.before, scratch.tokens.data(), scratch.normal.data(), n_tokens);
  apply(block.look, scratch.normal.data(), 0, n_tokens, {.out = scratch.looked.data(), .is_rectified = false});
  for (std::size_t number = 0; number < heads_; ++number) {
    const float* query = scratch.looked.data() + number * head;
    fill(scratch.keys, query + width_, n_tokens, from, head, 1, from);
    apply(scratch.keys, query, 0, n_tokens, {.out = scratch.shares.data(), .is_rectified = false});
    for (std::size_t i = 0; i < n_tokens; ++i) softmax(scratch.shares.data() + i * n_whole, n_tokens, scale);
    fill(scratch.values, query + 2 * width_, head, 1, n_tokens, from, n_whole);
    apply(scratch.values, scratch.shares.data(), 0, n_tokens, {.out = scratch.taken.data(), .is_rectified = false});
    for (std::size_t i = 0; i < n_tokens; ++i)
      std::copy_n(scratch.taken.data() + i * scratch.values.outputs, head,
                  scratch.seen.data() + i * step_ + number * head);
  }
  apply(block.seen, scratch.seen.data(), 0, n_tokens,
        {.out = scratch.tokens.data(), .plus = scratch.tokens.data(), .plus_step = step_, .is_rectified = false});
}

}  // namespace standoff
