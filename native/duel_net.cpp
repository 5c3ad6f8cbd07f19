// The forward pass of the duel family, a few decisions at a time so that weights are read once for all of them.
#include "duel_net.hpp"

#include <algorithm>
#include <cmath>

#include "family.hpp"

namespace standoff {
namespace {

constexpr std::size_t at_once = 24;  // decisions of which the activations stay in the cache

void add(float* sum, const float* vector, float weight, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) sum[i] += weight * vector[i];
}

std::size_t n_rows(std::span<const std::int64_t> offsets, std::size_t begin, std::size_t count) {
  return static_cast<std::size_t>(offsets[begin + count] - offsets[begin]);
}

}  // namespace

DuelWidths DuelWidths::of(const SchemaNames& names) {
  auto widths = widths_off<DuelWidths>(names);
  widths.cards = names.cards.size();
  widths.count = place_of(names.entities, "count");
  return widths;
}

DuelRows DuelRows::of(const Heads& heads, const Rows& rows) {
  auto columns = columns_in<DuelRows>(heads, rows);
  columns.entity_card = rows.entity_card;
  return columns;
}

// The layer that compares has four parts: what it makes of the situation is computed once a decision.
void DuelNet::read_comparison(LayerReader& reader) {
  const std::size_t width = action_width_;
  const auto weights = reader.values("compared.weight", {hidden_, 4 * width});
  const auto bias = reader.values("compared.bias", {hidden_});
  if (weights.empty() || bias.empty()) return;
  std::vector<float> of_situation, of_rest;
  for (std::size_t output = 0; output < hidden_; ++output) {
    const float* row = weights.data() + output * 4 * width;
    of_situation.insert(of_situation.end(), row, row + width);
    of_rest.insert(of_rest.end(), row + width, row + 4 * width);
  }
  const std::vector<float> none(hidden_);
  shared_ = pack(of_situation, bias, width, 1, whole_lanes(width));
  compared_ = pack(of_rest, none, 3 * width, 1, 3 * width);
}

Fault DuelNet::read(std::span<const Weight> weights, const DuelWidths& widths, DuelNet& net) {
  net.widths_ = widths;
  net.width_ = first_length(weights, "join.bias");
  net.action_width_ = first_length(weights, "action.bias");
  net.hidden_ = first_length(weights, "position.bias");
  const std::size_t width = net.width_, action = net.action_width_, hidden = net.hidden_;
  if (width == 0 || action == 0 || hidden == 0)
    return "the checkpoint has no weights join.bias, action.bias and position.bias of a duel model";
  if (widths.refs == 0) return "the duel family needs actions that point to entities";
  const std::size_t n_table = widths.globals + widths.zones * widths.entities;
  const std::size_t n_calls = widths.kinds * (widths.cards + 1) + widths.refs * (widths.zones + 1 + widths.cards + 1);
  LayerReader reader("duel", weights);
  const auto copy = [](std::span<const float> values) { return std::vector<float>(values.begin(), values.end()); };
  net.board_ = reader.linear("board", width, n_table, n_table);
  net.cards_ = copy(reader.values("cards.weight", {widths.zones * widths.cards, width}));
  net.card_bias_ = copy(reader.values("card_bias", {width}));
  net.join_ = reader.linear("join", width, 2 * width, 2 * width);
  net.blocks_.clear();
  for (std::size_t number = 0; find(weights, "blocks." + std::to_string(number) + ".norm.weight"); ++number) {
    const std::string name = "blocks." + std::to_string(number);
    net.blocks_.push_back({reader.norm(name + ".norm", width),
                           reader.linear(name + ".first", width, width, whole_lanes(width)),
                           reader.linear(name + ".second", width, width, whole_lanes(width))});
  }
  net.norm_ = reader.norm("norm", width);
  net.calls_ = copy(reader.values("calls.weight", {n_calls, action}));
  net.numbers_ = reader.linear("numbers", action, widths.actions, widths.actions);
  net.action_ = reader.linear("action", action, action, whole_lanes(action));
  net.situation_ = reader.linear("situation", action, width, whole_lanes(width));
  net.read_comparison(reader);
  net.logit_ = reader.linear("logit", 1, hidden, whole_lanes(hidden));
  net.position_ = reader.linear("position", hidden, width, whole_lanes(width));
  net.value_ = reader.linear("value", 1, hidden, whole_lanes(hidden));
  return reader.ending();
}

