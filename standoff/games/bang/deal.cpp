// Worlds that a seat of BANG! The Duel cannot tell from the real one: every placing of the unseen cards is as likely.
#include "bang.hpp"
#include "table.hpp"

namespace standoff::bang {
namespace {

// Takes `count` random members out of `pool`.
CardSet take_random(CardSet& pool, int count, Rng& rng) {
  CardSet taken;
  for (int left = pool.size(); count > 0; --count, --left) {
    const Card card = pool.at(static_cast<int>(rng.below(static_cast<std::uint64_t>(left))));
    pool.remove(card);
    taken.add(card);
  }
  return taken;
}

std::uint16_t take_random(std::uint16_t pool, int count, Rng& rng) {
  std::uint16_t taken = 0;
  for (; count > 0; --count) {
    std::uint16_t left = pool;
    for (auto skip = rng.below(static_cast<std::uint64_t>(std::popcount(pool))); skip > 0; --skip)
      left &= static_cast<std::uint16_t>(left - 1);
    const auto bit = static_cast<std::uint16_t>(left & -left);
    pool ^= bit;
    taken |= bit;
  }
  return taken;
}

// The picks that the other seat can have made by now in the draft, or its reserve.
void deal_characters(const View& view, Private& theirs, Rng& rng) {
  constexpr std::uint16_t everybody = (1U << n_a_side) - 1;
  const std::int8_t foe = other(view.seat);
  if (view.table.top().step == Step::draft) {
    const int n_picked = std::popcount(view.mine.picked);
    theirs.picked = take_random(static_cast<std::uint16_t>((1U << (n_a_side - 4 + n_picked)) - 1), n_picked, rng);
    return;
  }
  const std::uint16_t seen = view.table.seen[foe];
  theirs.reserve = take_random(static_cast<std::uint16_t>(everybody & ~seen), view.table.reserve_size[foe], rng);
}

}  // namespace

State Bang::deal(const View& view, std::uint64_t seed) {
  const Public& table = view.table;
  const std::int8_t foe = other(view.seat);
  Rng rng(seed);
  State state;
  state.table = table;
  state.seat[view.seat] = view.mine;
  Private& theirs = state.seat[foe];
  const CardSet never_shuffled = unseen(view) - table.shuffled, shuffled = unseen(view) & table.shuffled;
  const CardSet pools[] = {never_shuffled.only(law), never_shuffled.only(outlaw), shuffled.only(law),
                           shuffled.only(outlaw)};
  theirs.hand = table.shown[foe];
  for (int source = 0; source < n_sources; ++source) {
    CardSet pool = pools[source];
    theirs.hand = theirs.hand | take_random(pool, table.unknown[foe][static_cast<std::size_t>(source)], rng);
    CardSet& deck = state.hidden.deck[static_cast<std::size_t>(source < common_law ? source : 2)];
    deck = deck | pool;
  }
  deal_characters(view, theirs, rng);
  for (std::uint64_t& stream : state.hidden.stream) stream = rng.next();
  return state;
}

}  // namespace standoff::bang
