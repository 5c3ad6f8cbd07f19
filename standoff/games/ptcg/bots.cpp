// The scripted players of the Pokémon TCG.
#include "pilot.hpp"
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

std::int32_t choose_by_rules(const View& view, std::span<const Action> legal, std::int32_t, Rng&, Weights weights) {
  const Pilot pilot(view);
  for (std::size_t i = 0; i < legal.size(); ++i) weights[i] = pilot.score(legal[i]);
  const float best = *std::max_element(weights.begin(), weights.end());
  const auto n_best = static_cast<float>(std::count(weights.begin(), weights.end(), best));
  for (float& weight : weights) weight = weight == best ? 1 / n_best : 0;
  return static_cast<std::int32_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
}

}  // namespace

std::span<const Bot<View, Action>> Ptcg::bots() {
  static constexpr Bot<View, Action> bots[] = {
      {"random", "any legal action, all equally likely", 0, 0, choose_random},
      {"rules", "evolves, arms its best attacker, draws, and knocks out when it can", 0, 0, choose_by_rules},
      {"first", "the first that the engine offers", 0, 0, choose_first},
  };
  return bots;
}

}  // namespace standoff::ptcg
