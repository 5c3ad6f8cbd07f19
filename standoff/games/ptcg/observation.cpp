// Reads the engine's JSON straight into structs: a pull parser for the one shape that it has.
#include "observation.hpp"

#include <algorithm>
#include <limits>

namespace standoff::ptcg {
namespace {

// A cursor over JSON. After the first thing that is not as it should be, everything is empty.
class Json {
 public:
  explicit Json(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool is_bad() const { return is_bad_; }

  // Calls member(key) for each member of an object; that must take the value. A null has no members.
  template <class Member>
  void object(Member member) {
    if (take_null() || !expect('{')) return;
    if (take('}')) return;
    do {
      const std::string_view key = string();
      if (!expect(':')) return;
      member(key);
    } while (!is_bad_ && take(','));
    expect('}');
  }

  // Calls item() for each item of an array.
  template <class Item>
  void array(Item item) {
    if (take_null() || !expect('[')) return;
    if (take(']')) return;
    do item();
    while (!is_bad_ && take(','));
    expect(']');
  }

  // A whole number; true is 1, false 0, null -1.
  std::int64_t number() {
    skip_space();
    if (take_word("true")) return 1;
    if (take_word("false")) return 0;
    if (take_word("null")) return -1;
    const bool is_negative = take('-');
    if (at_ == end_ || *at_ < '0' || *at_ > '9') return fail();
    std::int64_t value = 0;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_)
      if (value < (std::int64_t{1} << 58)) value = value * 10 + (*at_ - '0');
    while (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E' || *at_ == '+' || *at_ == '-' || is_digit(*at_)))
      ++at_;
    return is_negative ? -value : value;
  }

  std::int16_t small() {
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(number(), std::numeric_limits<std::int16_t>::min(),
                                                              std::numeric_limits<std::int16_t>::max()));
  }

  bool boolean() { return number() > 0; }

  bool take_null() {
    skip_space();
    return take_word("null");
  }

  void skip() {
    skip_space();
    if (at_ == end_) {
      fail();
    } else if (*at_ == '{') {
      object([&](std::string_view) { skip(); });
    } else if (*at_ == '[') {
      array([&] { skip(); });
    } else if (*at_ == '"') {
      string();
    } else {
      number();
    }
  }

 private:
  static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

  std::int64_t fail() {
    is_bad_ = true;
    at_ = end_;
    return 0;
  }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }

  bool take(char letter) {
    skip_space();
    if (at_ == end_ || *at_ != letter) return false;
    ++at_;
    return true;
  }

  bool expect(char letter) {
    if (take(letter)) return true;
    fail();
    return false;
  }

  bool take_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() || std::string_view(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  // What stands between quotation marks, escapes left as they are: no key or value that is read has one.
  std::string_view string() {
    if (!expect('"')) return {};
    const char* start = at_;
    while (at_ != end_ && *at_ != '"') at_ += *at_ == '\\' && end_ - at_ > 1 ? 2 : 1;
    const std::string_view found(start, static_cast<std::size_t>(at_ - start));
    expect('"');
    return found;
  }

  const char* at_;
  const char* end_;
  bool is_bad_ = false;
};

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

void read_cards(Json& json, Cards& cards) {
  json.array([&] { read_card(json, cards.emplace_back()); });
}

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
      json.array([&] { read_pokemon(json, side.active.emplace_back()); });
    } else if (key == "bench") {
      json.array([&] { read_pokemon(json, side.bench.emplace_back()); });
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
      json.array([&] { read_option(json, select.options.emplace_back()); });
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
      json.array([&] { read_log(json, found.logs.emplace_back()); });
    } else if (key == "current") {
      read_current(json, found);
    } else {
      json.skip();
    }
  });
}

}  // namespace

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
