// Moves of cards, life and markers, with the account of what each seat has seen.
#include "moves.hpp"

#include <cassert>

namespace standoff::bang {

std::uint64_t chance(State& state, int stream, std::uint64_t bound) {
  Rng rng(state.hidden.stream[static_cast<std::size_t>(stream)]);
  const std::uint64_t number = rng.below(bound);
  state.hidden.stream[static_cast<std::size_t>(stream)] = rng.state();
  return number;
}

namespace {

constexpr int common = 2;

Source source_of(const Public& table, Card card) {
  const int back = back_of(card);
  return static_cast<Source>(table.shuffled.has(card) ? common_law + back : back);
}

// 2.9: the discard pile becomes the common deck. The old one is used up, so its cards in hands are known by now.
void shuffle_discard(State& state) {
  Public& table = state.table;
  for (std::int8_t seat = 0; seat < 2; ++seat) {
    table.shown[seat] = table.shown[seat] | (state.seat[seat].hand & table.shuffled);
    table.unknown[seat][common_law] = table.unknown[seat][common_outlaw] = 0;
  }
  state.hidden.deck[common] = table.shuffled = table.discard;
  table.deck_size[common] = static_cast<std::int8_t>(table.discard.size());
  table.discard = {};
  table.discard_top = none;
}

}  // namespace

Card draw_from(State& state, Side deck, Source& source) {
  Public& table = state.table;
  int from = deck;
  if (table.deck_size[from] == 0) {
    from = common;
    if (table.deck_size[common] == 0) shuffle_discard(state);
    if (table.deck_size[common] == 0) return none;
  }
  CardSet& cards_left = state.hidden.deck[static_cast<std::size_t>(from)];
  const auto size = static_cast<std::uint64_t>(table.deck_size[from]);
  const Card card = cards_left.at(static_cast<int>(chance(state, from, size)));
  cards_left.remove(card);
  --table.deck_size[from];
  source = static_cast<Source>(from == common ? static_cast<int>(common_law) + back_of(card) : from);
  return card;
}

bool draw(State& state, std::int8_t seat, Side deck) {
  Source source{};
  const Card card = draw_from(state, deck, source);
  if (card == none) return false;
  state.seat[seat].hand.add(card);
  ++state.table.unknown[seat][source];
  return true;
}

void draw_own(State& state, std::int8_t seat, int count) {
  for (int i = 0; i < count; ++i) draw(state, seat, static_cast<Side>(seat));
}

void put_on_discard(Public& table, Card card) {
  table.discard.add(card);
  table.discard_top = card;
}

void gain_shown(State& state, std::int8_t seat, Card card) {
  state.seat[seat].hand.add(card);
  state.table.shown[seat].add(card);
}

void lose_card(State& state, std::int8_t seat, Card card) {
  Public& table = state.table;
  state.seat[seat].hand.remove(card);
  state.seat[seat].looked.remove(card);
  if (table.shown[seat].has(card))
    table.shown[seat].remove(card);
  else
    --table.unknown[seat][source_of(table, card)];
}

void discard_from_hand(State& state, std::int8_t seat, Card card) {
  lose_card(state, seat, card);
  put_on_discard(state.table, card);
}

Card random_card(State& state, std::int8_t seat, Side back) {
  const CardSet cards_there = state.seat[seat].hand.only(back);
  const auto size = static_cast<std::uint64_t>(cards_there.size());
  const Card drawn = cards_there.at(static_cast<int>(chance(state, other_chance, size)));
  // Of like copies the one goes that the other seat knows of: which of them was drawn, nobody could tell at a table.
  Card taken = drawn;
  state.table.shown[seat].each([&](Card card) {
    if (!state.table.shown[seat].has(taken) && faces[card].number == faces[drawn].number) taken = card;
  });
  return taken;
}

void move_to_hand(State& state, std::int8_t thief, std::int8_t victim, Card card) {
  lose_card(state, victim, card);
  gain_shown(state, thief, card);
}

void remove_equipment(Public& table, Card card) {
  const auto slot = static_cast<std::size_t>(name_of(card) - bank);
  for (auto& row : table.figure)
    for (Figure& figure : row)
      if (figure.equipment[slot] == card) figure.equipment[slot] = none;
}

// 2.5: a second card of a name takes the place of the first, which is discarded.
void equip(State& state, std::int8_t seat, Place place, Card card) {
  Card& slot = state.table.at(seat, place).equipment[static_cast<std::size_t>(name_of(card) - bank)];
  if (slot != none) put_on_discard(state.table, slot);
  slot = card;
}

void heal(Figure& figure) {
  if (figure.is_alive() && figure.life < characters[static_cast<std::size_t>(figure.character)].life) ++figure.life;
}

// `mover` is the side that moves it, `none` for Stampede. What the other side does to a marker is no move of its own
// (ruling 14), so Clock and Jango stay quiet.
void move_marker(Public& table, std::int8_t seat, std::int8_t mover) {
  table.active[seat] = table.rear(seat);
  const std::int8_t foe = other(seat);
  if (mover != foe) {
    if (has_working(table, foe, jango)) set_off(table, {.spark = Spark::draw, .seat = foe});
    if (bears(table, foe, clock)) set_off(table, {.spark = Spark::draw, .seat = foe});
  }
  if (table.front(seat).character == tom && works(table, seat, table.active[seat]))
    set_off(table, {.spark = Spark::shot,
                    .seat = seat,
                    .shooter = table.active[seat],
                    .target_seat = foe,
                    .target = table.has_rear(foe) ? table.rear(foe) : none});
}

void set_off(Public& table, const Trigger& trigger) {
  assert(table.n_triggers < most_triggers);
  if (table.n_triggers < most_triggers) table.trigger[static_cast<std::size_t>(table.n_triggers++)] = trigger;
}

// Wild Bill: the opponent has taken a card from the hand (place none), where he must work, or from the equipment at a
// place: who bears it is the target, and awake.
void provoke_wild_bill(Public& table, std::int8_t victim, Place place, std::int8_t culprit) {
  if (culprit == victim) return;
  const Place at = place == none ? worker(table, victim, wild_bill) : place;
  if (at == none || !table.at(victim, at).is_alive() || table.at(victim, at).character != wild_bill) return;
  set_off(table, {.spark = Spark::shot, .seat = victim, .shooter = at, .target_seat = culprit});
}

void push(Public& table, const Frame& frame) {
  assert(table.n_frames < most_frames);
  table.frame[static_cast<std::size_t>(table.n_frames++)] = frame;
}

void pop(Public& table) { table.frame[static_cast<std::size_t>(--table.n_frames)] = {}; }

}  // namespace standoff::bang
