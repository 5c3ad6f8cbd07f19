// What a seat can work out from its own stream alone: where each card of both decks may lie, and what it is.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lasting.hpp"

namespace standoff::ptcg {

constexpr std::size_t n_deck_cards = 60;
constexpr std::int16_t first_serial = 3;  // of seat 0; those of seat 1 follow

// Places as bits, one an area. A card that is being played lies nowhere: `nowhere` is one of them.
using Places = std::uint32_t;
constexpr Places nowhere = 1;
constexpr Places place_of(Area area) {
  const int bit = static_cast<int>(area);
  return bit < 1 ? nowhere : Places{1} << (bit < 16 ? bit : 15);
}

// A card of a deck as far as a seat has followed it: it lies in one of these places.
struct Whereabouts {
  std::int16_t id = 0;  // 0 while it was not seen
  Places places = place_of(Area::deck);
  bool operator==(const Whereabouts&) const = default;

  bool is_in(Area area) const { return places == place_of(area); }
};

// Copies of a card.
struct Copies {
  std::int16_t id = 0, count = 0;
  bool operator==(const Copies&) const = default;
};

// Never wrong: where it is not certain, it says less. A card may always be in more places than it really can.
struct Knowledge {
  // By owner, then by serial: the serial of the first is first_serial + 60 * owner.
  std::array<std::array<Whereabouts, n_deck_cards>, 2> cards{};
  // How many cards lie in each area, by owner and area: as last seen, and reckoned on from there.
  std::array<std::array<std::int16_t, 16>, 2> counts{};
  std::vector<Copies> list;  // this seat's own deck, by id
  Effects effects;
  std::int16_t round = 0;  // of a match of several; each begins anew
  bool operator==(const Knowledge&) const = default;
};

// What a seat knows before the first question: its own list.
Knowledge knowledge_of(std::span<const int> list);

// What a seat knows after it was told something. It depends on nothing else than its own list and its stream.
Knowledge updated(const Knowledge& before, const Observation& seen);

// The cards of a side that lie in an area for certain, and that were seen before: copies by id.
std::vector<Copies> certain(const Knowledge& knowledge, std::int16_t side, Area area);

// Those that lie in the hand, the deck or the prizes for certain, but the seat can't say in which.
std::vector<Copies> hidden(const Knowledge& knowledge, std::int16_t side);

// Own cards that lie in the deck or the prizes, but the seat can't say in which.
std::vector<Copies> own_unseen(const Knowledge& knowledge, std::int16_t seat);

// The own prizes where all are known; none before.
std::vector<Copies> own_prizes(const Knowledge& knowledge, std::int16_t seat);

}  // namespace standoff::ptcg
