// The game as rows: counts and the question in numbers, a row a visible card, a row a legal action.
#include <algorithm>

#include "damage.hpp"
#include "knowledge_rows.hpp"
#include "ptcg.hpp"

namespace standoff::ptcg {
namespace {

constexpr std::string_view select_names[] = {"main",   "card",   "attached_card", "card_or_attached_card",
                                             "energy", "skill",  "attack",        "evolve",
                                             "count",  "yes_no", "condition",     "other"};
constexpr std::size_t n_selects = std::size(select_names);

constexpr std::string_view context_names[] = {"in_main",
                                              "in_setup_active",
                                              "in_setup_bench",
                                              "in_switch",
                                              "in_to_active",
                                              "in_to_bench",
                                              "in_to_field",
                                              "in_to_hand",
                                              "in_discard",
                                              "in_to_deck",
                                              "in_to_deck_bottom",
                                              "in_to_prize",
                                              "in_not_move",
                                              "in_damage_counter",
                                              "in_damage_counter_any",
                                              "in_damage",
                                              "in_remove_damage_counter",
                                              "in_heal",
                                              "in_evolves_from",
                                              "in_evolves_to",
                                              "in_devolve",
                                              "in_attach_from",
                                              "in_attach_to",
                                              "in_detach_from",
                                              "in_look",
                                              "in_effect_target",
                                              "in_discard_energy_card",
                                              "in_discard_tool_card",
                                              "in_switch_energy_card",
                                              "in_discard_card_or_attached_card",
                                              "in_discard_energy",
                                              "in_to_hand_energy",
                                              "in_to_deck_energy",
                                              "in_switch_energy",
                                              "in_skill_order",
                                              "in_attack",
                                              "in_disable_attack",
                                              "in_evolve",
                                              "in_draw_count",
                                              "in_damage_counter_count",
                                              "in_remove_damage_counter_count",
                                              "in_is_first",
                                              "in_mulligan",
                                              "in_activate",
                                              "in_first_effect",
                                              "in_more_devolve",
                                              "in_coin_head",
                                              "in_affect_condition",
                                              "in_recover_condition",
                                              "in_other"};
constexpr std::size_t n_contexts = std::size(context_names);

constexpr std::string_view kind_names[] = {
    "number",  "yes",     "no",      "card",   "tool_card", "energy_card", "energy",    "play", "attach", "evolve",
    "ability", "discard", "retreat", "attack", "end",       "skill",       "condition", "stop", "other"};
constexpr std::int32_t stop_kind = 17, other_kind = 18;

constexpr std::string_view energy_names[n_energy_types] = {"colorless", "grass",   "fire",     "water",
                                                           "lightning", "psychic", "fighting", "darkness",
                                                           "metal",     "dragon",  "rainbow",  "team_rocket"};

enum Global {
  g_turn,
  g_actions,
  g_goes_first,
  g_my_turn,
  g_supporter,
  g_stadium,
  g_energy,
  g_retreated,
  g_least,
  g_most,
  g_picked,
  g_options,
  g_damage_left,
  g_energy_left,
  g_sides
};
constexpr std::string_view side_names[] = {"prizes",   "deck",   "hand",   "bench",     "bench_max", "discard",
                                           "poisoned", "burned", "asleep", "paralyzed", "confused"};
constexpr std::size_t n_side = std::size(side_names);

enum Column {
  e_copies,
  e_hp,
  e_max_hp,
  e_damage,
  e_tools,
  e_energy_cards,
  e_below,
  e_new,
  e_picked,
  e_cost,        // of an attack, or to retreat
  e_missing,     // energy, before it can be paid
  e_hits,        // damage to the other side's active Pokémon, as far as cards tell
  e_knocks_out,  // whether that is enough
  e_offered,     // whether it is among the options
  e_barred,      // whether an effect that lasts keeps its Pokémon from using it
  e_energies,
  e_lasting = e_energies + n_energy_types
};

// Zones of both sides stand one after the other: mine, then theirs.
enum Zone : std::int32_t {
  z_active,
  z_bench,
  z_hand,
  z_discard,
  z_prizes,
  z_energy,
  z_tools,
  z_below,
  z_attacks,
  n_side_zones
};
constexpr std::string_view side_zones[] = {"active", "bench", "hand",  "discard", "prizes",
                                           "energy", "tools", "below", "attacks"};
enum SharedZone : std::int32_t {
  z_stadium = 2 * n_side_zones,
  z_deck,
  z_looking,
  z_effect,
  z_context,
  z_attack,
  z_known
};

enum Number { a_copies, a_number, a_count, a_condition };

constexpr std::size_t most_ids = 256;  // option-1 on, and stop; more options than any question has had

// Names that are put together once and live as long as the program.
std::vector<std::string_view> made(std::initializer_list<std::vector<std::string>> parts) {
  static std::vector<std::unique_ptr<std::string>> kept;
  std::vector<std::string_view> names;
  for (const auto& part : parts)
    for (const std::string& name : part) names.push_back(*kept.emplace_back(std::make_unique<std::string>(name)));
  return names;
}

template <class Names>
std::vector<std::string> with(const std::string& before, const Names& names) {
  std::vector<std::string> found;
  for (const auto& name : names) found.push_back(before + std::string(name));
  return found;
}

std::vector<std::string> numbered(const std::string& before, std::size_t first, std::size_t last) {
  std::vector<std::string> found;
  for (std::size_t i = first; i <= last; ++i) found.push_back(before + std::to_string(i));
  return found;
}

std::int32_t shown(std::int16_t card) { return card > 0 && card <= n_cards ? card : 0; }

float number(std::int16_t value) { return static_cast<float>(std::max<std::int16_t>(value, 0)); }

// Writes the cards that a view shows, and finds them again for the actions.
class Board {
 public:
  Board(const View& view, Writer& writer) : view_(view), writer_(writer) {
    rows_of_.fill(-1);
    last_.fill(-1);
    merged_.reserve(64);
    for (const bool is_mine : {true, false}) add_side(is_mine);
    const Observation& seen = *view.seen;
    add_all(seen.stadium, z_stadium);
    add_all(seen.select.deck, z_deck);
    add_all(seen.looking, z_looking);
    if (seen.select.effect.id > 0) effect_ = add(seen.select.effect, z_effect, false);
    if (seen.select.context_card.id > 0) context_ = add(seen.select.context_card, z_context, false);
    for (const Option& option : seen.select.options)
      if (option.type == OptionType::attack) offer(option.attack);
    write_known_cards(view, z_known, e_copies, writer);
    for (const int place : view.picks) mark(seen.select.options[static_cast<std::size_t>(place)]);
  }

