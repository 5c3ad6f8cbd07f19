// The rules of Kuhn poker: begin, who decides, what is legal, what a move does, who has won how much.
#include "kuhn.hpp"

namespace standoff::kuhn {

Fault Kuhn::read_options(const OptionValues& values, Options& options) {
  for (const auto& [name, numbers] : values) {
    if (name != "cards") return "kuhn has no option '" + name + "'; it takes cards";
    const auto is_card = [](std::int64_t card) { return card >= 0 && card < n_ranks; };
    if (numbers.size() != 2 || !is_card(numbers[0]) || !is_card(numbers[1]) || numbers[0] == numbers[1])
      return "the cards of a kuhn deal are two different ones of 0 (jack), 1 (queen) and 2 (king), seat 0's first";
    options.cards = {static_cast<Rank>(numbers[0]), static_cast<Rank>(numbers[1])};
  }
  return {};
}

State Kuhn::begin(const Options& options, std::uint64_t seed) {
  State state;
  if (options.cards) {
    state.card = *options.cards;
    return state;
  }
  Rng rng(seed);
  const auto first = static_cast<int>(rng.below(n_ranks));
  const auto further = static_cast<int>(rng.below(n_ranks - 1));
  state.card = {static_cast<Rank>(first), static_cast<Rank>((first + 1 + further) % n_ranks)};
  return state;
}

Deciders Kuhn::deciders(const State& state) {
  if (state.table.is_over()) return Deciders::none;
  return state.table.to_move() == 0 ? Deciders::first : Deciders::second;
}

// Seat, card and moves are all that a view holds.
std::uint64_t Kuhn::information(const View& view) {
  std::uint64_t moves = 0;
  for (const Move move : view.table.moves) moves = moves * 3 + static_cast<std::uint64_t>(move);
  return mix(moves, static_cast<std::uint64_t>(view.card * 2 + view.seat));
}

void Kuhn::actions(const View&, std::vector<Action>& found) {
  found.push_back({Move::pass});
  found.push_back({Move::bet});
}

void Kuhn::apply(State& state, Seat, const Action& action) {
  state.table.moves[static_cast<std::size_t>(state.table.n_moves++)] = action.move;
}

// Who loses pays what it has put in; the score is linear in the chips that change hands.
std::optional<Outcome> Kuhn::outcome(const State& state) {
  const Public& table = state.table;
  if (!table.is_over()) return std::nullopt;
  // After a fold the seat to move is the one that bet.
  const bool first_wins = table.is_fold() ? table.to_move() == 0 : state.card[0] > state.card[1];
  const int lost = std::min(table.chips(0), table.chips(1));
  const float chips = static_cast<float>(first_wins ? lost : -lost);
  return Outcome{0.5F + chips / (2 * most_chips), table.is_fold() ? 0 : 1};
}

void Kuhn::secrets(const State& state, std::span<float> numbers) {
  std::fill(numbers.begin(), numbers.end(), 0.0F);
  for (std::size_t seat = 0; seat < 2; ++seat) numbers[seat * n_ranks + static_cast<std::size_t>(state.card[seat])] = 1;
}

}  // namespace standoff::kuhn
