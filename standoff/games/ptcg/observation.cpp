// Reads the engine's questions and answers straight into structs.
#include "observation.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>

#include "json.hpp"
#include "rng.hpp"

namespace standoff::ptcg {
namespace {

void read_card(Json& json, Card& card) {
  json.object([&](std::string_view key) {
    if (key == "id") {
      card.id = json.small();
    } else if (key == "serial") {
      card.serial = json.small();
    } else if (key == "playerIndex") {
      card.owner = json.small();
    } else {
      json.skip();
    }
  });
}

// Reads the items of an array, of which most have a handful.
template <class Item>
void read_items(Json& json, std::vector<Item>& items, void (*read_item)(Json&, Item&)) {
  json.array([&] {
    if (items.empty()) items.reserve(8);
    read_item(json, items.emplace_back());
  });
}

void read_cards(Json& json, Cards& cards) { read_items(json, cards, read_card); }

void read_pokemon(Json& json, Pokemon& pokemon) {
  json.object([&](std::string_view key) {
    if (key == "id") {
      pokemon.card.id = json.small();
    } else if (key == "serial") {
      pokemon.card.serial = json.small();
    } else if (key == "playerIndex") {
      pokemon.card.owner = json.small();
    } else if (key == "hp") {
      pokemon.hp = json.small();
    } else if (key == "maxHp") {
      pokemon.max_hp = json.small();
    } else if (key == "appearThisTurn") {
      pokemon.is_new = json.boolean();
    } else if (key == "energies") {
      json.array([&] {
        const auto type = std::clamp<std::int64_t>(json.number(), 0, n_energy_types - 1);
        ++pokemon.energies[static_cast<std::size_t>(type)];
      });
    } else if (key == "energyCards") {
      read_cards(json, pokemon.energy_cards);
    } else if (key == "tools") {
      read_cards(json, pokemon.tools);
    } else if (key == "preEvolution") {
      read_cards(json, pokemon.below);
    } else {
      json.skip();
    }
  });
}

bool read_condition(Json& json, std::string_view key, Side& side) {
  bool* const place = key == "poisoned"    ? &side.is_poisoned
                      : key == "burned"    ? &side.is_burned
                      : key == "asleep"    ? &side.is_asleep
                      : key == "paralyzed" ? &side.is_paralyzed
                      : key == "confused"  ? &side.is_confused
                                           : nullptr;
  if (place != nullptr) *place = json.boolean();
  return place != nullptr;
}

void read_side(Json& json, Side& side) {
  json.object([&](std::string_view key) {
    if (key == "active") {
      read_items(json, side.active, read_pokemon);
    } else if (key == "bench") {
      read_items(json, side.bench, read_pokemon);
    } else if (key == "discard") {
      read_cards(json, side.discard);
    } else if (key == "prize") {
      read_cards(json, side.prize);
    } else if (key == "hand") {
      read_cards(json, side.hand);
    } else if (key == "benchMax") {
      side.bench_max = json.small();
    } else if (key == "deckCount") {
      side.deck_count = json.small();
    } else if (key == "handCount") {
      side.hand_count = json.small();
    } else if (key == "win") {
      side.rounds_won = json.small();
    } else if (!read_condition(json, key, side)) {
      json.skip();
    }
  });
}

// The names of the numbers of an option, and where each is kept.
struct OptionField {
  std::string_view key;
  std::int16_t Option::* place;
};
constexpr OptionField option_fields[] = {
    {"index", &Option::index},
    {"playerIndex", &Option::player},
    {"inPlayIndex", &Option::in_play_index},
    {"number", &Option::number},
    {"attackId", &Option::attack},
    {"energyIndex", &Option::energy_index},
    {"toolIndex", &Option::tool_index},
    {"count", &Option::count},
    {"cardId", &Option::card},
    {"serial", &Option::serial},
    {"specialConditionType", &Option::condition},
};

void read_option(Json& json, Option& option) {
  json.object([&](std::string_view key) {
    if (key == "type") {
      option.type = static_cast<OptionType>(json.small());
    } else if (key == "area") {
      option.area = static_cast<Area>(json.small());
    } else if (key == "inPlayArea") {
      option.in_play_area = static_cast<Area>(json.small());
    } else {
      const auto* field = std::ranges::find(option_fields, key, &OptionField::key);
      if (field == std::end(option_fields)) return json.skip();
      option.*(field->place) = json.small();
    }
  });
}

void read_select(Json& json, Select& select) {
  json.object([&](std::string_view key) {
    if (key == "type") {
      select.type = json.small();
    } else if (key == "context") {
      select.context = json.small();
    } else if (key == "minCount") {
      select.least = json.small();
    } else if (key == "maxCount") {
      select.most = json.small();
    } else if (key == "remainDamageCounter") {
      select.damage_left = json.small();
    } else if (key == "remainEnergyCost") {
      select.energy_left = json.small();
    } else if (key == "option") {
      read_items(json, select.options, read_option);
    } else if (key == "deck") {
      read_cards(json, select.deck);
    } else if (key == "contextCard") {
      read_card(json, select.context_card);
    } else if (key == "effect") {
      read_card(json, select.effect);
    } else {
      json.skip();
    }
  });
}

struct LogField {
  std::string_view key;
  std::int16_t Log::* place;
};
constexpr LogField log_fields[] = {
    {"type", &Log::type},
    {"playerIndex", &Log::player},
    {"cardId", &Log::card},
    {"serial", &Log::serial},
    {"cardIdTarget", &Log::card_target},
    {"serialTarget", &Log::serial_target},
    {"fromArea", &Log::from_area},
    {"toArea", &Log::to_area},
    {"attackId", &Log::attack},
    {"value", &Log::value},
    {"head", &Log::head},
    {"putDamageCounter", &Log::is_counter},
    {"result", &Log::result},
    {"reason", &Log::reason},
    {"cardIdActive", &Log::card},
    {"serialActive", &Log::serial},
    {"cardIdBench", &Log::card_target},
    {"serialBench", &Log::serial_target},
    {"cardIdBefore", &Log::card_target},
    {"serialBefore", &Log::serial_target},
};

void read_log(Json& json, Log& log) {
  json.object([&](std::string_view key) {
    const auto* field = std::ranges::find(log_fields, key, &LogField::key);
    if (field == std::end(log_fields)) return json.skip();
    log.*(field->place) = json.small();
  });
}

void read_players(Json& json, std::array<Side, 2>& sides) {
  std::size_t seat = 0;
  json.array([&] {
    if (seat < sides.size()) {
      read_side(json, sides[seat++]);
    } else {
      json.skip();
    }
  });
}

void read_current(Json& json, Observation& found) {
  json.object([&](std::string_view key) {
    if (key == "turn") {
      found.turn = json.small();
    } else if (key == "turnActionCount") {
      found.actions_this_turn = json.small();
    } else if (key == "yourIndex") {
      found.seat = std::clamp<std::int16_t>(json.small(), 0, 1);
    } else if (key == "firstPlayer") {
      found.first_player = json.small();
    } else if (key == "result") {
      found.result = json.small();
    } else if (key == "round") {
      found.round = json.small();
    } else if (key == "supporterPlayed") {
      found.supporter_played = json.boolean();
    } else if (key == "stadiumPlayed") {
      found.stadium_played = json.boolean();
    } else if (key == "energyAttached") {
      found.energy_attached = json.boolean();
    } else if (key == "retreated") {
      found.retreated = json.boolean();
    } else if (key == "stadium") {
      read_cards(json, found.stadium);
    } else if (key == "looking") {
      read_cards(json, found.looking);
    } else if (key == "players") {
      read_players(json, found.sides);
    } else {
      json.skip();
    }
  });
}

void read_observation(Json& json, Observation& found) {
  json.object([&](std::string_view key) {
    if (key == "select") {
      read_select(json, found.select);
    } else if (key == "logs") {
      read_items(json, found.logs, read_log);
    } else if (key == "current") {
      read_current(json, found);
    } else {
      json.skip();
    }
  });
}

// Folds numbers into a hash.
class Folding {
 public:
  std::uint64_t hash() const { return hash_; }