  // The row of what an option is about; -1 where it is about no card.
  std::int32_t source(const Option& option) const {
    if (option.type == OptionType::attack || option.type == OptionType::retreat) return rows_of_side_[0].active;
    const Card card = card_of(*view_.seen, option);
    if (const std::int32_t row = row_of(card); row >= 0) return row;
    const SideRows& side = rows_of_side_[is_mine(option) ? 0 : 1];
    if (option.index < 0) return -1;
    return option.area == Area::prize ? side.hidden_prizes : -1;
  }

  // The row of the attack that an option uses, or of the Pokémon that it works on: that a card is put on, or that it
  // lies on.
  std::int32_t target(const Option& option) const {
    if (option.type == OptionType::attack) return row_of_attack(option.attack);
    if (option.in_play_area != Area::none) return in_play(0, option.in_play_area, option.in_play_index);
    const bool is_attached = option.type == OptionType::energy_card || option.type == OptionType::energy ||
                             option.type == OptionType::tool_card;
    return is_attached ? in_play(is_mine(option) ? 0 : 1, option.area, option.index) : -1;
  }

  std::int32_t context() const { return context_ >= 0 ? context_ : effect_; }

 private:
  struct SideRows {
    std::int32_t active = -1, hidden_prizes = -1;
    std::int32_t n_active = 0;
    std::vector<std::int32_t> in_play;  // the active's rows, then the bench's
  };

  bool is_mine(const Option& option) const { return option.player < 0 || option.player == view_.seat; }

  std::int32_t row_of(const Card& card) const {
    return card.serial >= 0 && static_cast<std::size_t>(card.serial) < rows_of_.size()
               ? rows_of_[static_cast<std::size_t>(card.serial)]
               : -1;
  }

