// A set of cards as one word a back: small enough to copy, counted and searched in a few instructions.
#pragma once

#include <array>
#include <bit>

#include "sheets.hpp"

namespace standoff::bang {

struct CardSet {
  std::array<std::uint64_t, 2> of{};  // bit i of word s is card i of side s's deck

  bool operator==(const CardSet&) const = default;

  static constexpr CardSet all() { return {{(1ULL << n_deck) - 1, (1ULL << n_deck) - 1}}; }
  static constexpr CardSet deck(Side side) {
    CardSet set;
    set.of[side] = (1ULL << n_deck) - 1;
    return set;
  }

  bool has(Card card) const { return (of[back_of(card)] >> (card % n_deck)) & 1U; }
  void add(Card card) { of[back_of(card)] |= 1ULL << (card % n_deck); }
  void remove(Card card) { of[back_of(card)] &= ~(1ULL << (card % n_deck)); }
  int size() const { return std::popcount(of[0]) + std::popcount(of[1]); }
  int size(Side back) const { return std::popcount(of[back]); }
  bool is_empty() const { return (of[0] | of[1]) == 0; }
  CardSet only(Side back) const {
    CardSet set;
    set.of[back] = of[back];
    return set;
  }

  CardSet operator|(const CardSet& other) const { return {{of[0] | other.of[0], of[1] | other.of[1]}}; }
  CardSet operator&(const CardSet& other) const { return {{of[0] & other.of[0], of[1] & other.of[1]}}; }
  CardSet operator-(const CardSet& other) const { return {{of[0] & ~other.of[0], of[1] & ~other.of[1]}}; }

  // The card that has `place` smaller ones before it; 0 <= place < size().
  Card at(int place) const {
    const int n_first = std::popcount(of[0]);
    const Side side = place < n_first ? law : outlaw;
    std::uint64_t word = of[side];
    for (int skip = place - (side == law ? 0 : n_first); skip > 0; --skip) word &= word - 1;
    return static_cast<Card>(side * n_deck + std::countr_zero(word));
  }

  // Calls visit(card) in ascending order.
  template <class Visit>
  void each(Visit visit) const {
    for (int side = 0; side < 2; ++side)
      for (std::uint64_t word = of[side]; word; word &= word - 1)
        visit(static_cast<Card>(side * n_deck + std::countr_zero(word)));
  }

  // The same for one card of each face, one of `first` where there is one: copies that nobody can tell apart are one
  // choice.
  template <class Visit>
  void each_face(const CardSet& first, Visit visit) const {
    Card found = -1;
    each([&](Card card) {
      const bool is_like = found >= 0 && faces[found].number == faces[card].number;
      if (is_like && (first.has(found) || !first.has(card))) return;
      if (found >= 0 && !is_like) visit(found);
      found = card;
    });
    if (found >= 0) visit(found);
  }
};

}  // namespace standoff::bang
