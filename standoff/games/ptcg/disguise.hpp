// Makes what a search tells look as what a battle tells: cards keep their serials, prizes that were dealt lie face
// down.
#pragma once

#include <array>

#include "knowledge.hpp"

namespace standoff::ptcg {

struct Disguise {
  static constexpr std::size_t n_serials = first_serial + 2 * n_deck_cards;

  // By the serial that the search gives a card: the one that it has here, and whether it was dealt as a prize.
  std::array<std::int16_t, n_serials> serial{};
  std::array<bool, n_serials> is_prize{};
  std::array<bool, n_serials> is_face_down{};  // dealt as a Pokémon that lies face down until the first turn

  // Every card as it is.
  static Disguise none();

  void put_on(Observation& seen) const;
};

}  // namespace standoff::ptcg