  std::int32_t in_play(std::size_t side, Area area, std::int16_t index) const {
    const SideRows& rows = rows_of_side_[side];
    const std::int32_t place = area == Area::active ? index : area == Area::bench ? rows.n_active + index : -1;
    const auto n = static_cast<std::int32_t>(rows.in_play.size());
    return index >= 0 && place >= 0 && place < n ? rows.in_play[static_cast<std::size_t>(place)] : -1;
  }

  std::int32_t add(const Card& card, std::int32_t zone, bool is_found = true) {
    writer_.entity(shown(card.id), zone)[e_copies] = 1;
    const std::int32_t row = writer_.n_entities() - 1;
    if (is_found) find_by_serial(card, row);
    return row;
  }

  void find_by_serial(const Card& card, std::int32_t row) {
    if (card.serial >= 0 && static_cast<std::size_t>(card.serial) < rows_of_.size())
      rows_of_[static_cast<std::size_t>(card.serial)] = row;
  }

  // One row for equal cards: in these zones nothing else tells them apart.
  void add_all(const Cards& cards, std::int32_t zone) {
    for (const Card& card : cards) {
      const std::int32_t row = row_of_equal(card, zone);
      if (row < 0) {
        std::int32_t& last = last_[static_cast<std::size_t>(zone)];
        merged_.push_back({shown(card.id), add(card, zone), last});
        last = static_cast<std::int32_t>(merged_.size()) - 1;
      } else {
        ++writer_.entity_again(row)[e_copies];
        find_by_serial(card, row);
      }
    }
  }

  std::int32_t row_of_equal(const Card& card, std::int32_t zone) const {
    for (std::int32_t i = last_[static_cast<std::size_t>(zone)]; i >= 0;) {
      const Merged& each = merged_[static_cast<std::size_t>(i)];
      if (each.card == shown(card.id)) return each.row;
      i = each.before;
    }
    return -1;
  }

  void add_pokemon(const Pokemon& pokemon, bool is_mine, bool is_active) {
    const std::int32_t first = is_mine ? 0 : n_side_zones;
    const std::int32_t row = add(pokemon.card, first + (is_active ? z_active : z_bench));
    const auto numbers = writer_.entity_again(row);
    numbers[e_hp] = number(pokemon.hp);
    numbers[e_max_hp] = number(pokemon.max_hp);
    numbers[e_damage] = static_cast<float>(pokemon.max_hp - pokemon.hp);
    numbers[e_tools] = static_cast<float>(pokemon.tools.size());
    numbers[e_energy_cards] = static_cast<float>(pokemon.energy_cards.size());
    numbers[e_below] = static_cast<float>(pokemon.below.size());
    numbers[e_new] = pokemon.is_new;
    for (std::size_t type = 0; type < n_energy_types; ++type)
      numbers[e_energies + type] = static_cast<float>(pokemon.energies[type]);
    write_combat(pokemon, is_mine, numbers);
    write_lasting(view_.known->effects, pokemon.card.serial, numbers.subspan(e_lasting, std::size(lasting_columns)));
    rows_of_side_[is_mine ? 0 : 1].in_play.push_back(row);
    add_all(pokemon.energy_cards, first + z_energy);
    add_all(pokemon.tools, first + z_tools);
    add_all(pokemon.below, first + z_below);
  }

  void write_combat(const Pokemon& pokemon, bool is_mine, std::span<float> numbers) const {
    const Printed& card = printed(pokemon.card.id);
    int energies = 0, missing_least = card.attacks.empty() ? 0 : static_cast<int>(deck_size);
    for (const std::int8_t energy : pokemon.energies) energies += energy;
    for (const std::int16_t attack : card.attacks)
      missing_least = std::min(missing_least, missing(printed_attack(attack), pokemon));
    numbers[e_cost] = static_cast<float>(std::max(0, card.retreat - energies));
    numbers[e_missing] = static_cast<float>(missing_least);
    const Pokemon* target = opposite(is_mine);
    write_hits(fight(is_mine).most_damage(pokemon, target), target, numbers);
  }

  static void write_hits(int hits, const Pokemon* target, std::span<float> numbers) {
    numbers[e_hits] = static_cast<float>(hits);
    numbers[e_knocks_out] = target != nullptr && hits > 0 && hits >= target->hp;
  }

  Fight fight(bool is_mine) const {
    return is_mine ? Fight{view_.mine(), view_.theirs()} : Fight{view_.theirs(), view_.mine()};
  }