  template <class... Numbers>
  void numbers(Numbers... each) {
    ((hash_ = mix(hash_, static_cast<std::uint64_t>(each))), ...);
  }

  // Things that are nothing but their bytes, and how many they are.
  template <class Item>
  void items(std::span<const Item> all) {
    static_assert(std::has_unique_object_representations_v<Item>);
    numbers(all.size());
    const auto bytes = std::as_bytes(all);
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
      numbers(word);
    }
  }

  void cards(const Cards& all) { items(std::span<const Card>(all)); }

  void row(const std::vector<Pokemon>& all) {
    numbers(all.size());
    for (const Pokemon& pokemon : all) {
      items(std::span<const Card>(&pokemon.card, 1));
      numbers(pokemon.hp, pokemon.max_hp, pokemon.is_new);
      items(std::span<const std::int8_t>(pokemon.energies));
      for (const Cards* below : {&pokemon.energy_cards, &pokemon.tools, &pokemon.below}) cards(*below);
    }
  }

  void side(const Side& side) {
    row(side.active);
    row(side.bench);
    for (const Cards* zone : {&side.discard, &side.prize, &side.hand}) cards(*zone);
    numbers(side.bench_max, side.deck_count, side.hand_count, side.rounds_won, side.is_poisoned, side.is_burned,
            side.is_asleep, side.is_paralyzed, side.is_confused);
  }

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace

std::uint64_t fingerprint(const Observation& seen) {
  Folding fold;
  const Select& select = seen.select;
  fold.numbers(select.type, select.context, select.least, select.most, select.damage_left, select.energy_left);
  fold.items(std::span<const Option>(select.options));
  fold.cards(select.deck);
  fold.cards({select.context_card, select.effect});
  fold.items(std::span<const Log>(seen.logs));
  fold.numbers(seen.turn, seen.actions_this_turn, seen.seat, seen.first_player, seen.result, seen.round,
               seen.supporter_played, seen.stadium_played, seen.energy_attached, seen.retreated);
  fold.cards(seen.stadium);
  fold.cards(seen.looking);
  for (const Side& side : seen.sides) fold.side(side);
  return fold.hash();
}

bool read(std::string_view text, Observation& found) {
  Json json(text);
  found = {};
  read_observation(json, found);
  return !json.is_bad();
}

bool read(std::string_view text, Answer& found) {
  Json json(text);
  found = {};
  json.object([&](std::string_view key) {
    if (key == "error") {
      found.error = static_cast<std::int32_t>(json.number());
    } else if (key == "state") {
      json.object([&](std::string_view inner) {
        if (inner == "searchId") {
          found.node = json.number();
        } else if (inner == "observation") {
          read_observation(json, found.observation);
        } else {
          json.skip();
        }
      });
    } else {
      json.skip();
    }
  });
  return !json.is_bad();
}

}  // namespace standoff::ptcg
