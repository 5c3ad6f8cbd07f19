// The order of a net: whose it is, and its weights with their numbers, as one text with numbers behind it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace standoff {

// Its weights point into its numbers: it can be moved, not copied.
struct NetOrder {
  std::string game, family;
  std::vector<Weight> weights;
  std::vector<float> numbers;

  NetOrder() = default;
  NetOrder(NetOrder&&) = default;
  NetOrder& operator=(NetOrder&&) = default;
};

// Reads an order: text, a line a thing, an empty line, and then the numbers f32 of the arrays, in the order of their
// lines:
//     game bang
//     family duel
//     weight join.bias 128  a line an array: its name and its lengths
Fault read_net_order(std::string_view given, NetOrder& order);

}  // namespace standoff
