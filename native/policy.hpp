// A policy: a network of any family, what is added to its logits, and the rows that it prefers.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "game.hpp"
#include "layers.hpp"

namespace standoff {

// What a policy makes of B decisions.
struct Opinions {
  Column<float> logits;        // [sum A]
  Column<float> value;         // [B]
  Column<std::int32_t> index;  // [B] the row with the greatest logit, the first one on ties
};

class Policy {
 public:
  // Reads the weights of a model of one game; `logit_offsets` among them is added to the logits of each kind of action.
  static Fault read(const SchemaNames& names, std::string_view family, std::vector<Weight> weights, Policy& policy);

  // A fault where the rows do not fit the weights, or where the weights make of them what is no number.
  Fault evaluate(const Heads& heads, const Rows& rows, Opinions& opinions) const;

 private:
  std::function<Fault(const Heads&, const Rows&, float* logits, float* value)> evaluate_;
  std::vector<float> logit_offsets_;  // empty where nothing is added
};

}  // namespace standoff
