// Makes what a search tells look as what a battle tells.
//
// A search numbers the cards that it was filled in with anew, and shows all prizes among them to both seats. A battle
// shows no prize, and who takes one alone is told which it is.
#include "disguise.hpp"

#include <numeric>

namespace standoff::ptcg {

Disguise Disguise::none() {
  Disguise disguise;
  std::iota(disguise.serial.begin(), disguise.serial.end(), std::int16_t{0});
  return disguise;
}

void Disguise::put_on(Observation& seen) const {
  const auto is_card = [](std::int16_t found) { return found >= 0 && static_cast<std::size_t>(found) < n_serials; };
  const auto was_prize = [&](std::int16_t found) {
    return is_card(found) && is_prize[static_cast<std::size_t>(found)];
  };
  const auto rename = [&](std::int16_t& found) {
    if (is_card(found)) found = serial[static_cast<std::size_t>(found)];
  };
  for (Side& side : seen.sides)
    for (Card& card : side.prize)
      if (was_prize(card.serial)) card = {};
  for (Pokemon& pokemon : seen.sides[static_cast<std::size_t>(1 - seen.seat)].active)
    if (seen.turn == 0 && is_card(pokemon.card.serial) && is_face_down[static_cast<std::size_t>(pokemon.card.serial)])
      pokemon = {};
  for (Log& log : seen.logs) {
    const bool is_taken = log.type == log_move && static_cast<Area>(log.from_area) == Area::prize;
    if (is_taken && log.player != seen.seat && was_prize(log.serial)) {
      log.type = log_move_hidden;
      log.card = log.serial = -1;
    }
    rename(log.serial);
    rename(log.serial_target);
  }
  each_card(seen, [&](Card& card) { rename(card.serial); });
  rename(seen.select.context_card.serial);
  rename(seen.select.effect.serial);
  for (Option& option : seen.select.options) rename(option.serial);
}

}  // namespace standoff::ptcg
