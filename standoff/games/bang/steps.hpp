// The procedures of BANG! The Duel: a stack of small steps, of which the topmost asks a seat or goes on.
#pragma once

#include "moves.hpp"

namespace standoff::bang {

// Which attack a hit comes from: a card's name, or this for what an ability or Return Fire sets off.
inline constexpr std::int8_t plain_shot = n_names;

inline constexpr int turn_limit = 400;

// Stages at which a step waits for a choice.
enum TurnStage : std::uint8_t {
  turn_begins,
  dynamite_ticks,
  snake_bites,
  herd_runs,
  turn_draws,
  turn_plays,
  turn_discards
};
enum HitStage : std::uint8_t {
  hit_begins,
  hit_asks,
  barrel_read,
  sid_read,
  hit_dodged,
  hit_pays,
  hit_aftermath,
  hit_counters,
  hit_taken,
  hit_ends
};
enum Stage : std::uint8_t { begins, asks, goes_on, ends };
enum HitFlag : std::int8_t { barrel_tried = 1, sid_tried = 2, fires_back = 4, sid_shoots = 8 };

// Puts two of each side's four picked characters into play and asks who is active.
void open_game(State& state);

// Gives the markers their places, deals the hands, and begins the first turn.
void start_play(State& state);

// A character becomes the target of a hit; `attack` is the name of a card or `plain_shot`.
void hit(Public& table, Aim target, std::int8_t attack, Aim shooter);

// Turns up a card of a deck, two with Bart Masterson; Public::result says whether it was the symbol that was asked for.
void start_reveal(Public& table, std::int8_t deck, Symbol asked);
void count_reveal(Public& table, Card card, Symbol asked);

// Goes on until a seat must choose or the game is over.
void run(State& state);

// Carries out what a seat has chosen in the topmost step.
void choose(State& state, std::int8_t seat, const Action& action);

// The seat that the topmost step asks; draft and opening ask both.
std::int8_t asked_seat(const Public& table);

// Whether the dodge of this hit costs another card (Tex Killer).
bool costs_a_card(const Public& table, const Frame& hit);

// Whether Bull Anderson finds cards to take.
bool can_loot(const Public& table, const Frame& loot);

// Whether Carbine finds equipment on an active character.
bool can_strip(const Public& table);

// The order in which an effect on several characters reaches them (2.11), its player's active one left out.
int others_in_order(const Public& table, std::int8_t seat, std::array<Aim, 3>& order);

}  // namespace standoff::bang
