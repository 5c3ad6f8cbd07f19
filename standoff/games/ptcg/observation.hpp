// What the engine tells the seat that must choose: its question and the table, in plain structs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace standoff::ptcg {

constexpr std::size_t n_energy_types = 12;

// The engine's numbers; those that are added later are clamped where rows are written.
enum class Area : std::int16_t {
  none = -1,
  deck = 1,
  hand,
  discard,
  active,
  bench,
  prize,
  stadium,
  energy,
  tool,
  pre_evolution,
  player,
  looking
};
enum class OptionType : std::int16_t {
  number,
  yes,
  no,
  card,
  tool_card,
  energy_card,
  energy,
  play,
  attach,
  evolve,
  ability,
  discard,
  retreat,
  attack,
  end,
  skill,
  special_condition
};

enum LogType : std::int16_t {
  log_shuffle,
  log_turn_start = 2,
  log_turn_end,
  log_draw,
  log_draw_hidden,
  log_move,
  log_move_hidden,
  log_switch,
  log_change,
  log_play,
  log_attach,
  log_evolve,
  log_devolve,
  log_attack = 15,
  log_hp,
  log_coin = 22
};

struct Card {
  std::int16_t id = 0;  // 0 where it lies face down
  std::int16_t serial = -1;
  std::int16_t owner = -1;
  bool operator==(const Card&) const = default;
};
using Cards = std::vector<Card>;

struct Pokemon {
  Card card;
  std::int16_t hp = 0, max_hp = 0;
  bool is_new = false;  // came into play, or evolved, this turn
  std::array<std::int8_t, n_energy_types> energies{};
  Cards energy_cards, tools, below;  // below: what it evolved from
  bool operator==(const Pokemon&) const = default;
};

struct Side {
  std::vector<Pokemon> active, bench;
  Cards discard, prize, hand;  // hand: empty for the other seat
  std::int16_t bench_max = 0, deck_count = 0, hand_count = 0, rounds_won = 0;
  bool is_poisoned = false, is_burned = false, is_asleep = false, is_paralyzed = false, is_confused = false;
  bool operator==(const Side&) const = default;
};

// One answer that the engine takes; fields that its type does not have are -1.
struct Option {
  OptionType type = OptionType::end;
  Area area = Area::none, in_play_area = Area::none;
  std::int16_t index = -1, player = -1, in_play_index = -1, number = -1, attack = -1, energy_index = -1,
               tool_index = -1, count = -1, card = -1, serial = -1, condition = -1;
  bool operator==(const Option&) const = default;
};

struct Select {
  std::int16_t type = 0, context = 0, least = 0, most = 0, damage_left = 0, energy_left = 0;
  std::vector<Option> options;
  Cards deck;  // the own deck, while it is searched
  Card context_card, effect;
  bool operator==(const Select&) const = default;
};

// Something that has happened since this seat was last asked.
struct Log {
  std::int16_t type = -1, player = -1, card = -1, serial = -1, card_target = -1, serial_target = -1, from_area = -1,
               to_area = -1, attack = -1, value = -1, head = -1, is_counter = -1, result = -1, reason = -1;
  bool operator==(const Log&) const = default;
};

struct Observation {
  Select select;
  std::vector<Log> logs;
  std::int16_t turn = 0, actions_this_turn = 0, seat = 0, first_player = -1, result = -1, round = 1;
  bool supporter_played = false, stadium_played = false, energy_attached = false, retreated = false;
  Cards stadium, looking;
  std::array<Side, 2> sides;
  bool operator==(const Observation&) const = default;
};

// Calls visit(card) for every card on the table, and of the own deck while it is searched.
template <class Seen, class Visit>
void each_card(Seen& seen, Visit visit) {
  const auto all = [&](auto& cards) {
    for (auto& card : cards) visit(card);
  };
  for (auto& side : seen.sides) {
    for (auto* row : {&side.active, &side.bench})
      for (auto& pokemon : *row) {
        visit(pokemon.card);
        all(pokemon.energy_cards);
        all(pokemon.tools);
        all(pokemon.below);
      }
    all(side.discard);
    all(side.prize);
    all(side.hand);
  }
  all(seen.stadium);
  all(seen.looking);
  all(seen.select.deck);
}

// A hash of all that it says.
std::uint64_t fingerprint(const Observation& seen);

// What a step of a search answers.
struct Answer {
  std::int64_t node = -1;
  std::int32_t error = 0;
  Observation observation;
};

// Both read the engine's JSON and say whether it could be read. Keys that they don't know are skipped.
bool read(std::string_view json, Observation& found);
bool read(std::string_view json, Answer& found);

}  // namespace standoff::ptcg
