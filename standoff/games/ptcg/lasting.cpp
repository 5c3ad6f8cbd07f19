// Follows the effects of attacks that last, through what a seat is told.
#include "lasting.hpp"

#include <algorithm>

#include "catalogue.hpp"

namespace standoff::ptcg {
namespace {

bool is_guarded(const Observation& seen, std::size_t side) {
  const auto guards = [](const Card& card) { return printed(card.id).guards_effects; };
  const auto any = [&](const Cards& cards) { return std::ranges::any_of(cards, guards); };
  const auto any_of = [&](const Pokemon& pokemon) {
    return guards(pokemon.card) || any(pokemon.energy_cards) || any(pokemon.tools);
  };
  const Side& table = seen.sides[side];
  return any(seen.stadium) || any(table.discard) || std::ranges::any_of(table.active, any_of) ||
         std::ranges::any_of(table.bench, any_of);
}

class Following {
 public:
  Following(const Effects& before, const Observation& seen) : effects_(before), seen_(seen) {}

  Effects follow() {
    for (std::size_t i = 0; i < seen_.logs.size(); ++i) follow(i);
    if (effects_.turn != seen_.turn) effects_.lasting.clear();
    effects_.turn = seen_.turn;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& row = seen_.sides[side].active;
      effects_.active[side] = row.empty() ? std::int16_t{-1} : row.front().card.serial;
    }
    std::erase_if(effects_.lasting, [&](const Lasting& each) {
      const bool is_gone = each.serial >= 0 && effects_.active[side_of(each.side)] != each.serial;
      return each.turn < seen_.turn || is_gone;
    });
    return std::move(effects_);
  }

 private:
  static std::size_t side_of(std::int16_t player) { return player == 1 ? 1 : 0; }

  void end(std::int16_t serial) {
    std::erase_if(effects_.lasting, [&](const Lasting& each) { return serial >= 0 && each.serial == serial; });
  }

  void follow(std::size_t place) {
    const Log& log = seen_.logs[place];
    std::int16_t& active = effects_.active[side_of(log.player)];
    switch (log.type) {
      case log_turn_start:
        ++effects_.turn;
        return;
      case log_attack:
        return follow_attack(place);
      case log_move_hidden:
        if (static_cast<Area>(log.to_area) == Area::active) active = -1;
        return;
      case log_move:
        if (static_cast<Area>(log.from_area) == Area::active && active == log.serial) active = -1;
        if (static_cast<Area>(log.to_area) == Area::active) active = log.serial;
        break;
      case log_switch:
        active = log.serial_target;
        break;
      case log_evolve:
        if (active == log.serial_target) active = log.serial;
        break;
      case log_change:
      case log_devolve:
        active = -1;
        break;
      default:
        return;
    }
    end(log.serial);
    end(log.serial_target);
  }

  // Coins until the end of the turn; -1 where one fell just before the attack, which may have been to see if it fails.
  int n_coins(std::size_t place) const {
    const auto& logs = seen_.logs;
    if (place > 0 && logs[place - 1].type == log_coin) return -1;
    int n = 0;
    for (std::size_t i = place + 1; i < logs.size() && logs[i].type != log_turn_end; ++i) n += logs[i].type == log_coin;
    return n;
  }

  bool is_heads(std::size_t place) const {
    for (std::size_t i = place + 1; i < seen_.logs.size(); ++i)
      if (seen_.logs[i].type == log_coin) return seen_.logs[i].head > 0;
    return false;
  }

  void follow_attack(std::size_t place) {
    const Log& log = seen_.logs[place];
    const std::size_t mine = side_of(log.player), other = 1 - mine;
    for (const PrintedEffect& each : printed_attack(log.attack).lasting) {
      const int coins = n_coins(place);
      if (each.needs_heads ? coins != 1 || !is_heads(place) : coins != 0) continue;
      const bool is_on_player = each.effect == Effect::no_items || each.effect == Effect::no_supporters;
      const std::size_t side = each.is_of_other ? other : mine;
      const std::int16_t serial = is_on_player       ? std::int16_t{-1}
                                  : each.is_of_other ? effects_.active[other]
                                                     : log.serial;
      if (!is_on_player && (serial < 0 || (each.is_of_other && is_guarded(seen_, other)))) continue;
      const auto turn = static_cast<std::int16_t>(effects_.turn + (each.is_next_turn ? 1 : 2));
      const std::int16_t amount = each.effect == Effect::no_such_attack ? log.attack : each.amount;
      effects_.lasting.push_back({each.effect, static_cast<std::int16_t>(side), serial, turn, amount});
    }
  }

  Effects effects_;
  const Observation& seen_;
};

}  // namespace

Effects updated(const Effects& before, const Observation& seen) { return Following(before, seen).follow(); }

}  // namespace standoff::ptcg
