// The scripted players of the Pokémon TCG.
#include "ptcg.hpp"

namespace standoff::ptcg {
namespace {

using Weights = std::span<float>;

std::int32_t choose_random(const View&, std::span<const Action> legal, std::int32_t, Rng& rng, Weights weights) {
  std::fill(weights.begin(), weights.end(), 1.0F / static_cast<float>(legal.size()));
  return static_cast<std::int32_t>(rng.below(legal.size()));
}

std::int32_t choose_first(const View&, std::span<const Action>, std::int32_t, Rng&, Weights weights) {
  std::fill(weights.begin(), weights.end(), 0.0F);
  weights[0] = 1;
  return 0;
}

}  // namespace

std::span<const Bot<View, Action>> Ptcg::bots() {
  static constexpr Bot<View, Action> bots[] = {
      {"random", "any legal action, all equally likely", 0, 0, choose_random},
      {"first", "the first that the engine offers", 0, 0, choose_first},
  };
  return bots;
}

}  // namespace standoff::ptcg
