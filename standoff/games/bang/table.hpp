// Questions that the table answers: who works, who may be hit by what, how many BANG! cards, how many hand cards.
#pragma once

#include "view.hpp"

namespace standoff::bang {

// Where the character stands that works as the active one: the marker's place, or a rearguard woken as a target.
inline Place standing(const Public& table, std::int8_t seat) {
  return table.awake[seat] != none ? table.awake[seat] : table.active[seat];
}

// Whether the ability of a character works now (2.4): it stands, or it is always active.
inline bool works(const Public& table, std::int8_t seat, Place place) {
  const Figure& figure = table.at(seat, place);
  return figure.is_alive() &&
         (place == standing(table, seat) || characters[static_cast<std::size_t>(figure.character)].is_always_active);
}

// The place where a side's character works, or none.
inline Place worker(const Public& table, std::int8_t seat, Character who) {
  for (Place place = 0; place < 2; ++place)
    if (table.at(seat, place).character == who && works(table, seat, place)) return place;
  return none;
}
inline bool has_working(const Public& table, std::int8_t seat, Character who) {
  return worker(table, seat, who) != none;
}

// Whether the standing character has working equipment of this name.
inline bool bears(const Public& table, std::int8_t seat, Name name) {
  const Figure& figure = table.at(seat, standing(table, seat));
  return figure.is_alive() && figure.has(name);
}

// 2.5 and ruling 3: one BANG! card a turn, two with The Stranger; any number with Gun Belt or West Harding.
inline bool has_unlimited_bangs(const Public& table, std::int8_t seat) {
  return bears(table, seat, gun_belt) || has_working(table, seat, west);
}
inline bool may_bang(const Public& table, std::int8_t seat) {
  return has_unlimited_bangs(table, seat) || table.n_bangs < 1 + has_working(table, seat, stranger);
}

inline int hand_limit(const Public& table, std::int8_t seat) {
  const int life = table.front(seat).life;
  return table.rules == Rules::rulebook && life < 2 ? 2 : life;
}

// What Duel and Indians! accept: a hit card, for Annie Oakey also Missed!, for Toco Ramirez any card.
inline bool is_hit_card(const Public& table, std::int8_t seat, Card card) {
  return sheet_of(card).is_hit || has_working(table, seat, toco) ||
         (name_of(card) == missed && has_working(table, seat, annie));
}

inline bool is_dodge_card(const Public& table, std::int8_t seat, Card card) {
  return sheet_of(card).is_dodge || (sheet_of(card).is_hit && has_working(table, seat, annie));
}

// Whether cards with the reload icon may be turned into a card (2.8).
inline bool may_reload(const Public& table) { return table.is_alone(0) || table.is_alone(1); }

struct Aim {
  std::int8_t seat;
  Place place;
};

inline Aim aim(const Public& table, std::int8_t seat, Target target) {
  const std::int8_t whose = target >= Target::their_active ? other(seat) : seat;
  const bool is_rear = target == Target::my_rear || target == Target::their_rear;
  return {whose, is_rear ? table.rear(whose) : table.active[whose]};
}

// Whether a seat may reach equipment in play with Robbery or Teacher: all but the opponent's rearguard's.
inline bool may_reach(const Public& table, std::int8_t seat, std::int8_t whose, Place place) {
  return whose == seat || place == table.active[whose] || has_working(table, seat, jack);
}

// Calls visit(card, seat, place) for all equipment in play.
template <class Visit>
void each_equipment(const Public& table, Visit visit) {
  for (std::int8_t seat = 0; seat < 2; ++seat)
    for (Place place = 0; place < 2; ++place)
      for (const Card card : table.at(seat, place).equipment)
        if (card != none) visit(card, seat, place);
}

// The cards that a seat cannot see: in decks, and unknown ones in the other hand.
inline CardSet unseen(const View& view) {
  const auto foe = static_cast<std::size_t>(other(view.seat));
  CardSet seen = view.table.discard | view.table.store | view.mine.hand | view.table.shown[foe];
  each_equipment(view.table, [&](Card card, std::int8_t, Place) { seen.add(card); });
  return CardSet::all() - seen;
}

// Whether Robbery or Teacher would find anything.
inline bool can_rob(const Public& table, std::int8_t seat, bool takes_hand_cards) {
  bool found = takes_hand_cards && table.hand_size(other(seat)) > 0;
  each_equipment(table, [&](Card, std::int8_t whose, Place place) { found |= may_reach(table, seat, whose, place); });
  return found;
}

// Calls visit(target) for every target that a card may be played on (2.5), `nobody` where it takes none.
template <class Visit>
void each_target(const Public& table, std::int8_t seat, Name name, Visit visit) {
  const bool reaches_all = has_working(table, seat, jack);
  const bool has_their_rear = table.has_rear(other(seat)), has_my_rear = table.has_rear(seat);
  const bool hits_rear = reaches_all || bears(table, seat, scope);
  const auto each_own = [&] {
    visit(Target::my_active);
    if (has_my_rear) visit(Target::my_rear);
  };
  switch (name) {
    case missed:
    case return_fire:
      return;
    case beer:
    case gatling:
    case general_store:
    case indians:
    case stagecoach:
      return visit(Target::nobody);
    case robbery:
    case teacher:
      if (can_rob(table, seat, name == robbery)) visit(Target::nobody);
      return;
    case canteen:  // the two targets stand for the two markers
      if (has_my_rear) visit(Target::my_active);
      if (has_their_rear) visit(Target::their_active);
      return;
    case duel:
      visit(Target::their_active);
      if (has_their_rear && reaches_all) visit(Target::their_rear);
      return;
    case knife:
    case derringer:
    case saloon:
      each_own();
      visit(Target::their_active);
      if (has_their_rear && (name == saloon ? reaches_all : hits_rear)) visit(Target::their_rear);
      return;
    default:
      break;
  }
  if (is_equipment(name)) {
    if (!has_my_rear || reaches_all) visit(Target::my_active);
    if (has_my_rear) visit(Target::my_rear);
    if (name != dynamite || reaches_all) visit(Target::their_active);
    if (has_their_rear && reaches_all) visit(Target::their_rear);
    return;
  }
  visit(Target::their_active);  // BANG! cards
  if (has_their_rear && (hits_rear || name == winchester)) visit(Target::their_rear);
}

inline bool has_target(const Public& table, std::int8_t seat, Name name) {
  bool found = false;
  each_target(table, seat, name, [&](Target) { found = true; });
  return found;
}

// Whether the card on top of the discard pile is one that Pearl Hat may carry out.
inline bool may_copy(const Public& table, std::int8_t seat) {
  if (table.discard_top == none) return false;
  const Name name = name_of(table.discard_top);
  return cards[name].type == Type::action && !cards[name].is_dodge && has_target(table, seat, name);
}

}  // namespace standoff::bang
