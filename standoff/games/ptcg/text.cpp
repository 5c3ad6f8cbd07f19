// The game in words: what an action does, what the other seat hears of it, and the page of a view.
#include <algorithm>

#include "catalogue.hpp"
#include "ptcg.hpp"

namespace standoff::ptcg {
namespace {

constexpr std::string_view question_names[] = {"your turn",
                                               "choose your active Pokémon",
                                               "choose Pokémon for your bench",
                                               "switch with",
                                               "to the active spot",
                                               "to the bench",
                                               "into play",
                                               "into the hand",
                                               "discard",
                                               "into the deck",
                                               "under the deck",
                                               "to the prizes",
                                               "leave where it is",
                                               "damage counters on",
                                               "damage counters on any",
                                               "damage",
                                               "remove damage counters from",
                                               "heal",
                                               "evolve which",
                                               "evolve into",
                                               "devolve",
                                               "attach what",
                                               "attach to",
                                               "take from",
                                               "look at",
                                               "work on",
                                               "discard an energy card",
                                               "discard a tool",
                                               "move an energy card",
                                               "discard a card",
                                               "discard energy",
                                               "energy into the hand",
                                               "energy into the deck",
                                               "move energy",
                                               "which effect first",
                                               "attack with",
                                               "forbid an attack",
                                               "evolve",
                                               "how many cards to draw",
                                               "how many damage counters",
                                               "how many damage counters to remove",
                                               "go first?",
                                               "draw for a mulligan?",
                                               "use it?",
                                               "the first effect?",
                                               "devolve further?",
                                               "heads?",
                                               "give a condition",
                                               "recover from a condition"};
constexpr std::string_view condition_names[] = {"poisoned", "burned", "asleep", "paralyzed", "confused"};
constexpr std::string_view area_names[] = {"",        "deck",   "hand", "discard",      "active", "bench",    "prize",
                                           "stadium", "energy", "tool", "evolved from", "player", "looked at"};

std::string question(const View& view) {
  const auto context = static_cast<std::size_t>(std::max<std::int16_t>(view.select().context, 0));
  const std::string asked(context < std::size(question_names) ? question_names[context] : "choose");
  const std::int16_t effect = view.select().effect.id;
  return effect > 0 ? name_of(effect) + ": " + asked : asked;
}

// "bench 2", "their active".
std::string place(const View& view, Area area, std::int16_t index, std::int16_t player) {
  const auto number = static_cast<std::size_t>(std::max<std::int16_t>(static_cast<std::int16_t>(area), 0));
  std::string words(player >= 0 && player != view.seat ? "their " : "");
  words += number < std::size(area_names) ? area_names[number] : "elsewhere";
  if (area == Area::bench || area == Area::prize) words += " " + std::to_string(index + 1);
  return words;
}

const Pokemon* in_play(const Side& side, Area area, std::int16_t index) {
  const auto& row = area == Area::active ? side.active : side.bench;
  if ((area != Area::active && area != Area::bench) || index < 0 || static_cast<std::size_t>(index) >= row.size())
    return nullptr;
  return &row[static_cast<std::size_t>(index)];
}

std::string target(const View& view, const Option& option) {
  const Pokemon* pokemon = in_play(view.mine(), option.in_play_area, option.in_play_index);
  const std::string where = place(view, option.in_play_area, option.in_play_index, -1);
  return pokemon == nullptr ? where : name_of(pokemon->card.id) + " (" + where + ")";
}

std::string attack_words(std::int16_t number) {
  const PrintedAttack& attack = printed_attack(number);
  const std::string name = attack.name.empty() ? "attack " + std::to_string(number) : attack.name;
  return name + (attack.damage > 0 ? " (" + std::to_string(attack.damage) + ")" : "");
}

// What an option does; `named` says what is told of the card that it is about.
std::string words(const View& view, const Option& option, const std::string& named) {
  switch (option.type) {
    case OptionType::number:
      return std::to_string(option.number);
    case OptionType::yes:
      return "yes";
    case OptionType::no:
      return "no";
    case OptionType::play:
      return "play " + named;
    case OptionType::attach:
      return "attach " + named + " to " + target(view, option);
    case OptionType::evolve:
      return "evolve " + target(view, option) + " into " + named;
    case OptionType::ability:
      return "use " + named + " (" + place(view, option.area, option.index, option.player) + ")";
    case OptionType::discard:
      return "discard " + named;
    case OptionType::retreat:
      return "retreat";
    case OptionType::attack:
      return "attack with " + attack_words(option.attack);
    case OptionType::end:
      return "end the turn";
    case OptionType::skill:
      return "effect of " + named;
    case OptionType::special_condition:
      return option.condition >= 0 && static_cast<std::size_t>(option.condition) < std::size(condition_names)
                 ? std::string(condition_names[static_cast<std::size_t>(option.condition)])
                 : "condition " + std::to_string(option.condition);
    default:
      return named + " (" + place(view, option.area, option.index, option.player) + ")";
  }
}

std::string words_of(const View& view, const Action& action) {
  if (action.is_stop()) return view.picks.empty() ? "none" : "enough";
  const Option& option = view.select().options[static_cast<std::size_t>(action.option)];
  return words(view, option, name_of(card_of(*view.seen, option).id));
}

// Whether both seats see the card that an option is about.
bool is_open(const Option& option) {
  switch (option.type) {
    case OptionType::card:
      return option.area != Area::deck && option.area != Area::hand && option.area != Area::prize &&
             option.area != Area::looking;
    default:
      return true;
  }
}

std::string quoted(std::string_view text) {
  std::string found = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') found += '\\';
    found += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
  }
  return found + '"';
}

template <class Items, class Write>
std::string list(const Items& items, Write write) {
  std::string found = "[";
  for (const auto& item : items) found += (found.size() > 1 ? "," : "") + write(item);
  return found + "]";
}

std::string names(const Cards& cards) {
  return list(cards, [](const Card& card) { return quoted(name_of(card.id)); });
}

std::string flag(std::string_view name, bool value) {
  return ",\"" + std::string(name) + "\":" + (value ? "true" : "false");
}

std::string count(std::string_view name, std::int64_t value) {
  return ",\"" + std::string(name) + "\":" + std::to_string(value);
}

std::string pokemon_page(const Pokemon& pokemon) {
  std::string energies = "[";
  for (const std::int8_t n : pokemon.energies) energies += (energies.size() > 1 ? "," : "") + std::to_string(n);
  return "{\"name\":" + quoted(name_of(pokemon.card.id)) + count("hp", pokemon.hp) + count("max_hp", pokemon.max_hp) +
         flag("new", pokemon.is_new) + ",\"energies\":" + energies + "],\"tools\":" + names(pokemon.tools) +
         ",\"below\":" + names(pokemon.below) + "}";
}

std::string side_page(const Side& side) {
  return "{\"active\":" + list(side.active, pokemon_page) + ",\"bench\":" + list(side.bench, pokemon_page) +
         ",\"discard\":" + names(side.discard) + count("prizes", static_cast<std::int64_t>(side.prize.size())) +
         count("deck", side.deck_count) + count("hand", side.hand_count) + flag("poisoned", side.is_poisoned) +
         flag("burned", side.is_burned) + flag("asleep", side.is_asleep) + flag("paralyzed", side.is_paralyzed) +
         flag("confused", side.is_confused) + "}";
}

// While they are set up, Pokémon lie face down: the other seat sees none of them.
std::string table_page(const Observation& seen) {
  const bool is_open = seen.turn > 0;
  const auto side = [&](std::size_t seat) { return is_open ? side_page(seen.sides[seat]) : side_page(Side{}); };
  return "{\"turn\":" + std::to_string(std::max<std::int16_t>(seen.turn, 0)) + count("goes_first", seen.first_player) +
         ",\"stadium\":" + names(seen.stadium) + ",\"sides\":[" + side(0) + "," + side(1) + "]}";
}

}  // namespace

