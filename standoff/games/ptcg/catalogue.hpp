// What is printed on cards and attacks, as numbers and names: read from the engine when it is loaded, never kept.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lasting.hpp"

namespace standoff::ptcg {

// Ids are from 1 on; what a newer engine adds is written as unknown.
constexpr std::int16_t n_cards = 1431, n_attacks = 1755;

enum class CardType : std::int16_t { pokemon, item, tool, supporter, stadium, basic_energy, special_energy };

struct Printed {
  std::string name, evolves_from;
  CardType type = CardType::pokemon;
  std::int16_t hp = 0, retreat = 0, energy = 0, weakness = -1, resistance = -1;
  bool is_basic = false, is_stage1 = false, is_stage2 = false, is_ex = false, is_mega = false;
  // What its effect is about, as far as single words of it tell.
  bool has_effect = false, draws = false, searches = false, switches = false, gusts = false, heals = false,
       drops_hand = false, refills = false, pays_cards = false;
  bool dies = false, leaves = false;              // by its own Ability: is Knocked Out, goes back into the deck
  bool stops_ex = false, stops_effects = false;   // takes no damage from an ex, or from what has an Ability
  bool guards_effects = false;                    // its text keeps effects of attacks off a Pokémon
  std::int16_t harm = 0;                          // that its Ability does to one of theirs
  std::vector<std::int16_t> attacks, evolutions;  // evolutions: every card that evolves from it

  // Prizes that its Knock Out is worth.
  int prizes() const { return is_mega ? 3 : is_ex ? 2 : 1; }
};

// What the damage of an attack is counted by.
enum class Unit : std::uint8_t {
  none,
  heads,
  energy_on_attacker,
  energy_on_target,
  energy_on_actives,
  energy_of_mine,
  energy_of_theirs,
  energy_in_discard,
  counters_on_attacker,
  counters_on_target,
  prizes_i_took,
  prizes_they_took,
  my_bench,
  their_bench,
  both_benches,
  my_pokemon,
  their_ex,
  my_hand,
  their_hand,
  retreat_of_target,
  target_is_ex,
  other
};

struct PrintedAttack {
  std::string name;
  std::int16_t damage = 0;
  std::array<std::int8_t, n_energy_types> cost{};
  std::int16_t n_cost = 0;
  bool has_text = false;
  Unit unit = Unit::none;
  std::int16_t per_unit = 0, flips = 0, mills = 0;  // mills: cards that it discards from the own deck
  std::string needs;                                // who must be on the own bench; empty where nobody
  // It may aim at the bench; puts counters; works through effects; knows no weakness; uses an attack of the bench.
  bool is_anywhere = false, is_counters = false, pierces = false, is_plain = false, copies = false;
  std::vector<PrintedEffect> lasting;
};

// Reads the engine's two tables, once, before any game; says whether both could be read.
bool read_catalogue(std::string_view cards, std::string_view attacks);

// What is printed on a card or an attack; of an unknown number, nothing.
const Printed& printed(std::int16_t card);
const PrintedAttack& printed_attack(std::int16_t attack);

// A card's name; "a card" where it lies face down.
std::string name_of(std::int16_t card);

}  // namespace standoff::ptcg