  // The active Pokémon of the other side; null where there is none.
  const Pokemon* opposite(bool is_mine) const {
    const auto& active = (is_mine ? view_.theirs() : view_.mine()).active;
    return active.empty() ? nullptr : &active.front();
  }

  void add_side(bool is_mine) {
    const Side& side = is_mine ? view_.mine() : view_.theirs();
    const std::int32_t first = is_mine ? 0 : n_side_zones;
    SideRows& rows = rows_of_side_[is_mine ? 0 : 1];
    if (!side.active.empty()) rows.active = writer_.n_entities();
    for (const Pokemon& pokemon : side.active) add_pokemon(pokemon, is_mine, true);
    rows.n_active = static_cast<std::int32_t>(side.active.size());
    for (const Pokemon& pokemon : side.bench) add_pokemon(pokemon, is_mine, false);
    add_all(side.hand, first + z_hand);
    add_all(side.discard, first + z_discard);
    add_all(side.prize, first + z_prizes);
    rows.hidden_prizes = row_of_equal({}, first + z_prizes);
    if (!side.active.empty()) add_attacks(side.active.front(), is_mine);
  }

  void add_attacks(const Pokemon& pokemon, bool is_mine) {
    const Pokemon* target = opposite(is_mine);
    for (const std::int16_t attack : printed(pokemon.card.id).attacks) {
      const std::int32_t row = add_attack(attack, (is_mine ? 0 : n_side_zones) + z_attacks);
      const auto numbers = writer_.entity_again(row);
      numbers[e_missing] = static_cast<float>(missing(printed_attack(attack), pokemon));
      write_hits(fight(is_mine).damage(printed_attack(attack), pokemon, target), target, numbers);
      numbers[e_barred] = is_barred(view_.known->effects, pokemon.card.serial, attack);
      if (is_mine) attacks_.push_back({attack, row});
    }
  }

  std::int32_t add_attack(std::int16_t attack, std::int32_t zone) {
    const auto numbers = writer_.entity(attack > 0 && attack <= n_attacks ? n_cards + attack : 0, zone);
    numbers[e_copies] = 1;
    numbers[e_damage] = number(printed_attack(attack).damage);
    numbers[e_cost] = number(printed_attack(attack).n_cost);
    return writer_.n_entities() - 1;
  }

  std::int32_t row_of_attack(std::int16_t attack) const {
    for (const auto& [number, row] : attacks_)
      if (number == attack) return row;
    return -1;
  }

  // Notes that an attack is among the options; one that the active Pokémon does not have, gets a row.
  void offer(std::int16_t attack) {
    if (row_of_attack(attack) < 0) attacks_.push_back({attack, add_attack(attack, z_attack)});
    writer_.entity_again(row_of_attack(attack))[e_offered] = 1;
  }

  void mark(const Option& option) {
    const std::int32_t row = source(option);
    if (row >= 0) ++writer_.entity_again(row)[e_picked];
  }

  // A row of equal cards, and the one before of its zone.
  struct Merged {
    std::int32_t card, row, before;
  };

