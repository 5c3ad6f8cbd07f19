// What moves cards, life and markers on the table, and keeps account of what each seat has seen.
#pragma once

#include "table.hpp"

namespace standoff::bang {

// A number below `bound` from one of the streams: 0 to 2 the decks, 3 all other chance.
inline constexpr int other_chance = 3;
std::uint64_t chance(State& state, int stream, std::uint64_t bound);

// Cards.
Card draw_from(State& state, Side deck, Source& source);  // none where deck, common deck and discard pile are empty
bool draw(State& state, std::int8_t seat, Side deck);     // into the hand; whether there was a card
void draw_own(State& state, std::int8_t seat, int count);
void put_on_discard(Public& table, Card card);
void gain_shown(State& state, std::int8_t seat, Card card);
void lose_card(State& state, std::int8_t seat, Card card);
void discard_from_hand(State& state, std::int8_t seat, Card card);
Card random_card(State& state, std::int8_t seat, Side back);
void move_to_hand(State& state, std::int8_t thief, std::int8_t victim, Card card);
void remove_equipment(Public& table, Card card);
void equip(State& state, std::int8_t seat, Place place, Card card);

// Life and markers.
void heal(Figure& figure);
void move_marker(Public& table, std::int8_t seat, std::int8_t mover);

// What waits until an effect is over.
void set_off(Public& table, const Trigger& trigger);
void provoke_wild_bill(Public& table, std::int8_t victim, Place place, std::int8_t culprit);

// Procedures.
void push(Public& table, const Frame& frame);
void pop(Public& table);

}  // namespace standoff::bang