Fault DuelNet::check(const DuelRows& rows) const {
  for (const Fault& fault :
       {rows_fault(rows, widths_), length_fault("entity_card", rows.entity_card.size(), rows.entities.shape[0]),
        range_fault("entity_card", rows.entity_card, 0, widths_.cards)})
    if (!fault.empty()) return fault;
  return {};
}

DuelNet::Scratch DuelNet::scratch(const DuelRows& rows) const {
  const std::size_t most = std::min(at_once, rows.size()), n_actions = most * most_rows(rows.action_offsets);
  const auto zeros = [](std::size_t count) { return std::vector<float>(count); };
  const std::size_t width = whole_lanes(width_), action = whole_lanes(action_width_), hidden = whole_lanes(hidden_);
  return {.table = zeros(most * board_.depth),
          .board = zeros(most * width),
          .joined = zeros(most * 2 * width_),
          .features = zeros(most * width),
          .normal = zeros(most * width),
          .hidden = zeros(most * width),
          .situation = zeros(most * action),
          .shared = zeros(most * hidden),
          .position = zeros(most * hidden),
          .numbers = zeros(n_actions * widths_.actions),
          .called = zeros(n_actions * action),
          .action = zeros(n_actions * action),
          .mine = zeros(n_actions * hidden),
          .compared = zeros(n_actions * 3 * action_width_),
          .scored = zeros(n_actions * hidden),
          .logits = zeros(std::max(n_actions, most) * lanes)};
}

void DuelNet::evaluate(const DuelRows& rows, std::size_t begin, std::size_t end, Scratch& scratch, float* logits,
                       float* value) const {
  for (; begin < end; begin += std::min(at_once, end - begin)) {
    const std::size_t count = std::min(at_once, end - begin);
    read_trunk(rows, begin, count, scratch);
    apply(situation_, scratch.normal.data(), 0, count, {.out = scratch.situation.data(), .is_rectified = false});
    score(rows, begin, count, scratch, logits + rows.action_offsets[begin]);
    apply(position_, scratch.normal.data(), 0, count, {.out = scratch.position.data()});
    apply(value_, scratch.position.data(), 0, count, {.out = scratch.logits.data(), .is_rectified = false});
    for (std::size_t i = 0; i < count; ++i) value[begin + i] = std::tanh(scratch.logits[i * value_.outputs]);
  }
}

// The trunk's features, normalised and rectified, into `normal`.
void DuelNet::read_trunk(const DuelRows& rows, std::size_t begin, std::size_t count, Scratch& scratch) const {
  for (std::size_t i = 0; i < count; ++i)
    read_table(rows, begin + i, scratch.table.data() + i * board_.depth,
               scratch.joined.data() + i * 2 * width_ + width_);
  apply(board_, scratch.table.data(), 0, count, {.out = scratch.board.data()});
  for (std::size_t i = 0; i < count; ++i)
    std::copy_n(scratch.board.data() + i * board_.outputs, width_, scratch.joined.data() + i * 2 * width_);
  apply(join_, scratch.joined.data(), 0, count, {.out = scratch.features.data(), .is_rectified = false});
  for (const Block& block : blocks_) {
    normalise(block.norm, scratch.features.data(), scratch.normal.data(), count);
    apply(block.first, scratch.normal.data(), 0, count, {.out = scratch.hidden.data()});
    apply(block.second, scratch.hidden.data(), 0, count,
          {.out = scratch.features.data(),
           .plus = scratch.features.data(),
           .plus_step = block.second.outputs,
           .is_rectified = false});
  }
  normalise(norm_, scratch.features.data(), scratch.normal.data(), count);
  for (float& feature : scratch.normal) feature = std::max(feature, 0.F);
}

// Globals and the sums of the entities' numbers zone by zone; and the cards' vectors, each as often as it counts.
void DuelNet::read_table(const DuelRows& rows, std::size_t decision, float* table, float* cards) const {
  std::fill_n(table, board_.depth, 0.F);
  std::copy_n(rows.globals[decision], widths_.globals, table);
  std::copy_n(card_bias_.data(), width_, cards);
  for (auto entity = static_cast<std::size_t>(rows.entity_offsets[decision]);
       entity < static_cast<std::size_t>(rows.entity_offsets[decision + 1]); ++entity) {
    const float* numbers = rows.entities[entity];
    const float weight = widths_.count < widths_.entities ? numbers[widths_.count] : 1.F;
    const auto zone = static_cast<std::size_t>(rows.entity_zone[entity]);
    const auto card = static_cast<std::size_t>(rows.entity_card[entity]);
    add(table + widths_.globals + zone * widths_.entities, numbers, weight, widths_.entities);
    add(cards, cards_.data() + (zone * widths_.cards + card) * width_, weight, width_);
  }
  std::transform(table, table + board_.depth, table, symlog);
  for (std::size_t i = 0; i < width_; ++i) cards[i] = std::max(cards[i], 0.F);
}