  const View& view_;
  Writer& writer_;
  std::array<std::int32_t, 512> rows_of_{};  // by serial
  std::vector<Merged> merged_;
  std::array<std::int32_t, z_known> last_{};                    // of merged_, by zone
  std::vector<std::pair<std::int16_t, std::int32_t>> attacks_;  // numbers and rows of those that can be used
  std::array<SideRows, 2> rows_of_side_;
  std::int32_t effect_ = -1, context_ = -1;
};

void write_side(const Side& side, std::span<float> globals) {
  const float numbers[n_side] = {static_cast<float>(side.prize.size()),
                                 number(side.deck_count),
                                 number(side.hand_count),
                                 static_cast<float>(side.bench.size()),
                                 number(side.bench_max),
                                 static_cast<float>(side.discard.size()),
                                 static_cast<float>(side.is_poisoned),
                                 static_cast<float>(side.is_burned),
                                 static_cast<float>(side.is_asleep),
                                 static_cast<float>(side.is_paralyzed),
                                 static_cast<float>(side.is_confused)};
  std::copy_n(numbers, n_side, globals.begin());
}

void write_globals(const View& view, std::span<float> globals) {
  const Observation& seen = *view.seen;
  const Select& select = seen.select;
  globals[g_turn] = number(seen.turn);
  globals[g_actions] = number(seen.actions_this_turn);
  globals[g_goes_first] = seen.first_player == view.seat;
  const bool is_odd = seen.turn % 2 == 1;
  globals[g_my_turn] = seen.turn > 0 && seen.first_player >= 0 && (seen.first_player == view.seat) == is_odd;
  globals[g_supporter] = seen.supporter_played;
  globals[g_stadium] = seen.stadium_played;
  globals[g_energy] = seen.energy_attached;
  globals[g_retreated] = seen.retreated;
  globals[g_least] = number(select.least);
  globals[g_most] = number(select.most);
  globals[g_picked] = static_cast<float>(view.picks.size());
  globals[g_options] = static_cast<float>(select.options.size());
  globals[g_damage_left] = number(select.damage_left);
  globals[g_energy_left] = number(select.energy_left);
  write_side(view.mine(), globals.subspan(g_sides, n_side));
  write_side(view.theirs(), globals.subspan(g_sides + n_side, n_side));
  globals[g_sides + 2 * n_side + static_cast<std::size_t>(Ptcg::kind(view))] = 1;
  const auto context = static_cast<std::size_t>(select.context < 0 ? n_contexts : select.context);
  globals[g_sides + 2 * n_side + n_selects + std::min(context, n_contexts - 1)] = 1;
  write_lasting_globals(view, globals.subspan(g_sides + 2 * n_side + n_selects + n_contexts));
}

}  // namespace

const SchemaNames& Ptcg::schema() {
  static const SchemaNames names{
      .game = "ptcg",
      .kinds = {std::begin(select_names), std::end(select_names)},
      .globals =
          made({{"turn", "actions_this_turn", "goes_first", "my_turn", "supporter_played", "stadium_played",
                 "energy_attached", "retreated", "least", "most", "picked", "options", "damage_left", "energy_left"},
                with("my_", side_names),
                with("their_", side_names),
                with("asks_", select_names),
                with("", context_names),
                with("", lasting_globals)}),
      .planes = {},
      .entities = made({{"copies", "hp", "max_hp", "damage", "tools", "energy_cards", "below", "new", "picked", "cost",
                         "missing", "hits", "knocks_out", "offered", "barred"},
                        with("energy_", energy_names),
                        with("", lasting_columns)}),
      .cards = made({{"face-down"}, numbered("card-", 1, n_cards), numbered("attack-", 1, n_attacks)}),
      .zones = made({with("my_", side_zones),
                     with("their_", side_zones),
                     {"stadium", "deck", "looking", "effect", "context", "attack"},
                     with("", known_zones)}),
      .actions = {"copies", "number", "count", "condition"},
      .action_kinds = {std::begin(kind_names), std::end(kind_names)},
      .action_ids = made({{"stop"}, numbered("option-", 1, most_ids)}),
      .refs = {"source", "target", "context"},
      .secrets = {},
      .reasons = {"prizes", "deck_out", "no_pokemon", "card_effect", "unknown", "cut_off", "engine_fault"},
  };
  return names;
}

std::int32_t Ptcg::kind(const View& view) {
  const std::int16_t type = view.select().type;
  constexpr auto other = static_cast<std::int32_t>(n_selects - 1);
  return type < 0 ? other : std::min<std::int32_t>(type, other);
}

void Ptcg::rows(const View& view, std::span<const Action> legal, Writer& writer) {
  write_globals(view, writer.globals());
  const Board board(view, writer);
  for (const Action& action : legal) {
    if (action.is_stop()) {
      writer.action(stop_kind, 0, {-1, -1, board.context()});
      continue;
    }
    const Option& option = view.select().options[static_cast<std::size_t>(action.option)];
    const auto type = static_cast<std::int32_t>(option.type);
    const std::int32_t kind = type < 0 || type >= stop_kind ? other_kind : type;
    const std::int32_t id = std::min<std::int32_t>(action.option + 1, most_ids);
    const auto numbers = writer.action(kind, id, {board.source(option), board.target(option), board.context()});
    numbers[a_copies] = number(action.copies);
    numbers[a_number] = number(option.number);
    numbers[a_count] = number(option.count);
    numbers[a_condition] = static_cast<float>(option.condition + 1);
  }
}

}  // namespace standoff::ptcg
