// Deals the cards that a seat can't see: where it knows something of them, as it knows; else by chance.
#pragma once

#include "disguise.hpp"
#include "engine.hpp"
#include "view.hpp"

namespace standoff::ptcg {

// All that a search must be told beside what the seat sees.
struct Guess {
  std::array<Deck, 2> lists;  // of each seat, sorted: the own one, and one that the other may play
  Filling filling;
  Disguise disguise;
};

// The same view and seed, the same guess.
Guess guess(const View& view, std::uint64_t seed);

// A list that the other seat may play: what it has shown, and the rest of a candidate that has all of that. Of several
// candidates each is as likely as the others; where none has all of that, the nearest, after more copies of what was
// shown. Without candidates the seat's own list stands in for one.
Deck believed_list(std::span<const int> shown, std::span<const Deck> candidates, Rng& rng);

}  // namespace standoff::ptcg