// What each action is called by: its kind with its card, zone and card of each thing that it points to, its numbers.
void DuelNet::call_actions(const DuelRows& rows, std::size_t begin, std::size_t count, Scratch& scratch) const {
  const std::size_t step = whole_lanes(action_width_), n_cards = widths_.cards + 1, n_zones = widths_.zones + 1;
  float* called = scratch.called.data();
  float* numbers = scratch.numbers.data();
  for (std::size_t decision = begin; decision < begin + count; ++decision) {
    const auto first_entity = static_cast<std::size_t>(rows.entity_offsets[decision]);
    for (auto action = static_cast<std::size_t>(rows.action_offsets[decision]);
         action < static_cast<std::size_t>(rows.action_offsets[decision + 1]); ++action, called += step) {
      std::fill_n(called, step, 0.F);
      numbers = std::transform(rows.actions[action], rows.actions[action] + widths_.actions, numbers, symlog);
      std::size_t first = widths_.kinds * n_cards;
      for (std::size_t ref = 0; ref < widths_.refs; ++ref, first += n_zones + n_cards) {
        const std::int32_t entity = rows.action_refs[action][ref];
        const std::size_t at = first_entity + static_cast<std::size_t>(std::max(entity, 0));
        const auto zone = entity < 0 ? widths_.zones : static_cast<std::size_t>(rows.entity_zone[at]);
        const auto card = entity < 0 ? widths_.cards : static_cast<std::size_t>(rows.entity_card[at]);
        const auto kind = static_cast<std::size_t>(rows.action_kind[action]);
        if (ref == 0) add(called, calls_.data() + (kind * n_cards + card) * action_width_, 1.F, action_width_);
        add(called, calls_.data() + (first + zone) * action_width_, 1.F, action_width_);
        add(called, calls_.data() + (first + n_zones + card) * action_width_, 1.F, action_width_);
      }
    }
  }
}

void DuelNet::score(const DuelRows& rows, std::size_t begin, std::size_t count, Scratch& scratch, float* logits) const {
  const std::size_t n_actions = n_rows(rows.action_offsets, begin, count), step = whole_lanes(action_width_);
  call_actions(rows, begin, count, scratch);
  apply(numbers_, scratch.numbers.data(), 0, n_actions,
        {.out = scratch.called.data(), .plus = scratch.called.data(), .plus_step = step});
  apply(action_, scratch.called.data(), 0, n_actions, {.out = scratch.action.data(), .is_rectified = false});
  apply(shared_, scratch.situation.data(), 0, count, {.out = scratch.shared.data(), .is_rectified = false});
  std::size_t row = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float* situation = scratch.situation.data() + i * step;
    for (std::size_t left = n_rows(rows.action_offsets, begin + i, 1); left > 0; --left, ++row) {
      const float* action = scratch.action.data() + row * step;
      float* compared = scratch.compared.data() + row * 3 * action_width_;
      for (std::size_t k = 0; k < action_width_; ++k) {
        compared[k] = action[k];
        compared[action_width_ + k] = situation[k] * action[k];
        compared[2 * action_width_ + k] = std::abs(situation[k] - action[k]);
      }
      std::copy_n(scratch.shared.data() + i * shared_.outputs, shared_.outputs,
                  scratch.mine.data() + row * shared_.outputs);
    }
  }
  apply(compared_, scratch.compared.data(), 0, n_actions,
        {.out = scratch.scored.data(), .plus = scratch.mine.data(), .plus_step = shared_.outputs});
  apply(logit_, scratch.scored.data(), 0, n_actions, {.out = scratch.logits.data(), .is_rectified = false});
  for (std::size_t action = 0; action < n_actions; ++action) logits[action] = scratch.logits[action * logit_.outputs];
}

}  // namespace standoff
