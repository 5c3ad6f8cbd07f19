// A network of any family and the crew that evaluates it.
#pragma once

#include <utility>
#include <vector>

#include "crew.hpp"
#include "layers.hpp"

namespace standoff {

template <class Net>
class CrewedNet {
 public:
  CrewedNet(Net net, int threads) : net_(std::move(net)), crew_(threads) {}

  // Logits [sum A] and value [B] of these rows, or why they cannot be evaluated.
  Fault evaluate(const typename Net::Rows& rows, float* logits, float* value) {
    Fault fault = net_.check(rows);
    if (!fault.empty()) return fault;
    // Memory is taken here and not by the crew, where its lack could not be reported.
    std::vector<typename Net::Scratch> scratch(static_cast<std::size_t>(crew_.n_threads()), net_.scratch(rows));
    crew_.share(rows.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      net_.evaluate(rows, begin, end, scratch[part], logits, value);
    });
    return {};
  }

 private:
  Net net_;
  Crew crew_;
};

}  // namespace standoff
