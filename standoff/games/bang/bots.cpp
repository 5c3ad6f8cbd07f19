// The scripted players of BANG! The Duel: random and tactical.
#include <limits>

#include "bang.hpp"
#include "steps.hpp"

namespace standoff::bang {
namespace {

using Weights = std::span<float>;

std::int32_t choose_random(const View&, std::span<const Action> legal, std::int32_t, Rng& rng, Weights weights) {
  std::fill(weights.begin(), weights.end(), 1.0F / static_cast<float>(legal.size()));
  return static_cast<std::int32_t>(rng.below(legal.size()));
}

// ---- tactical: every legal action gets a score, the best is taken. An action below `end_turn` is not worth a card.

// What a card is worth in the own hand, in the order of `Name`.
constexpr std::array<int, n_names> hand_worth{
    46, 40, 30, 46, 46, 44, 44, 48,          // Carbine to Winchester
    60, 58, 20, 4,  56, 50, 40, 26, 22,      // Bank to Stampede
    50, 18, 42, 28, 52, 54, 45, 44, 62, 66,  // Beer to Return Fire
    58, 48, 64, 56,                          // Robbery to Teacher
};

// What equipment is worth to its bearer; some harms it.
constexpr std::array<int, n_equipment> gear_worth{60, 58, 24, -50, 55, 48, -60, 30, -10};

constexpr std::array<int, n_characters> character_worth{
    50, 45, 30, 52, 50, 55, 48, 20, 58, 52, 58, 42,  // law
    48, 60, 38, 50, 52, 30, 54, 52, 54, 48, 50, 56,  // outlaw
};

int worth(Card card) { return hand_worth[static_cast<std::size_t>(name_of(card))]; }
int gear(Card card) { return gear_worth[static_cast<std::size_t>(name_of(card) - bank)]; }

int hits_in_hand(const View& view) {
  int count = 0;
  view.mine.hand.each([&](Card card) { count += is_hit_card(view.table, view.seat, card); });
  return count;
}

int missing_life(const Figure& figure) {
  return figure.is_alive() ? characters[static_cast<std::size_t>(figure.character)].life - figure.life : 0;
}

// A hit is worth more the nearer its target is to its end and the less it has to dodge with.
int score_hit(const Public& table, std::int8_t seat, Aim at) {
  if (at.seat == seat) return -1000;
  const Figure& target = table.at(at.seat, at.place);
  return 400 + (target.life == 1 ? 220 : target.life == 2 ? 60 : 0) - 60 * target.has(barrel) - 80 * target.has(hat);
}

int score_gear(const Public& table, std::int8_t seat, Card card, Aim at) {
  const bool is_mine = at.seat == seat;
  const int gain = is_mine ? gear(card) : -gear(card);
  if (gain <= 0 || table.at(at.seat, at.place).has(name_of(card))) return -100;
  return 500 + gain;
}

int score_saloon(const Public& table, std::int8_t seat, Aim at) {
  const int change = 3 - table.at(at.seat, at.place).life;
  return 200 * (at.seat == seat ? change : -change);
}

// Both sides' rearguards suffer from Gatling and Indians!.
int score_raid(const Public& table, std::int8_t seat, int base) {
  const Figure& mine = table.at(seat, table.rear(seat));
  const std::int8_t foe = other(seat);
  int score = base + (table.front(foe).life == 1 ? 150 : 0);
  if (table.has_rear(foe)) score += table.at(foe, table.rear(foe)).life == 1 ? 200 : 60;
  if (table.has_rear(seat)) score -= mine.life == 1 ? 350 : 90;
  return score;
}

bool is_hurt(const Public& table, std::int8_t seat) {
  return table.front(seat).life <= 2 && table.has_rear(seat) &&
         table.at(seat, table.rear(seat)).life > table.front(seat).life;
}

int score_canteen(const View& view, Aim at) {
  const Public& table = view.table;
  const std::int8_t foe = other(view.seat);
  if (at.seat == view.seat) return is_hurt(table, view.seat) && table.has_swapped ? 150 : -10;
  return table.at(foe, table.rear(foe)).life < table.front(foe).life && hits_in_hand(view) > 0 ? 450 : -10;
}

// What a card does when it is played by its own name on a target.
int score_effect(const View& view, Name name, Target target) {
  const Public& table = view.table;
  const std::int8_t seat = view.seat;
  const Aim at = aim(table, seat, target);
  switch (name) {
    case stagecoach:
      return 900;
    case teacher:
      return 700;
    case robbery:
      return 690;
    case general_store:
      return 600;
    case beer:
      return 180 * ((missing_life(table.front(seat)) > 0) + (missing_life(table.at(seat, table.rear(seat))) > 0)) - 100;
    case saloon:
      return score_saloon(table, seat, at);
    case canteen:
      return score_canteen(view, at);
    case gatling:
      return score_raid(table, seat, 420);
    case indians:
      return score_raid(table, seat, 380);
    case duel:
      return table.front(other(seat)).life == 1 || hits_in_hand(view) >= 2 ? 390 : 60;
    case fanning:
      return table.at(at.seat, at.place).n_cards() == 0
                 ? -100
                 : score_hit(table, seat, at) + 40 * table.at(at.seat, at.place).n_cards();
    case colt:
      return score_hit(table, seat, at) - 10;
    case derringer:
      return score_hit(table, seat, at) - 30;
    case schofield:
      return score_hit(table, seat, at) + (missing_life(table.front(seat)) > 0 ? 20 : 0);
    default:
      return score_hit(table, seat, at) + 5;
  }
}

// Moving the own marker: a hurt active goes to the rear, a better armed rearguard to the front.
int score_swap(const Public& table, std::int8_t seat) {
  const Figure& front = table.front(seat);
  const Figure& rear = table.at(seat, table.rear(seat));
  const auto strength = [](const Figure& figure) {
    int sum = 12 * figure.life;
    for (const Card card : figure.equipment) sum += card == none ? 0 : gear(card) / 3;
    return sum;
  };
  if (front.life == 1 && rear.life > 1) return 120;
  return strength(rear) > strength(front) + 10 ? 100 : -10;
}

int score_in_turn(const View& view, const Action& action) {
  const Public& table = view.table;
  const std::int8_t seat = view.seat;
  switch (action.verb) {
    case Verb::end_turn:
      return 0;
    case Verb::discard:
      return -worth(action.card);
    case Verb::swap:
      return score_swap(table, seat);
    case Verb::draw_two:
      return 1000;
    case Verb::strip_for_two:
      return view.mine.hand.size() < 3 ? 100 - gear(action.card) : 10;
    case Verb::pay_to_look:
      return 560 - worth(action.card);
    case Verb::reload:
      return 45 - (view.mine.hand.has(action.card) ? worth(action.card) : gear(action.card));
    case Verb::pay_to_copy:
      return score_effect(view, name_of(table.discard_top), Target::their_active) / 2 - worth(action.card);
    case Verb::play_as_colt:
      return score_hit(table, seat, aim(table, seat, action.target)) - 60 - 3 * worth(action.card);
    default:
      break;
  }
  const Aim at = aim(table, seat, action.target);
  if (is_equipment(name_of(action.card))) return score_gear(table, seat, action.card, at);
  return score_effect(view, name_of(action.card), action.target);
}

int score_answer(const View& view, const Action& action) {
  const bool is_urgent = view.table.at(view.seat, view.table.top().place).life <= 2;
  switch (action.verb) {
    case Verb::reveal_sid:
      return 950;
    case Verb::reveal_barrel:
      return 900;
    case Verb::dodge:
      return sheet_of(action.card).is_dodge ? 600 + worth(action.card) : (is_urgent ? 300 : 100) - worth(action.card);
    case Verb::doff_hat:
      return 550;
    case Verb::throw_away:
      return 300 - worth(action.card);
    case Verb::pay:
      return -worth(action.card);
    default:
      return 0;
  }
}

// Robbery, Teacher, Carbine, Bull Anderson: their good equipment, or what harms the own characters.
int score_loot(const View& view, const Action& action) {
  if (action.verb == Verb::snatch) return 50;
  if (action.verb == Verb::stop) return 0;
  std::int8_t owner = view.seat;
  each_equipment(view.table, [&](Card card, std::int8_t seat, Place) {
    if (card == action.card) owner = seat;
  });
  if (action.verb == Verb::teach && view.table.top().step == Step::loot) return worth(action.card);
  return owner == view.seat ? -gear(action.card) : gear(action.card) + 10;
}

// Bart Masterson: a match is wanted where it helps the own side.
int score_reading(const View& view, const Action& action) {
  const Public& table = view.table;
  const Frame& reveal = table.top();
  const Frame& asker = table.frame[static_cast<std::size_t>(table.n_frames - 2)];
  const Card card = table.revealed[action.verb == Verb::read_second];
  const bool is_match = faces[static_cast<std::size_t>(card)].symbol == static_cast<Symbol>(reveal.card);
  const bool is_good = (asker.step == Step::hit) == (asker.seat == view.seat);
  return is_match == is_good ? 1 : 0;
}

int score_shield(const Public& table) {
  const Frame& loss = table.top();
  const Figure& target = table.at(loss.seat, loss.place);
  return table.at(loss.seat, static_cast<Place>(1 - loss.place)).life > target.life ? 1 : -1;
}

int score_turnaround(const Public& table, std::int8_t seat, Verb verb) {
  const std::int8_t foe = other(seat);
  if (verb == Verb::stop) return 0;
  if (verb == Verb::move_mine) return is_hurt(table, seat) ? 20 : -1;
  return table.at(foe, table.rear(foe)).life < table.front(foe).life ? 10 : -1;
}

int score(const View& view, const Action& action) {
  const Public& table = view.table;
  const auto worth_of = [&](int character) { return character_worth[static_cast<std::size_t>(character)]; };
  switch (table.top().step) {
    case Step::draft: {  // the best four of the side, in their order
      const int mine = worth_of(view.seat * n_a_side + action.card);
      int n_better = 0;
      for (int i = 0; i < n_a_side; ++i) n_better += worth_of(view.seat * n_a_side + i) > mine;
      return n_better < 4 ? 100 - action.card : -n_better;
    }
    case Step::opening: {
      const Figure& figure = table.at(view.seat, action.card);
      return 10 * figure.life + worth_of(figure.character) / 10;
    }
    case Step::turn:
      return score_in_turn(view, action);
    case Step::hit:
      return score_answer(view, action);
    case Step::duel:
    case Step::scare:
      return action.verb == Verb::give_in ? 0 : 100 - worth(action.card);
    case Step::lose:
      return action.verb == Verb::shield ? score_shield(table) : 0;
    case Step::reveal:
      return score_reading(view, action);
    case Step::store:
      return worth(action.card);
    case Step::put_back:
    case Step::pay_rider:
      return -worth(action.card);
    case Step::copy:
      return score_effect(view, static_cast<Name>(action.card), action.target);
    case Step::turnaround:
      return score_turnaround(table, view.seat, action.verb);
    case Step::snatch:
      return action.verb == Verb::stop ? 0 : 1;
    default:
      return score_loot(view, action);
  }
}

std::int32_t choose_tactical(const View& view, std::span<const Action> legal, std::int32_t, Rng&, Weights weights) {
  int best = std::numeric_limits<int>::min(), n_best = 0;
  std::int32_t taken = 0;
  for (std::size_t row = 0; row < legal.size(); ++row) {
    const int found = score(view, legal[row]);
    if (found > best) {
      std::fill_n(weights.begin(), row, 0.0F);
      best = found;
      n_best = 0;
      taken = static_cast<std::int32_t>(row);
    }
    weights[row] = found == best ? 1.0F : 0.0F;
    n_best += found == best;
  }
  for (float& weight : weights) weight /= static_cast<float>(n_best);
  return taken;
}

}  // namespace

std::span<const Bot<View, Action>> Bang::bots() {
  static constexpr Bot<View, Action> table[] = {
      {"random", "any legal action, all equally likely", 0, 0, choose_random},
      {"tactical", "dodges, finishes the wounded, equips, heals, disarms, keeps the best cards", 0, 0, choose_tactical},
  };
  return table;
}

}  // namespace standoff::bang
