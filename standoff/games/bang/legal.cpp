// What a seat may do: the legal actions of every step, one for each meaning; like cards are one choice.
#include "bang.hpp"
#include "steps.hpp"

namespace standoff::bang {
namespace {

using Found = std::vector<Action>;

// Of like copies the one goes first that the other seat knows of: which of them it was, nobody could tell at a table.
template <class Visit>
void each_face(const View& view, const CardSet& cards_there, Visit visit) {
  cards_there.each_face(view.table.shown[static_cast<std::size_t>(view.seat)], visit);
}

void add_each(const View& view, Found& found, Verb verb, const CardSet& cards_there) {
  each_face(view, cards_there, [&](Card card) { found.push_back({verb, card}); });
}

// Backs that are present in the other hand: a random card is drawn by its back (2.10).
void add_backs(const Public& table, std::int8_t victim, Found& found) {
  for (const Side back : {law, outlaw})
    if (table.hand_size(victim, back) > 0) found.push_back({Verb::snatch, back});
}

void add_reachable(const View& view, Verb verb, Found& found) {
  each_equipment(view.table, [&](Card card, std::int8_t seat, Place place) {
    if (may_reach(view.table, view.seat, seat, place)) found.push_back({verb, card});
  });
}

// Four characters in ascending order, so that a choice of four is made in one way.
void add_picks(const View& view, Found& found) {
  const int n_picked = std::popcount(view.mine.picked);
  const int first = view.mine.picked ? std::bit_width(view.mine.picked) : 0;
  for (int number = first; number <= n_a_side - (4 - n_picked); ++number)
    found.push_back({Verb::pick, static_cast<std::int8_t>(number)});
}

void add_plays(const View& view, Found& found) {
  const Public& table = view.table;
  const bool is_bang_allowed = may_bang(table, view.seat);
  const bool shoots_all = has_working(table, view.seat, toco), shoots_missed = has_working(table, view.seat, annie);
  each_face(view, view.mine.hand, [&](Card card) {
    const Name name = name_of(card);
    const bool is_bang = cards[name].type == Type::bang;
    if (!is_bang || is_bang_allowed)
      each_target(table, view.seat, name, [&](Target target) { found.push_back({Verb::play, card, target}); });
    if (is_bang_allowed && name != colt && (shoots_all || (shoots_missed && name == missed)))
      each_target(table, view.seat, colt, [&](Target target) { found.push_back({Verb::play_as_colt, card, target}); });
  });
}

void add_reloads(const View& view, Found& found) {
  if (!may_reload(view.table)) return;
  each_face(view, view.mine.hand, [&](Card card) {
    if (sheet_of(card).is_reload) found.push_back({Verb::reload, card});
  });
  for (const Card card : view.table.front(view.seat).equipment)
    if (card != none && sheet_of(card).is_reload) found.push_back({Verb::reload, card});
}

void add_abilities(const View& view, Found& found) {
  const Public& table = view.table;
  const auto is_ready = [&](Character who) {
    const Place place = worker(table, view.seat, who);
    return place != none && !table.at(view.seat, place).is_used;
  };
  const CardSet& hand = view.mine.hand;
  if (view.seat != outlaw) return;  // all of these are Outlaws
  if (hand.is_empty() && is_ready(babe)) found.push_back({Verb::draw_two});
  if (is_ready(katie))
    for (const Card card : table.at(view.seat, worker(table, view.seat, katie)).equipment)
      if (card != none && !sheet_of(card).is_always_active) found.push_back({Verb::strip_for_two, card});
  if (is_ready(pearl) && may_copy(table, view.seat)) add_each(view, found, Verb::pay_to_copy, view.mine.hand);
  if (is_ready(soundance)) add_each(view, found, Verb::pay_to_look, view.mine.hand);
}

void add_turn(const View& view, Found& found) {
  if (view.table.top().stage == turn_discards) return add_each(view, found, Verb::discard, view.mine.hand);
  found.push_back({Verb::end_turn});
  if (!view.table.has_swapped && view.table.has_rear(view.seat)) found.push_back({Verb::swap});
  add_plays(view, found);
  add_reloads(view, found);
  add_abilities(view, found);
}

void add_answers(const View& view, Found& found) {
  const Public& table = view.table;
  const Frame& hit = table.top();
  const CardSet& hand = view.mine.hand;
  if (hit.stage == hit_pays) return add_each(view, found, Verb::pay, view.mine.hand);
  found.push_back({Verb::take_hit});
  const int cost = costs_a_card(table, hit);
  each_face(view, view.mine.hand, [&](Card card) {
    if (hand.size() <= cost) return;
    if (is_dodge_card(table, view.seat, card))
      found.push_back({Verb::dodge, card});
    else if (hit.card == derringer)
      found.push_back({Verb::throw_away, card});
  });
  if (hand.size() < cost) return;
  const Figure& target = table.at(hit.seat, hit.place);
  if (target.has(barrel) && !(hit.b & barrel_tried)) found.push_back({Verb::reveal_barrel});
  if (target.has(hat)) found.push_back({Verb::doff_hat});
  if (target.character == sid && !(hit.b & sid_tried)) found.push_back({Verb::reveal_sid});
}

void add_fight(const View& view, Found& found) {
  found.push_back({Verb::give_in});
  each_face(view, view.mine.hand, [&](Card card) {
    if (is_hit_card(view.table, view.seat, card)) found.push_back({Verb::answer, card});
  });
}

void add_loot(const View& view, Found& found) {
  const Frame& loot = view.table.top();
  found.push_back({Verb::stop});
  if (loot.a != view.seat) add_backs(view.table, loot.a, found);
  for (const Card card : view.table.at(loot.a, loot.place).equipment)
    if (card != none) found.push_back({Verb::teach, card});
}

void add_turnaround(const View& view, Found& found) {
  found.push_back({Verb::stop});
  if (view.table.has_rear(view.seat)) found.push_back({Verb::move_mine});
  if (view.table.has_rear(other(view.seat))) found.push_back({Verb::move_theirs});
}

void add_strip(const View& view, Found& found) {
  found.push_back({Verb::stop});
  for (const std::int8_t seat : {view.seat, other(view.seat)})
    for (const Card card : view.table.front(seat).equipment)
      if (card != none) found.push_back({Verb::strip, card});
}

}  // namespace

void Bang::actions(const View& view, std::vector<Action>& found) {
  const Public& table = view.table;
  const Frame& step = table.top();
  switch (step.step) {
    case Step::draft:
      return add_picks(view, found);
    case Step::opening:
      found.push_back({Verb::lead, 0});
      found.push_back({Verb::lead, 1});
      return;
    case Step::turn:
      return add_turn(view, found);
    case Step::hit:
      return add_answers(view, found);
    case Step::duel:
    case Step::scare:
      return add_fight(view, found);
    case Step::lose:
      found.push_back({Verb::let_go});
      found.push_back({Verb::shield});
      return;
    case Step::reveal:
      found.push_back({Verb::read_first});
      found.push_back({Verb::read_second});
      return;
    case Step::store:
      return add_each(view, found, Verb::take, table.store);
    case Step::put_back:
      return add_each(view, found, Verb::put_back, view.mine.looked);
    case Step::rob:
      add_backs(table, other(view.seat), found);
      return add_reachable(view, Verb::strip, found);
    case Step::teach:
      return add_reachable(view, Verb::teach, found);
    case Step::copy:
      return each_target(table, view.seat, static_cast<Name>(step.card),
                         [&](Target target) { found.push_back({Verb::copy, step.card, target}); });
    case Step::loot:
      return add_loot(view, found);
    case Step::strip:
      return add_strip(view, found);
    case Step::turnaround:
      return add_turnaround(view, found);
    case Step::pay_rider:
      return add_each(view, found, Verb::discard, view.mine.hand);
    case Step::snatch:
      found.push_back({Verb::stop});
      return add_backs(table, other(view.seat), found);
    default:
      return;  // the other steps ask nobody
  }
}

}  // namespace standoff::bang
