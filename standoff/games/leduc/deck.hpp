// The deck of Leduc hold'em: two cards of each rank, drawn at random.
#pragma once

#include "rng.hpp"
#include "state.hpp"

namespace standoff::leduc {

class Deck {
 public:
  explicit Deck(std::uint64_t seed) : rng_(seed) {}

  // Takes a card out that lies open or in a hand.
  void remove(Rank rank) {
    --left_[static_cast<std::size_t>(rank)];
    --n_left_;
  }

  Rank draw() {
    auto place = static_cast<int>(rng_.below(static_cast<std::uint64_t>(n_left_)));
    Rank rank = 0;
    while (place >= left_[static_cast<std::size_t>(rank)]) place -= left_[static_cast<std::size_t>(rank++)];
    remove(rank);
    return rank;
  }

 private:
  Rng rng_;
  std::array<int, n_ranks> left_{n_suits, n_suits, n_suits};
  int n_left_ = n_ranks * n_suits;
};

}  // namespace standoff::leduc