// Options that read alike, such as two Pokémon of one name in one place, are numbered.
std::string Ptcg::label(const View& view, const Action& action) {
  const std::string mine = words_of(view, action);
  std::vector<Action> legal;
  actions(view, legal);
  int n_before = 0, n_alike = 0;
  for (const Action& other : legal) {
    const bool is_alike = words_of(view, other) == mine;
    n_alike += is_alike;
    n_before += is_alike && other.option < action.option;
  }
  return n_alike > 1 ? mine + " #" + std::to_string(n_before + 1) : mine;
}

std::string Ptcg::told(const View& view, const Action& action) {
  const std::string asked = view.select().context == 0 ? "" : question(view) + ": ";
  if (action.is_stop()) return asked + words_of(view, action);
  const Option& option = view.select().options[static_cast<std::size_t>(action.option)];
  return asked + (is_open(option) ? words_of(view, action) : "a card");
}

std::string Ptcg::page(const View& view) {
  const Observation& seen = *view.seen;
  std::string picked = "[";
  for (const int place : view.picks)
    picked += (picked.size() > 1 ? "," : "") + quoted(words_of(view, {static_cast<std::int16_t>(place), 1}));
  const Side& mine = view.mine();
  return "{\"seat\":" + std::to_string(view.seat) + ",\"question\":" + quoted(question(view)) +
         count("least", seen.select.least) + count("most", seen.select.most) + ",\"picked\":" + picked +
         "],\"hand\":" + names(mine.hand) + ",\"active\":" + list(mine.active, pokemon_page) +
         ",\"bench\":" + list(mine.bench, pokemon_page) + ",\"looking\":" + names(seen.looking) +
         flag("supporter_played", seen.supporter_played) + flag("energy_attached", seen.energy_attached) +
         flag("retreated", seen.retreated) + ",\"table\":" + table_page(seen) + "}";
}

}  // namespace standoff::ptcg
