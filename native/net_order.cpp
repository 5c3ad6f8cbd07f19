// Reads the order of a net: its lines, then the numbers of each weight that they name.
#include "net_order.hpp"

#include <cstring>

#include "order.hpp"

namespace standoff {
namespace {

Fault read_line(std::span<const std::string_view> words, NetOrder& order) {
  const std::string_view first = words[0];
  if (first == "weight" && words.size() >= 2) {
    order.weights.push_back({std::string(words[1]), {}, {}});
    return read_numbers(words.subspan(2), order.weights.back().shape);
  }
  if (first == "game" && words.size() == 2)
    order.game = words[1];
  else if (first == "family" && words.size() == 2)
    order.family = words[1];
  else
    return "'" + std::string(first) +
           "' begins no line of a net, or not so: write 'game NAME', 'family NAME' or 'weight NAME LENGTHS'";
  return {};
}

// How many numbers an array of these lengths has; 0 where it has none, or more than there are.
std::size_t count_of(std::span<const std::size_t> lengths, std::size_t most) {
  std::size_t count = 1;
  for (const std::size_t length : lengths) {
    if (length == 0 || length > most / count) return 0;
    count *= length;
  }
  return count <= most ? count : 0;
}

// Gives each array its numbers.
Fault share_out(std::span<const float> numbers, std::vector<Weight>& weights) {
  for (Weight& weight : weights) {
    const std::size_t count = count_of(weight.shape, numbers.size());
    if (count == 0)
      return "weight " + weight.name + " has lengths for which the " + std::to_string(numbers.size()) +
             " numbers that are left do not do: write the numbers of all weights, in the order of their lines";
    weight.values = numbers.first(count);
    numbers = numbers.subspan(count);
  }
  if (!numbers.empty())
    return "there are " + std::to_string(numbers.size()) + " numbers more than the lengths of all weights ask for";
  return {};
}

}  // namespace

Fault read_net_order(std::string_view given, NetOrder& order) {
  const std::string_view text = given.substr(0, given.find("\n\n"));
  const std::string_view bytes = given.substr(std::min(text.size() + 2, given.size()));
  const auto read = [&](std::span<const std::string_view> words) { return read_line(words, order); };
  if (Fault fault = read_lines(text, read); !fault.empty()) return fault;
  if (bytes.size() % sizeof(float) != 0)
    return "weights are 32-bit numbers, which " + std::to_string(bytes.size()) + " bytes are not";
  order.numbers.resize(bytes.size() / sizeof(float));
  if (!bytes.empty()) std::memcpy(order.numbers.data(), bytes.data(), bytes.size());
  return share_out(order.numbers, order.weights);
}

}  // namespace standoff
