// The boxes of BANG! The Duel: the table that both see, what each seat holds, and what nobody sees.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "cardset.hpp"
#include "rng.hpp"

namespace standoff::bang {

using Place = std::int8_t;  // 0 or 1: where a character stands in its row; the marker says which one is active
inline constexpr std::int8_t none = -1;

enum class Rules : std::uint8_t { published, rulebook };
enum class Setup : std::uint8_t { draft, random, given, scene };

// A seat is a side: seat 0 is the law, which plays first.
constexpr std::int8_t other(std::int8_t seat) { return static_cast<std::int8_t>(1 - seat); }

// A character in play with its equipment; an empty place has no character.
struct Figure {
  std::int8_t character = none;
  std::int8_t life = 0;
  std::int8_t is_used = 0;    // whether its once-a-turn ability has been used
  std::int8_t killer = none;  // the side whose card or ability took the last life point; `none` its own equipment
  std::array<Card, n_equipment> equipment{none, none, none, none, none, none, none, none, none};
  std::array<std::int8_t, 3> unused{};
  bool operator==(const Figure&) const = default;

  bool is_alive() const { return life > 0; }
  bool has(Name name) const { return equipment[name - bank] != none; }
  int n_cards() const {
    int count = 0;
    for (const Card card : equipment) count += card != none;
    return count;
  }
};

// What is going on. Each step is a small procedure in rules.cpp; the topmost one asks, or goes on.
enum class Step : std::uint8_t {
  draft,
  opening,
  turn,
  settle,
  eliminate,
  loot,
  hit,
  volley,
  gatling,
  indians,
  scare,
  duel,
  lose,
  hazard,
  reveal,
  store,
  put_back,
  rob,
  teach,
  copy,
  strip,
  turnaround,
  pay_rider,
  snatch,
};

struct Frame {
  Step step = Step::draft;
  std::uint8_t stage = 0;
  std::int8_t seat = 0;     // whose procedure it is: the seat that is hit, that looks, that takes ...
  Place place = 0;          // of the character that it happens to
  std::int8_t card = none;  // a card or a name, where one matters
  std::int8_t a = 0, b = 0, c = 0;
  bool operator==(const Frame&) const = default;
};

// Something that an effect has set off, to be carried out once the effect and its eliminations are done.
enum class Spark : std::int8_t { draw, shot, snatch };

struct Trigger {
  Spark spark = Spark::draw;
  std::int8_t seat = 0;  // who draws, shoots or snatches
  Place shooter = 0;     // the place that a shot comes from
  std::int8_t target_seat = 0;
  Place target = none;           // of a shot; `none` is whoever is active then
  std::int8_t character = none;  // who must stand there; `none` is whoever does
  std::array<std::int8_t, 2> unused{};
  bool operator==(const Trigger&) const = default;
};

// Where an unknown hand card was drawn: each class is a set of cards that only hidden places can hold.
enum Source : std::int8_t { law_deck, outlaw_deck, common_law, common_outlaw };
inline constexpr int n_sources = 4;

inline constexpr int most_frames = 12, most_triggers = 24;

struct Public {
  CardSet discard;               // the common discard pile
  CardSet shuffled;              // cards that were shuffled into the present common deck
  CardSet store;                 // turned up by General Store
  std::array<CardSet, 2> shown;  // hand cards of each seat that the other seat knows
  std::array<std::array<Figure, 2>, 2> figure{};
  std::array<Frame, most_frames> frame{};
  std::array<Trigger, most_triggers> trigger{};
  std::array<std::array<std::int8_t, n_sources>, 2>
      unknown{};                        // other hand cards of each seat, by where they came from
  std::array<std::uint16_t, 2> seen{};  // characters of each side that have come into play
  std::uint16_t n_turns = 0;
  std::array<std::int8_t, 3> deck_size{n_deck, n_deck, 0};  // law, outlaw, common
  std::array<Place, 2> active{};
  std::array<Place, 2> awake{none, none};  // a rearguard that answers as a target works instead of the active one
  std::array<std::int8_t, 2> reserve_size{};
  std::array<Card, 2> revealed{none, none};
  Card discard_top = none;
  std::int8_t result = 0;      // of the last reveal
  std::uint8_t n_reveals = 0;  // so far, round the end of a byte
  std::int8_t n_frames = 0, n_triggers = 0;
  std::int8_t turn = 0;  // whose turn it is
  std::int8_t n_bangs = 0, has_swapped = 0;
  std::int8_t loser = none, is_draw = 0;
  Rules rules = Rules::published;
  Setup setup = Setup::draft;
  std::array<std::int8_t, 3> unused{};
  bool operator==(const Public&) const = default;

  const Frame& top() const { return frame[n_frames - 1]; }
  Frame& top() { return frame[n_frames - 1]; }
  bool is_over() const { return loser != none || is_draw; }

  const Figure& at(std::int8_t seat, Place place) const { return figure[seat][place]; }
  Figure& at(std::int8_t seat, Place place) { return figure[seat][place]; }
  Place rear(std::int8_t seat) const { return static_cast<Place>(1 - active[seat]); }
  const Figure& front(std::int8_t seat) const { return figure[seat][active[seat]]; }
  Figure& front(std::int8_t seat) { return figure[seat][active[seat]]; }
  bool has_rear(std::int8_t seat) const { return figure[seat][rear(seat)].is_alive(); }
  bool is_alone(std::int8_t seat) const { return !has_rear(seat); }
  int hand_size(std::int8_t seat) const {
    int count = shown[seat].size();
    for (const std::int8_t number : unknown[seat]) count += number;
    return count;
  }
  int hand_size(std::int8_t seat, Side back) const {
    return shown[seat].size(back) + unknown[seat][back] + unknown[seat][static_cast<int>(common_law) + back];
  }
};

struct Private {
  CardSet hand;
  CardSet looked;             // drawn cards of which one must be put back
  std::uint16_t reserve = 0;  // characters of the own side, as bits
  std::uint16_t picked = 0;   // in the draft
  std::uint32_t unused = 0;
  bool operator==(const Private&) const = default;
};

struct Hidden {
  std::array<CardSet, 3> deck{};          // law, outlaw, common: sets, since nobody knows an order
  std::array<std::uint64_t, 4> stream{};  // of draws from each deck, and of all other chance
  std::array<std::int8_t, 2> opening{};   // the place that each seat has named, until both have
  std::array<std::int8_t, 6> unused{};
  bool operator==(const Hidden&) const = default;
};

struct State {
  Public table;
  std::array<Private, 2> seat;
  Hidden hidden;
  bool operator==(const State&) const = default;
};

static_assert(std::is_trivially_copyable_v<State>);

}  // namespace standoff::bang
