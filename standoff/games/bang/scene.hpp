// A position laid out card by card, for tests and puzzles.
#pragma once

#include "game.hpp"
#include "state.hpp"

namespace standoff::bang {

// What a scene lays out; cards that it does not name lie at the bottom of the discard pile.
struct Scene {
  std::array<std::int8_t, 4> character{none, none, none, none};  // law first and second place, outlaw first and second
  std::array<std::int8_t, 4> life{};                             // 0 is full life
  std::array<std::uint16_t, 2> reserve{};
  std::array<std::int8_t, n_cards> where{};  // into `Spot`
  std::int8_t discard_top = none;
  std::int8_t turn = 0;
  std::int8_t starts_turn = 0;  // whether the turn begins, with what happens before the draw; otherwise it is in play
};

enum Spot : std::int8_t {
  in_discard,
  in_law_deck,
  in_outlaw_deck,
  in_common_deck,
  in_law_hand,
  in_outlaw_hand,
  on_figure,  // on_figure + 0 to 3, as in Scene::character
};
inline constexpr int n_spots = on_figure + 4;

// Reads the options figures, life, reserves, cards (a spot for each of the 80), top and turn.
Fault read_scene(const std::string& name, const std::vector<std::int64_t>& numbers, Scene& scene);
bool is_scene_option(const std::string& name);

// Whether a scene can be played from.
Fault check_scene(const Scene& scene);

void lay_out(const Scene& scene, State& state);

}  // namespace standoff::bang
