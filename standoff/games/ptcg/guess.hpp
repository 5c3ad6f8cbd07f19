// Deals the cards that a seat can't see: where it knows something of them, as it knows; else by chance.
#pragma once

#include "disguise.hpp"
#include "engine.hpp"
#include "view.hpp"

namespace standoff::ptcg {

// A card that was dealt.
struct Dealt {
  std::int16_t serial = 0, id = 0;
  Area area = Area::none;
  std::int16_t number = 0;  // the serial that the search gives it
  bool operator==(const Dealt&) const = default;
};

// All that a search must be told beside what the seat sees.
struct Guess {
  std::array<Deck, 2> lists;  // of each seat, sorted: the own one, and one that the other may play
  std::vector<Dealt> cards;   // of each area from its first place on
  Disguise disguise;

  // Has two cards of one area, by their serials, change places; false where they are none.
  bool exchange(std::int16_t one, std::int16_t other);

  // What a search is told for a seat: ids by area, the last of a deck on top.
  Filling filling(const Observation& seen) const;
};

// The same view and seed, the same guess.
Guess guess(const View& view, std::uint64_t seed);

// A list that the other seat may play: what it has shown, and the rest of a candidate that has all of that. Of several
// candidates each is as likely as the others; where none has all of that, the nearest, after more copies of what was
// shown. Without candidates the seat's own list stands in for one.
Deck believed_list(std::span<const int> shown, std::span<const Deck> candidates, Rng& rng);

}  // namespace standoff::ptcg
