// What is printed on cards and attacks, as numbers and names: read from the engine when it is loaded, never kept.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "observation.hpp"

namespace standoff::ptcg {

// Ids are from 1 on; what a newer engine adds is written as unknown.
constexpr std::int16_t n_cards = 1431, n_attacks = 1755;

enum class CardType : std::int16_t { pokemon, item, tool, supporter, stadium, basic_energy, special_energy };

struct Printed {
  std::string name, evolves_from;
  CardType type = CardType::pokemon;
  std::int16_t hp = 0, retreat = 0, energy = 0, weakness = -1, resistance = -1;
  bool is_basic = false, is_stage1 = false, is_stage2 = false, is_ex = false, is_mega = false, has_ability = false;
  std::vector<std::int16_t> attacks;

  // Prizes that its Knock Out is worth.
  int prizes() const { return is_mega ? 3 : is_ex ? 2 : 1; }
};

struct PrintedAttack {
  std::string name;
  std::int16_t damage = 0;
  std::array<std::int8_t, n_energy_types> cost{};
  std::int16_t n_cost = 0;
  bool has_text = false;
};

// Reads the engine's two tables, once, before any game; says whether both could be read.
bool read_catalogue(std::string_view cards, std::string_view attacks);

// What is printed on a card or an attack; of an unknown number, nothing.
const Printed& printed(std::int16_t card);
const PrintedAttack& printed_attack(std::int16_t attack);

// A card's name; "a card" where it lies face down.
std::string name_of(std::int16_t card);

}  // namespace standoff::ptcg
