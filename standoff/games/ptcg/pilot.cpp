// Scores actions by what is printed on cards: evolve, fill the bench, arm the best attacker, draw, knock out.
#include "pilot.hpp"

#include <algorithm>

namespace standoff::ptcg {
namespace {

enum Context : std::int16_t {
  setup_active = 1,
  setup_bench,
  switch_in,
  to_active,
  to_bench,
  to_field,
  to_hand,
  to_discard,
  to_deck,
  to_deck_bottom,
  to_prize,
  not_move,
  damage_counter,
  damage_counter_any,
  damage_on,
  remove_damage,
  heal,
  evolves_from,
  evolves_to,
  devolve,
  attach_from,
  attach_to,
  detach_from,
  discard_energy_card = 26,
  discard_tool,
  discard_any = 29,
  discard_energy,
  to_deck_energy = 32,
  draw_count = 38,
  activate = 43
};

// What a turn does first, from the top; the attack ends it.
constexpr float win_now = 2000, evolve_first = 900, fill_bench = 850, use_ability = 800, search_item = 700,
                supporter = 650, attach_energy = 500, other_item = 490, new_hand = 450, attach_tool = 440,
                stadium = 430, retreat_now = 300, attack_now = 100, unwise = -1;
constexpr int enough_actions = 60;
constexpr int long_game = 20, last_cards = 6;
constexpr std::size_t any_type = 10;  // energy that counts as every type

bool is_own(const Option& option, std::int8_t seat) { return option.player < 0 || option.player == seat; }

const Pokemon* in_play(const Side& side, Area area, std::int16_t index) {
  const auto& row = area == Area::active ? side.active : side.bench;
  if ((area != Area::active && area != Area::bench) || index < 0 || static_cast<std::size_t>(index) >= row.size())
    return nullptr;
  return &row[static_cast<std::size_t>(index)];
}

bool is_energy(const Printed& card) {
  return card.type == CardType::basic_energy || card.type == CardType::special_energy;
}

}  // namespace

Pilot::Pilot(const View& view)
    : view_(view), mine_(view.mine()), theirs_(view.theirs()), fight_{view.mine(), view.theirs()} {
  if (!mine_.active.empty()) active_ = &mine_.active.front();
  if (!theirs_.active.empty()) target_ = &theirs_.active.front();
  for (const Card& card : mine_.hand) {
    const Printed& text = printed(card.id);
    n_basics_ += text.is_basic;
    n_energies_ += is_energy(text);
    n_supporters_ += text.type == CardType::supporter;
  }
  const auto note = [&](const Cards& cards) {
    for (const Card& card : cards)
      if (const Printed& text = printed(card.id);
          is_energy(text) && text.energy >= 0 && text.energy < static_cast<int>(n_energy_types))
        has_energy_[static_cast<std::size_t>(text.energy)] = true;
  };
  note(mine_.hand);
  note(mine_.discard);
  for (const auto* row : {&mine_.active, &mine_.bench})
    for (const Pokemon& pokemon : *row) note(pokemon.energy_cards);
  if (active_ != nullptr && target_ != nullptr) danger_ = Fight{theirs_, mine_}.most_damage(*target_, active_, 1);
  // A long game is lost by who draws out first.
  is_deck_low_ = mine_.deck_count <= 4 + 2 * static_cast<int>(mine_.prize.size()) ||
                 (view.seen->turn > long_game && mine_.deck_count <= theirs_.deck_count);
}

float Pilot::strike(const Pokemon& pokemon) const {
  const int hurt = fight_.most_damage(pokemon, target_);
  if (target_ == nullptr || hurt < target_->hp || hurt == 0) return static_cast<float>(hurt);
  return static_cast<float>(target_->hp) + 100 * static_cast<float>(printed(target_->card.id).prizes());
}

float Pilot::best_strike_of_bench() const {
  float best = 0;
  for (const Pokemon& pokemon : mine_.bench) best = std::max(best, strike(pokemon));
  return best;
}

float Pilot::lead(const Pokemon& pokemon) const {
  const int soon = fight_.most_damage(pokemon, target_, 1);
  return 1 + strike(pokemon) + 0.4F * static_cast<float>(soon) + 0.1F * static_cast<float>(pokemon.hp) -
         2.0F * static_cast<float>(printed(pokemon.card.id).prizes());
}

// Energy that the active one lacks to leave its spot, where it can do nothing there.
int Pilot::lacks_to_retreat() const {
  if (active_ == nullptr || view_.seen->retreated || strike(*active_) > 0) return 0;
  int lacks = printed(active_->card.id).retreat;
  for (const std::int8_t n : active_->energies) lacks -= n;
  return std::max(0, lacks);
}

// Whether energy of every type that is still missing has been seen among the own cards.
bool Pilot::is_payable(const PrintedAttack& attack, const Pokemon& pokemon) const {
  for (std::size_t type = 1; type < any_type; ++type)
    if (attack.cost[type] > pokemon.energies[type] && !has_energy_[type] && !has_energy_[any_type]) return false;
  return true;
}

float Pilot::help_attacks(const Printed& text, const Pokemon& pokemon, const Pokemon& armed) const {
  float best = 0;
  const int wait = &pokemon == active_ ? 0 : lacks_to_retreat();
  for (const std::int16_t number : text.attacks) {
    const PrintedAttack& attack = printed_attack(number);
    const int before = missing(attack, pokemon), after = missing(attack, armed);
    const int strength = fight_.damage(attack, armed, target_);
    const int gain = after < before ? strength + 10
                     : before == 0  ? strength - fight_.damage(attack, pokemon, target_)
                                    : 0;
    const float hope = is_payable(attack, armed) ? 1.0F : 0.3F;
    best = std::max(best, hope * static_cast<float>(gain) / static_cast<float>(1 + after + wait));
  }
  return best;
}

float Pilot::help(const Pokemon& pokemon, std::int16_t energy) const {
  Pokemon armed = pokemon;
  ++armed.energies[static_cast<std::size_t>(std::clamp<std::int16_t>(energy, 0, n_energy_types - 1))];
  const Printed& text = printed(pokemon.card.id);
  float best = help_attacks(text, pokemon, armed);
  for (const std::int16_t next : text.evolutions) {
    best = std::max(best, (is_in_hand(next) ? 0.8F : 0.4F) * help_attacks(printed(next), pokemon, armed));
    for (const std::int16_t last : printed(next).evolutions)
      best = std::max(best, (is_in_hand(last) ? 0.6F : 0.3F) * help_attacks(printed(last), pokemon, armed));
  }
  // One can attack a turn: where one already can, the others are a reserve.
  if (&pokemon != active_) return best_strike_of_bench() > 0 && strike(pokemon) == 0 ? 0.5F * best : best;
  best *= danger_ >= pokemon.hp ? 0.6F : 1.4F;
  const int lacks = lacks_to_retreat();
  return lacks > 0 ? std::max(best, 2 * best_strike_of_bench() / static_cast<float>(lacks)) : best;
}

float Pilot::score(const Action& action) const {
  if (action.is_stop()) return 0;
  const Option& option = view_.select().options[static_cast<std::size_t>(action.option)];
  return view_.select().type == 0 ? score_main(option) : score_answer(option);
}

float Pilot::score_main(const Option& option) const {
  const bool is_late = view_.seen->actions_this_turn > enough_actions;
  const Printed& text = printed(card_of(*view_.seen, option).id);
  const Pokemon* pokemon = in_play(mine_, option.in_play_area, option.in_play_index);
  switch (option.type) {
    case OptionType::evolve:
      return score_evolve(option);
    case OptionType::play:
      return is_late ? unwise : score_play(text);
    case OptionType::ability:
      return is_late ? unwise : score_ability(text, in_play(mine_, option.area, option.index));
    case OptionType::attach:
      return pokemon == nullptr ? unwise : score_attach(text, *pokemon);
    case OptionType::retreat:
      return score_retreat(false);
    case OptionType::attack:
      return score_attack(printed_attack(option.attack));
    default:
      return option.type == OptionType::end ? 0.0F : unwise;
  }
}

float Pilot::score_evolve(const Option& option) const {
  const Pokemon* base = in_play(mine_, option.in_play_area, option.in_play_index);
  if (base == nullptr) return evolve_first;
  return evolve_first + (base == active_ ? 5.0F : 0.0F) + static_cast<float>(base->energy_cards.size());
}

float Pilot::score_attach(const Printed& card, const Pokemon& pokemon) const {
  if (card.type == CardType::tool) return attach_tool + lead(pokemon) / 100;
  const float helps = help(pokemon, card.energy);
  if (helps <= 0) return unwise;
  return attach_energy + 90 * helps / (helps + 200);
}

float Pilot::score_ability(const Printed& card, const Pokemon* user) const {
  if (card.dies) {
    const auto falls = [&](const Pokemon& pokemon) { return pokemon.hp <= card.harm; };
    return std::ranges::any_of(theirs_.active, falls) || std::ranges::any_of(theirs_.bench, falls) ? use_ability
                                                                                                   : unwise;
  }
  if (card.leaves) {
    if (user == nullptr || mine_.bench.size() < 2) return unwise;
    if (user == active_) return strike(*user) < best_strike_of_bench() ? retreat_now + 2 : unwise;
    return strike(*user) > 0 || !user->energy_cards.empty() || is_deck_low_ ? unwise : use_ability;
  }
  return is_deck_low_ && card.draws ? unwise : use_ability;
}

// Whether the deck can spare what a card takes from it: a low one only what may bring a first attack.
bool Pilot::may_take(const Printed& card) const {
  if (!is_deck_low_ || !(card.draws || card.searches)) return true;
  const bool strikes = best_strike_of_bench() > 0 || (active_ != nullptr && strike(*active_) > 0);
  return !card.draws && !strikes && mine_.deck_count > last_cards;
}

float Pilot::score_play(const Printed& card) const {
  const auto hand = static_cast<int>(mine_.hand.size());
  switch (card.type) {
    case CardType::pokemon:
      return fill_bench + static_cast<float>(card.hp) / 100 - (card.attacks.empty() ? 1.0F : 0.0F);
    case CardType::supporter:
      return score_supporter(card);
    case CardType::stadium:
      return view_.seen->stadium.empty() || hand > 4 ? stadium : unwise;
    default:
      return score_item(card);
  }
}

float Pilot::score_item(const Printed& card) const {
  const auto hand = static_cast<int>(mine_.hand.size());
  if (card.refills) return mine_.discard.size() >= 5 && is_deck_low_ ? other_item : unwise;
  if (!may_take(card)) return unwise;
  if (card.gusts) return score_supporter(card);
  if (card.switches) return score_retreat(true) > 0 ? retreat_now + 1 : unwise;
  if (card.heals) return active_ != nullptr && active_->max_hp - active_->hp >= 60 ? other_item : unwise;
  if (card.pays_cards) return hand >= 4 ? other_item : unwise;
  return card.searches ? search_item : other_item;
}

float Pilot::score_supporter(const Printed& card) const {
  const auto hand = static_cast<float>(mine_.hand.size());
  if (card.gusts) {
    if (active_ == nullptr || target_ == nullptr || fight_.most_damage(*active_, target_) >= target_->hp) return unwise;
    for (const Pokemon& pokemon : theirs_.bench)
      if (const int hurt = fight_.most_damage(*active_, &pokemon); hurt > 0 && hurt >= pokemon.hp) return new_hand + 20;
    return unwise;
  }
  // A big hand that goes back fills a low deck.
  if (card.drops_hand && is_deck_low_) return hand > 9 && !card.searches ? new_hand : unwise;
  if (card.drops_hand) return hand > 6 ? unwise : new_hand + 10 - hand;
  if (!may_take(card)) return unwise;
  if (card.draws) return supporter + 9;
  return supporter + (card.searches ? 8.0F : 1.0F);
}

float Pilot::score_attack(const PrintedAttack& attack) const {
  if (active_ == nullptr) return attack_now;
  const int hurt = fight_.damage(attack, *active_, target_);
  const bool knocks_out = target_ != nullptr && hurt > 0 && hurt >= target_->hp;
  const bool is_last =
      knocks_out &&
      (theirs_.bench.empty() || static_cast<std::size_t>(printed(target_->card.id).prizes()) >= mine_.prize.size());
  if (is_last) return win_now - static_cast<float>(attack.n_cost);
  if (attack.mills >= mine_.deck_count) return unwise;
  // Of attacks that knock out, the weakest is the cheapest.
  if (knocks_out) return attack_now + 100 - static_cast<float>(attack.n_cost + attack.mills);
  if (hurt == 0) return attack.has_text ? attack_now : unwise;
  return attack_now + static_cast<float>(std::min(hurt, 400)) / 10 - static_cast<float>(attack.mills);
}

float Pilot::score_retreat(bool is_free) const {
  if (active_ == nullptr) return unwise;
  const float now = strike(*active_), then = best_strike_of_bench();
  const float price = is_free ? 0 : 20 * static_cast<float>(printed(active_->card.id).retreat);
  return then > 2 * now + price || (now == 0 && then > 0) ? retreat_now : unwise;
}

// The card whose effect asks.
const Card& Pilot::asking() const {
  const Select& select = view_.select();
  return select.effect.id > 0 ? select.effect : select.context_card;
}

float Pilot::score_answer(const Option& option) const {
  const std::int16_t context = view_.select().context;
  const bool is_mine = is_own(option, view_.seat);
  switch (option.type) {
    case OptionType::yes:
      if (context == activate && is_deck_low_ && printed(asking().id).draws) return 1;
      return 2;
    case OptionType::no:
      return 1.5F;
    case OptionType::number:
      return static_cast<float>(context == draw_count && is_deck_low_ ? -option.number : option.number);
    case OptionType::attack:
      return 1 + score_attack(printed_attack(option.attack));
    default:
      break;
  }
  const Side& side = is_mine ? mine_ : theirs_;
  const Pokemon* pokemon = in_play(side, option.area, option.index);
  if (pokemon != nullptr && option.type == OptionType::card) return score_pokemon(option, *pokemon, is_mine);
  const Card card = card_of(*view_.seen, option);
  if (option.type == OptionType::card) return score_card(card, is_mine);
  // Energy and tools on Pokémon: keep what the best of mine has, take what the best of theirs has.
  const float value = pokemon == nullptr ? 1 : 1 + lead(*pokemon) / 10;
  return is_mine ? 100 - value : value;
}

// Of the Pokémon in play, which one.
float Pilot::score_pokemon(const Option& option, const Pokemon& pokemon, bool is_mine) const {
  const Printed& text = printed(pokemon.card.id);
  const auto hurt = static_cast<float>(pokemon.max_hp - pokemon.hp);
  switch (view_.select().context) {
    case switch_in:
    case to_active:
      if (is_mine) return 10 + lead(pokemon);
      if (active_ != nullptr && fight_.most_damage(*active_, &pokemon) >= pokemon.hp)
        return 1000 + 100 * static_cast<float>(text.prizes());
      return 500 - static_cast<float>(pokemon.hp) / 2;
    case damage_counter:
    case damage_counter_any:
    case damage_on:
      return is_mine ? static_cast<float>(pokemon.hp) / 1000 - 1
                     : 1000 - static_cast<float>(pokemon.hp) + 50 * static_cast<float>(text.prizes());
    case remove_damage:
    case heal:
      return is_mine ? hurt - 5 : -hurt;
    case attach_from:
    case attach_to: {
      const Printed& given = printed(view_.select().context_card.id);
      return is_mine ? 1 + help(pokemon, given.energy) : -1;
    }
    case to_hand:
    case to_deck:
    case to_deck_bottom:
    case to_discard:
    case devolve:
    case detach_from:
      return is_mine ? 1 - lead(pokemon) : 1 + lead(pokemon);
    default:
      return (is_mine ? 1 : -1) * (1 + lead(pokemon)) + (option.area == Area::active ? 1.0F : 0.0F);
  }
}

// Of the cards in a hand, a deck or a pile, which one.
float Pilot::score_card(const Card& card, bool is_mine) const {
  const Printed& text = printed(card.id);
  switch (view_.select().context) {
    case setup_active: {
      float best = 0;
      for (const std::int16_t number : text.attacks) {
        const PrintedAttack& attack = printed_attack(number);
        best = std::max(best, static_cast<float>(attack.damage) / static_cast<float>(std::max<int>(attack.n_cost, 1)));
      }
      return 10 + best + static_cast<float>(text.hp) / 10 - 5 * static_cast<float>(text.prizes());
    }
    case to_discard:
    case to_deck:
    case to_deck_bottom:
    case to_prize:
    case not_move:
    case discard_any:
      return is_mine ? 1 - worth(card) : 1 + worth(card);
    default:
      return 1 + worth(card);
  }
}

bool Pilot::is_in_hand(std::int16_t card) const {
  return std::ranges::any_of(mine_.hand, [&](const Card& each) { return each.id == card; });
}

bool Pilot::can_evolve_in_play(const Printed& card) const {
  const auto is_base = [&](const Pokemon& pokemon) { return printed(pokemon.card.id).name == card.evolves_from; };
  return std::ranges::any_of(mine_.active, is_base) || std::ranges::any_of(mine_.bench, is_base);
}

float Pilot::worth(const Card& card) const {
  const Printed& text = printed(card.id);
  const auto held = std::ranges::count_if(mine_.hand, [&](const Card& other) { return other.id == card.id; });
  float value = 0;
  switch (text.type) {
    case CardType::pokemon:
      value = worth_of_pokemon(text);
      break;
    case CardType::basic_energy:
    case CardType::special_energy:
      return worth_of_energy(text);
    case CardType::supporter:
      value = n_supporters_ == 0 ? 55 : 20;
      break;
    case CardType::item:
      value = text.searches || text.draws ? 40.0F : 30.0F;
      break;
    default:
      value = 20;
  }
  return std::max(1.0F, value - 12 * static_cast<float>(held));
}

float Pilot::worth_of_pokemon(const Printed& card) const {
  const auto n_in_play = static_cast<int>(mine_.active.size() + mine_.bench.size());
  const float strength = static_cast<float>(card.hp) / 20;
  if (card.is_basic) return (n_in_play + n_basics_ < 3 ? 70.0F : n_in_play < 5 ? 40.0F : 10.0F) + strength;
  if (can_evolve_in_play(card)) return 65 + strength;
  return 25 + strength;
}

float Pilot::worth_of_energy(const Printed& card) const {
  float best = 0;
  for (const auto* row : {&mine_.active, &mine_.bench})
    for (const Pokemon& pokemon : *row) best = std::max(best, help(pokemon, card.energy));
  const float needed = best > 5 ? 20 + std::min(best, 200.0F) / 10 : 8.0F;
  return n_energies_ == 0 ? 35 + needed : n_energies_ < 3 ? needed : needed / 2;
}

}  // namespace standoff::ptcg
