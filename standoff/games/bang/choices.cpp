// What a choice does in the step that asked for it.
#include "steps.hpp"

namespace standoff::bang {
namespace {

// The effect of an action card or BANG! card on its target; the card itself already lies on the discard pile.
void carry_out(State& state, std::int8_t seat, Name name, Target target) {
  Public& table = state.table;
  const Aim at = aim(table, seat, target), from{seat, table.active[seat]};
  push(table, {.step = Step::settle});
  switch (name) {
    case fanning:
      return push(table, {.step = Step::volley,
                          .seat = at.seat,
                          .place = at.place,
                          .card = fanning,
                          .a = static_cast<std::int8_t>(from.seat * 2 + from.place),
                          .b = static_cast<std::int8_t>(table.at(at.seat, at.place).n_cards())});
    case beer:
      for (Figure& figure : table.figure[seat]) heal(figure);
      return;
    case canteen:
      return move_marker(table, at.seat, seat);
    case duel:
      return push(table, {.step = Step::duel, .seat = seat, .place = at.place});
    case gatling:
      return push(table, {.step = Step::gatling, .seat = seat, .place = from.place});
    case indians:
      return push(table, {.step = Step::indians, .seat = seat});
    case general_store:
      return push(table, {.step = Step::store, .seat = seat});
    case robbery:
      return push(table, {.step = Step::rob, .seat = seat});
    case teacher:
      return push(table, {.step = Step::teach, .seat = seat});
    case saloon:
      table.at(at.seat, at.place).life = 3;
      return;
    case stagecoach: {
      const CardSet before = state.seat[seat].hand;
      draw_own(state, seat, 3);
      state.seat[seat].looked = state.seat[seat].hand - before;
      return push(table, {.step = Step::put_back, .seat = seat, .a = 3});
    }
    default:
      return hit(table, at, name, from);
  }
}

void play(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  const Name name = action.verb == Verb::play_as_colt ? colt : name_of(action.card);
  if (is_equipment(name)) {
    const Aim at = aim(table, seat, action.target);
    lose_card(state, seat, action.card);
    return equip(state, at.seat, at.place, action.card);
  }
  if (cards[name].type == Type::bang && !has_unlimited_bangs(table, seat)) ++table.n_bangs;
  discard_from_hand(state, seat, action.card);
  carry_out(state, seat, name, action.target);
}

void use(Public& table, std::int8_t seat, Character who) { table.at(seat, worker(table, seat, who)).is_used = 1; }

void choose_in_turn(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  switch (action.verb) {
    case Verb::end_turn:
      table.top().stage = turn_discards;
      return;
    case Verb::discard:
      return discard_from_hand(state, seat, action.card);
    case Verb::swap:
      table.has_swapped = 1;
      move_marker(table, seat, seat);
      return push(table, {.step = Step::settle});
    case Verb::reload:
      if (state.seat[seat].hand.has(action.card))
        lose_card(state, seat, action.card);
      else
        remove_equipment(table, action.card);
      put_on_discard(table, action.card);
      return draw_own(state, seat, 1);
    case Verb::draw_two:
      return use(table, seat, babe), draw_own(state, seat, 2);
    case Verb::strip_for_two:
      use(table, seat, katie);
      remove_equipment(table, action.card);
      put_on_discard(table, action.card);
      return draw_own(state, seat, 2);
    case Verb::pay_to_copy: {
      const Name name = name_of(table.discard_top);
      use(table, seat, pearl);
      discard_from_hand(state, seat, action.card);
      return push(table, {.step = Step::copy, .seat = seat, .card = name});
    }
    case Verb::pay_to_look: {
      use(table, seat, soundance);
      discard_from_hand(state, seat, action.card);
      const CardSet before = state.seat[seat].hand;
      draw(state, seat, static_cast<Side>(other(seat)));
      draw(state, seat, static_cast<Side>(seat));
      state.seat[seat].looked = state.seat[seat].hand - before;
      return push(table, {.step = Step::put_back, .seat = seat, .a = 2});
    }
    default:
      return play(state, seat, action);
  }
}

void choose_in_hit(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  Frame& hit = table.top();
  switch (action.verb) {
    case Verb::dodge:
      if (name_of(action.card) == return_fire) hit.b |= fires_back;
      hit.stage = hit_dodged;
      return discard_from_hand(state, seat, action.card);
    case Verb::throw_away:
      return hit.stage = hit_dodged, discard_from_hand(state, seat, action.card);
    case Verb::doff_hat: {
      const Card card = table.at(hit.seat, hit.place).equipment[hat - bank];
      hit.stage = hit_dodged;
      remove_equipment(table, card);
      return put_on_discard(table, card);
    }
    case Verb::reveal_barrel:
      hit.b |= barrel_tried;
      hit.stage = barrel_read;
      return start_reveal(table, seat, Symbol::barrel);
    case Verb::reveal_sid:
      hit.b |= sid_tried;
      hit.stage = sid_read;
      return start_reveal(table, other(seat), Symbol::barrel);
    case Verb::pay:
      return hit.stage = hit_aftermath, discard_from_hand(state, seat, action.card);
    default:
      hit.stage = hit_taken;
      return;
  }
}

void choose_in_fight(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  Frame& fight = table.top();
  if (action.verb == Verb::give_in) {
    fight.stage = goes_on;
    return;
  }
  if (fight.step == Step::duel)
    fight.a = other(seat);
  else
    fight.stage = ends;
  discard_from_hand(state, seat, action.card);
}

void choose_life(Public& table, const Action& action) {
  Frame& loss = table.top();
  if (action.verb == Verb::let_go) {
    loss.stage = goes_on;
    return;
  }
  --loss.card;
  loss.stage = begins;
  --table.at(loss.seat, static_cast<Place>(1 - loss.place)).life;  // its other character's loss sets nothing off
}

// The owner of an equipment card in play.
Aim bearer_of(const Public& table, Card wanted) {
  Aim bearer{};
  each_equipment(table, [&](Card card, std::int8_t seat, Place place) {
    if (card == wanted) bearer = {seat, place};
  });
  return bearer;
}

// Robbery, Teacher, Carbine, Slim Poet and Bull Anderson: cards from the other hand or from the table.
void choose_loot(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  const Frame step = table.top();
  const std::int8_t foe = other(seat);
  const bool goes_on_looting = step.step == Step::loot && action.verb != Verb::stop;
  if (goes_on_looting)
    --table.top().card;
  else
    pop(table);
  if (action.verb == Verb::snatch) {
    const Card card = random_card(state, foe, static_cast<Side>(action.card));
    provoke_wild_bill(table, foe, none, seat);
    if (step.step == Step::snatch) return discard_from_hand(state, foe, card);
    return move_to_hand(state, seat, foe, card);
  }
  if (action.verb == Verb::stop) return;
  const Aim bearer = bearer_of(table, action.card);
  provoke_wild_bill(table, bearer.seat, bearer.place, seat);
  remove_equipment(table, action.card);
  if (action.verb == Verb::strip) return put_on_discard(table, action.card);
  gain_shown(state, seat, action.card);
}

void choose_at_setup(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  if (table.top().step == Step::draft)
    state.seat[seat].picked |= static_cast<std::uint16_t>(1U << action.card);
  else
    state.hidden.opening[seat] = action.card;
  if (seat == 0) return;  // seat 1's choice of the same moment follows
  if (table.top().step == Step::opening) return start_play(state);
  if (++table.top().stage == 4) open_game(state);
}

}  // namespace

void choose(State& state, std::int8_t seat, const Action& action) {
  Public& table = state.table;
  const Frame step = table.top();
  switch (step.step) {
    case Step::draft:
    case Step::opening:
      return choose_at_setup(state, seat, action);
    case Step::turn:
      return choose_in_turn(state, seat, action);
    case Step::hit:
      return choose_in_hit(state, seat, action);
    case Step::duel:
    case Step::scare:
      return choose_in_fight(state, seat, action);
    case Step::lose:
      return choose_life(table, action);
    case Step::reveal:
      pop(table);
      return count_reveal(table, table.revealed[action.verb == Verb::read_second], static_cast<Symbol>(step.card));
    case Step::store:
      table.store.remove(action.card);
      table.top().a = other(seat);
      return gain_shown(state, seat, action.card);
    case Step::put_back:
      pop(table);
      discard_from_hand(state, seat, action.card);
      state.seat[seat].looked = {};
      return;
    case Step::copy:
      return pop(table), carry_out(state, seat, static_cast<Name>(step.card), action.target);
    case Step::turnaround:
      pop(table);
      if (action.verb != Verb::stop) move_marker(table, action.verb == Verb::move_mine ? seat : other(seat), seat);
      return;
    case Step::pay_rider:
      pop(table);
      provoke_wild_bill(table, seat, none, step.a);
      return discard_from_hand(state, seat, action.card);
    default:
      return choose_loot(state, seat, action);
  }
}

}  // namespace standoff::bang
