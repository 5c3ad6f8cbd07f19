// The procedures step by step: what happens between two choices. Articles refer to docs/rules/bang.md.
#include "steps.hpp"

#include <utility>

namespace standoff::bang {
namespace {

bool step_turn(State& state);

void enter(State& state, std::int8_t seat, Place place, int character) {
  Public& table = state.table;
  table.at(seat, place) = {.character = static_cast<std::int8_t>(character),
                           .life = characters[static_cast<std::size_t>(character)].life};
  table.seen[seat] |= static_cast<std::uint16_t>(1U << (character % n_a_side));
}

// Takes a random character out of a reserve.
int call_reserve(State& state, std::int8_t seat) {
  std::uint16_t& reserve = state.seat[seat].reserve;
  auto skip = chance(state, other_chance, static_cast<std::uint64_t>(std::popcount(reserve)));
  std::uint16_t left = reserve;
  for (; skip > 0; --skip) left &= static_cast<std::uint16_t>(left - 1);
  const int number = std::countr_zero(left);
  reserve &= static_cast<std::uint16_t>(~(1U << number));
  state.table.reserve_size[seat] = static_cast<std::int8_t>(std::popcount(reserve));
  return seat * n_a_side + number;
}

// ---- hits

Aim shooter_of(const Frame& hit) { return {static_cast<std::int8_t>(hit.a / 2), static_cast<Place>(hit.a % 2)}; }

void wake(Public& table, std::int8_t seat, Place place) {
  table.awake[seat] = place == table.active[seat] ? none : place;
}

// What a BANG! card brings when it has been dodged; an attack `as Colt` brings nothing.
void ride(State& state, const Frame& hit) {
  Public& table = state.table;
  const std::int8_t seat = shooter_of(hit).seat;
  switch (hit.card) {
    case carbine:
      return push(table, {.step = Step::strip, .seat = seat});
    case peacemaker:
      return push(table, {.step = Step::pay_rider, .seat = hit.seat, .a = seat});
    case remington:
      return draw_own(state, seat, 1);
    case schofield:
      return heal(table.front(seat));
    case shotgun:
      return push(table, {.step = Step::turnaround, .seat = seat});
    default:
      return;
  }
}

void counter(Public& table, const Frame& hit) {
  const Aim shooter = shooter_of(hit);
  if (hit.b & fires_back)
    set_off(
        table,
        {.spark = Spark::shot, .seat = hit.seat, .shooter = table.active[hit.seat], .target_seat = other(hit.seat)});
  if (hit.b & sid_shoots)
    set_off(table, {.spark = Spark::shot,
                    .seat = hit.seat,
                    .shooter = hit.place,
                    .target_seat = shooter.seat,
                    .target = shooter.place,
                    .character = hit.c});
}

void lose_life(Public& table, Aim target, int points, std::int8_t cause) {
  push(table, {.step = Step::lose,
               .seat = target.seat,
               .place = target.place,
               .card = static_cast<std::int8_t>(points),
               .a = cause});
}

bool step_hit(State& state) {
  Public& table = state.table;
  Frame& hit = table.top();
  const Aim shooter = shooter_of(hit);
  switch (hit.stage) {
    case hit_begins:
      if (!table.at(hit.seat, hit.place).is_alive()) return pop(table), false;
      wake(table, hit.seat, hit.place);
      hit.stage = hit_asks;
      return true;
    case barrel_read:
      return hit.stage = table.result ? hit_dodged : hit_asks, !table.result;
    case sid_read:
      if (table.result) hit.b |= sid_shoots;
      return hit.stage = table.result ? hit_dodged : hit_asks, !table.result;
    case hit_dodged:
      return hit.stage = costs_a_card(table, hit) ? hit_pays : hit_aftermath, hit.stage == hit_pays;
    case hit_aftermath:
      table.awake[hit.seat] = none;
      hit.stage = hit_counters;
      if (shooter.seat != hit.seat && has_working(table, shooter.seat, wyatt))
        set_off(table, {.spark = Spark::draw, .seat = shooter.seat});
      ride(state, Frame(hit));
      return false;
    case hit_counters: {
      const Frame done = hit;
      pop(table);
      counter(table, done);
      return false;
    }
    case hit_taken:
      hit.stage = hit_ends;
      lose_life(table, {hit.seat, hit.place}, 1, shooter.seat);
      return false;
    case hit_ends:
      table.awake[hit.seat] = none;
      return pop(table), false;
    default:
      return true;
  }
}

// Fanning: a hit for each equipment card, `b` of them left.
bool step_volley(State& state) {
  Public& table = state.table;
  Frame& volley = table.top();
  if (volley.b == 0 || !table.at(volley.seat, volley.place).is_alive()) return pop(table), false;
  --volley.b;
  const Frame now = volley;
  hit(table, {now.seat, now.place}, now.card, shooter_of(now));
  return false;
}

// ---- effects on several characters

bool step_gatling(State& state) {
  Public& table = state.table;
  Frame& gatling_now = table.top();
  std::array<Aim, 3> order{};
  const int count = others_in_order(table, gatling_now.seat, order);
  if (gatling_now.a >= count) return pop(table), false;
  const Aim target = order[static_cast<std::size_t>(gatling_now.a++)];
  const Frame now = gatling_now;
  hit(table, target, gatling, {now.seat, now.place});
  return false;
}

bool step_indians(State& state) {
  Public& table = state.table;
  Frame& raid = table.top();
  std::array<Aim, 3> order{};
  const int count = others_in_order(table, raid.seat, order);
  if (raid.a >= count) return pop(table), false;
  const Aim target = order[static_cast<std::size_t>(raid.a++)];
  push(table, {.step = Step::scare, .seat = target.seat, .place = target.place, .a = raid.seat});
  return false;
}

bool step_scare(State& state) {
  Public& table = state.table;
  Frame& scare = table.top();
  switch (scare.stage) {
    case begins:
      if (!table.at(scare.seat, scare.place).is_alive()) return pop(table), false;
      wake(table, scare.seat, scare.place);
      scare.stage = asks;
      return true;
    case goes_on:
      scare.stage = ends;
      lose_life(table, {scare.seat, scare.place}, 1, scare.a);
      return false;
    case ends:
      table.awake[scare.seat] = none;
      return pop(table), false;
    default:
      return true;
  }
}

// `seat` has called the duel, the character at `place` of the other side is in it, `a` must answer.
bool step_duel(State& state) {
  Public& table = state.table;
  Frame& fight = table.top();
  const std::int8_t foe = other(fight.seat);
  switch (fight.stage) {
    case begins:
      wake(table, foe, fight.place);
      fight.a = foe;
      fight.stage = asks;
      return true;
    case goes_on: {
      fight.stage = ends;
      const Aim loser = fight.a == foe ? Aim{foe, fight.place} : Aim{fight.seat, table.active[fight.seat]};
      lose_life(table, loser, 1, fight.seat);
      return false;
    }
    case ends:
      table.awake[foe] = none;
      return pop(table), false;
    default:
      return true;
  }
}

// ---- life and elimination

// Takes one life point, and sets off what the character does when it loses one that is not the last.
void hurt(Public& table, Aim target, std::int8_t cause) {
  Figure& figure = table.at(target.seat, target.place);
  const std::int8_t foe = other(target.seat);
  if (--figure.life == 0) {
    figure.killer = cause;
    return;
  }
  if (!works(table, target.seat, target.place)) return;
  if (figure.character == alan)
    set_off(table, {.spark = Spark::shot, .seat = target.seat, .shooter = target.place, .target_seat = foe});
  if (figure.character == dalon && cause == foe) set_off(table, {.spark = Spark::draw, .seat = target.seat});
  if (figure.character == slim && cause == foe) set_off(table, {.spark = Spark::snatch, .seat = target.seat});
}

// `card` points are still to be lost, one by one; `a` is the side that caused it.
bool step_lose(State& state) {
  Public& table = state.table;
  Frame& loss = table.top();
  if (loss.stage == asks) return true;
  if (loss.card == 0 || !table.at(loss.seat, loss.place).is_alive()) return pop(table), false;
  const Figure& partner = table.at(loss.seat, static_cast<Place>(1 - loss.place));
  if (loss.stage == begins && partner.character == bell && partner.life > 1) return loss.stage = asks, true;
  loss.stage = begins;
  --loss.card;
  hurt(table, {loss.seat, loss.place}, loss.a);
  return false;
}

// The figure that is to be eliminated next, in the order of 2.11.
bool find_dead(const Public& table, Aim& dead) {
  const std::int8_t mine = table.turn, foe = other(mine);
  const Aim order[] = {
      {mine, table.active[mine]}, {foe, table.active[foe]}, {mine, table.rear(mine)}, {foe, table.rear(foe)}};
  for (const Aim& aim : order) {
    const Figure& figure = table.at(aim.seat, aim.place);
    if (figure.character != none && !figure.is_alive()) return dead = aim, true;
  }
  return false;
}

void strike(Public& table, const Trigger& trigger) {
  const std::int8_t seat = trigger.target_seat;
  const Place place = trigger.target == none ? table.active[seat] : trigger.target;
  const Figure& figure = table.at(seat, place);
  if (!figure.is_alive() || (trigger.character != none && trigger.character != figure.character)) return;
  hit(table, {seat, place}, plain_shot, {trigger.seat, trigger.shooter});
}

// 2.11: first the eliminations, then, one by one, what the effect has set off.
bool step_settle(State& state) {
  Public& table = state.table;
  Aim dead{};
  if (find_dead(table, dead)) {
    push(table, {.step = Step::eliminate, .seat = dead.seat, .place = dead.place});
    return false;
  }
  if (table.n_triggers == 0) return pop(table), false;
  const Trigger next = table.trigger[0];
  for (int i = 1; i < table.n_triggers; ++i)
    table.trigger[static_cast<std::size_t>(i - 1)] = table.trigger[static_cast<std::size_t>(i)];
  table.trigger[static_cast<std::size_t>(--table.n_triggers)] = {};
  switch (next.spark) {
    case Spark::draw:
      draw_own(state, next.seat, 1);
      break;
    case Spark::shot:
      strike(table, next);
      break;
    case Spark::snatch:
      push(table, {.step = Step::snatch, .seat = next.seat});
      break;
  }
  return false;
}

void clear_place(Public& table, Aim dead) {
  for (const Card card : table.at(dead.seat, dead.place).equipment)
    if (card != none) put_on_discard(table, card);
  table.at(dead.seat, dead.place) = {};
}

// 2.12 and the rule sets: who draws two for an elimination, or none.
std::int8_t rewarded(const Public& table, std::int8_t owner, std::int8_t killer) {
  if (table.rules == Rules::rulebook) return owner;
  return killer == owner ? none : other(owner);
}

bool step_eliminate(State& state) {
  Public& table = state.table;
  Frame& end = table.top();
  const Aim dead{end.seat, end.place};
  if (end.stage == begins) {
    const Figure& partner = table.at(dead.seat, static_cast<Place>(1 - dead.place));
    if (!partner.is_alive() && table.reserve_size[dead.seat] == 0) {
      table.loser = dead.seat;
      return false;
    }
    end.stage = goes_on;
    for (std::int8_t seat = 0; seat < 2; ++seat)
      if (has_working(table, seat, bull)) {
        push(table, {.step = Step::loot, .seat = seat, .place = dead.place, .card = 2, .a = dead.seat});
        return false;
      }
    return false;
  }
  const std::int8_t killer = table.at(dead.seat, dead.place).killer;
  clear_place(table, dead);
  const std::int8_t winner = rewarded(table, dead.seat, killer);
  if (winner != none) draw_own(state, winner, 2);
  for (std::int8_t seat = 0; seat < 2; ++seat)
    if (has_working(table, seat, bill)) draw_own(state, seat, 2);
  if (table.reserve_size[dead.seat] > 0)
    enter(state, dead.seat, dead.place, call_reserve(state, dead.seat));
  else if (table.active[dead.seat] == dead.place)
    table.active[dead.seat] = table.rear(dead.seat);  // no move of the marker: nothing is set off
  return pop(table), false;
}

bool step_loot(State& state) {
  if (can_loot(state.table, state.table.top())) return true;
  return pop(state.table), false;
}

// ---- revealing

// The top card of the deck of side `seat`, or with Bart Masterson in play two, of which `b` chooses one.
bool step_reveal(State& state) {
  Public& table = state.table;
  Frame& reveal = table.top();
  if (reveal.stage == asks) return true;
  const auto asked = static_cast<Symbol>(reveal.card);
  reveal.b = none;
  for (std::int8_t seat = 0; seat < 2; ++seat)
    if (has_working(table, seat, bart)) reveal.b = seat;
  table.revealed = {none, none};
  ++table.n_reveals;
  for (int i = 0; i < (reveal.b == none ? 1 : 2); ++i) {
    Source source{};
    const Card card = draw_from(state, static_cast<Side>(reveal.seat), source);
    table.revealed[static_cast<std::size_t>(i)] = card;
    if (card != none) put_on_discard(table, card);
  }
  const auto [first, second] = table.revealed;
  count_reveal(table, first, asked);
  const bool differ =
      second != none && (faces[static_cast<std::size_t>(second)].symbol == asked) != (table.result != 0);
  if (differ) return reveal.stage = asks, true;
  return pop(table), false;
}

// Dynamite and Rattlesnake at the start of a turn.
bool step_hazard(State& state) {
  Public& table = state.table;
  Frame& hazard = table.top();
  const auto name = static_cast<Name>(hazard.card);
  const Aim bearer{hazard.seat, hazard.place};
  if (hazard.stage == begins) {
    hazard.stage = goes_on;
    start_reveal(table, bearer.seat, name == dynamite ? Symbol::dynamite : Symbol::snake);
    return false;
  }
  pop(table);
  const Card card = table.at(bearer.seat, bearer.place).equipment[static_cast<std::size_t>(name - bank)];
  if (table.result && name == dynamite) {
    remove_equipment(table, card);
    put_on_discard(table, card);
  }
  if (table.result) return lose_life(table, bearer, name == dynamite ? 3 : 1, none), false;
  if (name == dynamite) {
    remove_equipment(table, card);
    const std::int8_t foe = other(bearer.seat);
    equip(state, foe, table.has_rear(foe) ? table.rear(foe) : table.active[foe], card);
  }
  return false;
}

// ---- cards that choose cards

bool step_store(State& state) {
  Public& table = state.table;
  Frame& store = table.top();
  if (store.stage == begins) {
    for (int i = 0; i < 4; ++i) {
      Source source{};
      const Card card = draw_from(state, static_cast<Side>(i / 2), source);
      if (card != none) table.store.add(card);
    }
    store.a = store.seat;
    store.stage = asks;
  }
  if (table.store.is_empty()) return pop(table), false;
  return true;
}

// `a` cards must have been drawn before one goes back.
bool step_put_back(State& state) {
  Frame& step = state.table.top();
  Private& mine = state.seat[step.seat];
  if (step.stage == asks) return true;
  if (mine.looked.size() >= step.a) return step.stage = asks, true;
  mine.looked = {};
  return pop(state.table), false;
}

template <class Possible>
bool ask_if(State& state, Possible possible) {
  if (possible(state.table)) return true;
  return pop(state.table), false;
}

bool step_rob(State& state) {
  return ask_if(state, [](const Public& table) { return can_rob(table, table.top().seat, true); });
}
bool step_teach(State& state) {
  return ask_if(state, [](const Public& table) { return can_rob(table, table.top().seat, false); });
}
bool step_copy(State& state) {
  return ask_if(state, [](const Public& table) {
    return has_target(table, table.top().seat, static_cast<Name>(table.top().card));
  });
}
bool step_strip(State& state) { return ask_if(state, can_strip); }
bool step_turnaround(State& state) {
  return ask_if(state, [](const Public& table) { return table.has_rear(0) || table.has_rear(1); });
}
bool step_pay_rider(State& state) {
  return ask_if(state, [](const Public& table) { return table.hand_size(table.top().seat) > 0; });
}
bool step_snatch(State& state) {
  return ask_if(state, [](const Public& table) { return table.hand_size(other(table.top().seat)) > 0; });
}

// ---- the set-up

bool step_both(State&) { return true; }

// ---- the turn

// Pushes a hazard of this name on one of the turn's characters, if there is one.
bool start_hazard(Public& table, Name name) {
  for (const Place place : {table.active[table.turn], table.rear(table.turn)})
    if (table.at(table.turn, place).is_alive() && table.at(table.turn, place).has(name)) {
      push(table, {.step = Step::settle});
      push(table, {.step = Step::hazard, .seat = table.turn, .place = place, .card = name});
      return true;
    }
  return false;
}

void begin_turn(Public& table) {
  ++table.n_turns;
  table.n_bangs = table.has_swapped = 0;
  table.top().seat = table.turn;
  for (Figure& figure : table.figure[table.turn]) figure.is_used = 0;
}

void draw_phase(State& state) {
  Public& table = state.table;
  const std::int8_t seat = table.turn;
  const int count = 2 + has_working(table, seat, daltons) + bears(table, seat, bank);
  const bool is_open = has_working(table, seat, pat);
  for (int i = 0; i < count; ++i) {
    if (!is_open || i != 1) {
      draw(state, seat, static_cast<Side>(seat));
      continue;
    }
    Source source{};
    const Card card = draw_from(state, static_cast<Side>(seat), source);
    if (card == none) continue;
    gain_shown(state, seat, card);
    if (faces[static_cast<std::size_t>(card)].symbol == Symbol::horseshoe)
      draw(state, seat, static_cast<Side>(other(seat)));
  }
}

bool step_turn(State& state) {
  Public& table = state.table;
  Frame& turn = table.top();
  const std::int8_t seat = table.turn;
  switch (turn.stage) {
    case turn_begins:
      return begin_turn(table), turn.stage = dynamite_ticks, false;
    case dynamite_ticks:
      return turn.stage = snake_bites, start_hazard(table, dynamite), false;
    case snake_bites:
      return turn.stage = herd_runs, start_hazard(table, rattlesnake), false;
    case herd_runs:
      turn.stage = turn_draws;
      if (table.has_rear(seat) && (table.at(seat, 0).has(stampede) || table.at(seat, 1).has(stampede))) {
        move_marker(table, seat, none);
        push(table, {.step = Step::settle});
      }
      return false;
    case turn_draws:
      return draw_phase(state), turn.stage = turn_plays, false;
    case turn_plays:
      return true;
    default:
      break;
  }
  if (table.hand_size(seat) > hand_limit(table, seat)) return true;
  table.turn = other(seat);
  turn.stage = turn_begins;
  table.is_draw = table.n_turns >= turn_limit;
  return false;
}

using StepFunction = bool (*)(State&);
constexpr StepFunction steps[] = {
    step_both,     step_both,    step_turn,  step_settle, step_eliminate, step_loot,       step_hit,       step_volley,
    step_gatling,  step_indians, step_scare, step_duel,   step_lose,      step_hazard,     step_reveal,    step_store,
    step_put_back, step_rob,     step_teach, step_copy,   step_strip,     step_turnaround, step_pay_rider, step_snatch,
};

}  // namespace

void hit(Public& table, Aim target, std::int8_t attack, Aim shooter) {
  push(table, {.step = Step::hit,
               .seat = target.seat,
               .place = target.place,
               .card = attack,
               .a = static_cast<std::int8_t>(shooter.seat * 2 + shooter.place),
               .c = table.at(shooter.seat, shooter.place).character});
}

void start_play(State& state) {
  for (std::int8_t seat = 0; seat < 2; ++seat) state.table.active[seat] = state.hidden.opening[seat];
  draw_own(state, law, 4);
  draw_own(state, outlaw, 5);
  state.table.top() = {.step = Step::turn};
}

void count_reveal(Public& table, Card card, Symbol asked) {
  table.result = card != none && faces[static_cast<std::size_t>(card)].symbol == asked;
}

void start_reveal(Public& table, std::int8_t deck, Symbol asked) {
  push(table, {.step = Step::reveal, .seat = deck, .card = static_cast<std::int8_t>(asked)});
}

void open_game(State& state) {
  Public& table = state.table;
  for (std::int8_t seat = 0; seat < 2; ++seat) {
    state.seat[seat].reserve = std::exchange(state.seat[seat].picked, std::uint16_t{0});
    for (Place place = 0; place < 2; ++place) enter(state, seat, place, call_reserve(state, seat));
  }
  table.top() = {.step = Step::opening};
}

void run(State& state) {
  while (!state.table.is_over() && !steps[static_cast<std::size_t>(state.table.top().step)](state)) {
  }
}

std::int8_t asked_seat(const Public& table) {
  const Frame& step = table.top();
  switch (step.step) {
    case Step::duel:
    case Step::store:
      return step.a;
    case Step::reveal:
      return step.b;
    default:
      return step.seat;
  }
}

bool costs_a_card(const Public& table, const Frame& hit) {
  return hit.card < n_names && cards[static_cast<std::size_t>(hit.card)].type == Type::bang && hit.a / 2 != hit.seat &&
         has_working(table, static_cast<std::int8_t>(hit.a / 2), tex);
}

bool can_loot(const Public& table, const Frame& loot) {
  if (loot.card == 0) return false;
  return table.at(loot.a, loot.place).n_cards() > 0 || (loot.a != loot.seat && table.hand_size(loot.a) > 0);
}

bool can_strip(const Public& table) { return table.front(0).n_cards() > 0 || table.front(1).n_cards() > 0; }

int others_in_order(const Public& table, std::int8_t seat, std::array<Aim, 3>& order) {
  const std::int8_t foe = other(seat);
  int count = 0;
  order[static_cast<std::size_t>(count++)] = {foe, table.active[foe]};
  if (table.at(seat, table.rear(seat)).character != none)
    order[static_cast<std::size_t>(count++)] = {seat, table.rear(seat)};
  if (table.at(foe, table.rear(foe)).character != none)
    order[static_cast<std::size_t>(count++)] = {foe, table.rear(foe)};
  return count;
}

}  // namespace standoff::bang
