// Effects of attacks that last into a later turn: the engine does not show them, so a seat follows them in its log.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "observation.hpp"

namespace standoff::ptcg {

enum class Effect : std::uint8_t {
  no_attack,
  no_such_attack,  // the one that has the effect
  no_retreat,
  no_damage,    // of attacks, but for those that no effect on their target touches
  less_damage,  // taken
  more_damage,  // taken
  weaker,       // its attacks
  stronger,     // its attacks
  no_items,
  no_supporters
};

// What is printed on an attack.
struct PrintedEffect {
  Effect effect = Effect::no_attack;
  std::int16_t amount = 0;
  bool is_of_other = false;  // of the Defending Pokémon, or of the other player
  bool is_next_turn = true;  // the turn after this one; else the one after that
  bool needs_heads = false;  // of the one coin that the attack flips
  bool operator==(const PrintedEffect&) const = default;
};

// Reads the sentences that are known, word for word and without a condition but one coin; all others say nothing.
std::vector<PrintedEffect> read_effects(std::string_view attack_name, std::string_view text);

// Whether a text keeps effects of attacks off a Pokémon.
bool is_guard(std::string_view text);

// An effect that holds during one turn.
struct Lasting {
  Effect effect = Effect::no_attack;
  std::int16_t side = 0;     // whose Pokémon or hand it is on
  std::int16_t serial = -1;  // of the Pokémon; -1 where it is on a player
  std::int16_t turn = 0;
  std::int16_t amount = 0;  // of damage, or the number of an attack
  bool operator==(const Lasting&) const = default;
};

// The effects that hold or will hold, and what is needed to follow them.
struct Effects {
  std::vector<Lasting> lasting;
  std::array<std::int16_t, 2> active{-1, -1};  // the serials of the Active Pokémon; -1 where they are not known
  std::int16_t turn = 0;
  bool operator==(const Effects&) const = default;
};

// Follows what a seat was told. An effect on a Pokémon ends when it leaves the Active Spot, evolves or devolves.
Effects updated(const Effects& before, const Observation& seen);

}  // namespace standoff::ptcg
