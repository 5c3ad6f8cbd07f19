// A policy: every family by its name, and the row that is taken of its logits.
#include "policy.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "atomic_net.hpp"
#include "crewed_net.hpp"
#include "duel_net.hpp"
#include "grid_net.hpp"

namespace standoff {
namespace {

// Takes what is added to logits out of the weights, which a network would not know.
Fault take_logit_offsets(const SchemaNames& names, std::vector<Weight>& weights, std::vector<float>& logit_offsets) {
  const auto found = std::ranges::find(weights, "logit_offsets", &Weight::name);
  if (found == weights.end()) return {};
  if (Fault fault = length_fault(found->name, found->values.size(), names.action_kinds.size()); !fault.empty())
    return fault;
  logit_offsets.assign(found->values.begin(), found->values.end());
  weights.erase(found);
  return {};
}

template <class Net, class Evaluate>
Fault read_net(const SchemaNames& names, std::span<const Weight> weights, Evaluate& evaluate) {
  Net net;
  if (Fault fault = Net::read(weights, Net::Widths::of(names), net); !fault.empty()) return fault;
  evaluate = [crewed = std::make_shared<CrewedNet<Net>>(std::move(net), 1)](const Heads& heads, const Rows& rows,
                                                                            float* logits, float* value) {
    return crewed->evaluate(Net::Rows::of(heads, rows), logits, value);
  };
  return {};
}

// As segments.argmax has it in Python.
void take_greatest(std::span<const std::int64_t> offsets, Opinions& opinions) {
  for (std::size_t decision = 0; decision + 1 < offsets.size(); ++decision) {
    const auto logits = opinions.logits.begin();
    const auto greatest = std::max_element(logits + offsets[decision], logits + offsets[decision + 1]);
    opinions.index.push_back(static_cast<std::int32_t>(greatest - logits - offsets[decision]));
  }
}

}  // namespace

Fault Policy::read(const SchemaNames& names, std::string_view family, std::vector<Weight> weights, Policy& policy) {
  if (Fault fault = take_logit_offsets(names, weights, policy.logit_offsets_); !fault.empty()) return fault;
  if (family == "atomic") return read_net<AtomicNet>(names, weights, policy.evaluate_);
  if (family == "duel") return read_net<DuelNet>(names, weights, policy.evaluate_);
  if (family == "grid") return read_net<GridNet>(names, weights, policy.evaluate_);
  return "there is no family '" + std::string(family) + "' of networks; there are atomic, duel and grid";
}

Fault Policy::evaluate(const Heads& heads, const Rows& rows, Opinions& opinions) const {
  opinions.logits.resize(rows.action_kind.size());
  opinions.value.resize(heads.size());
  if (Fault fault = evaluate_(heads, rows, opinions.logits.data(), opinions.value.data()); !fault.empty()) return fault;
  if (!logit_offsets_.empty())
    for (std::size_t action = 0; action < opinions.logits.size(); ++action)
      opinions.logits[action] += logit_offsets_[static_cast<std::size_t>(rows.action_kind[action])];
  const auto is_number = [](float number) { return std::isfinite(number); };
  if (!std::ranges::all_of(opinions.logits, is_number) || !std::ranges::all_of(opinions.value, is_number))
    return "the weights make of these decisions what is no number: they are damaged, read them anew";
  take_greatest(heads.action_offsets, opinions);
  return {};
}

}  // namespace standoff
