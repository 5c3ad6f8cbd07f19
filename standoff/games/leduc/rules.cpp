// The rules of Leduc hold'em: begin, who decides, what is legal, what a move does, who has won how much.
#include "deck.hpp"
#include "leduc.hpp"

namespace standoff::leduc {
namespace {

// A pair with the public card beats all, then the higher rank; 1 where seat 0 wins, 0 where both hold the same.
int winner(const State& state) {
  if (state.table.folder != nobody) return state.table.folder == 1 ? 1 : -1;
  const auto [first, second] = state.card;
  if (first == second) return 0;
  if (first == state.table.card) return 1;
  if (second == state.table.card) return -1;
  return first > second ? 1 : -1;
}

}  // namespace

Fault Leduc::read_options(const OptionValues& values, Options& options) {
  for (const auto& [name, numbers] : values) {
    if (name != "cards") return "leduc has no option '" + name + "'; it takes cards";
    const auto is_card = [](std::int64_t card) { return card >= 0 && card < n_ranks; };
    if (numbers.size() != 3 || !std::all_of(numbers.begin(), numbers.end(), is_card) ||
        (numbers[0] == numbers[1] && numbers[1] == numbers[2]))
      return "the cards of a leduc deal are three of 0 (jack), 1 (queen) and 2 (king), at most two of a rank: seat "
             "0's, "
             "seat 1's and the public one";
    options.cards = {static_cast<Rank>(numbers[0]), static_cast<Rank>(numbers[1]), static_cast<Rank>(numbers[2])};
  }
  return {};
}

State Leduc::begin(const Options& options, std::uint64_t seed) {
  State state;
  if (options.cards) {
    state.card = {(*options.cards)[0], (*options.cards)[1]};
    state.hidden.card = (*options.cards)[2];
    return state;
  }
  Deck deck(seed);
  state.card[0] = deck.draw();
  state.card[1] = deck.draw();
  state.hidden.card = deck.draw();
  return state;
}

Deciders Leduc::deciders(const State& state) {
  if (state.table.is_over()) return Deciders::none;
  return state.table.to_move() == 0 ? Deciders::first : Deciders::second;
}

// Seat, cards and moves decide all that a view holds.
std::uint64_t Leduc::information(const View& view) {
  std::uint64_t moves = 0;
  for (const auto& round : view.table.moves)
    for (const Move move : round) moves = moves * 4 + static_cast<std::uint64_t>(move);
  const int cards = (view.table.card + 1) * n_ranks + view.card;
  return mix(moves, static_cast<std::uint64_t>(cards * 2 + view.seat));
}

void Leduc::actions(const View& view, std::vector<Action>& found) {
  if (view.table.behind(view.seat) > 0) found.push_back({Move::fold});
  found.push_back({Move::call});
  if (view.table.n_raises < most_raises) found.push_back({Move::raise});
}

void Leduc::apply(State& state, Seat seat, const Action& action) {
  Public& table = state.table;
  const int paid = cost(view(state, seat), action);
  table.moves[static_cast<std::size_t>(table.round)][static_cast<std::size_t>(table.n_moves)] = action.move;
  table.chips[static_cast<std::size_t>(seat)] += static_cast<std::int8_t>(paid);
  const bool ends_round = action.move == Move::call && table.n_moves > 0;
  ++table.n_moves;
  if (action.move == Move::fold) table.folder = seat;
  if (action.move == Move::raise) ++table.n_raises;
  if (!ends_round) return;
  if (++table.round == n_rounds) return;
  table.n_moves = table.n_raises = 0;
  table.card = state.hidden.card;
}

// Who loses pays what it has put in; the score is linear in the chips that change hands.
std::optional<Outcome> Leduc::outcome(const State& state) {
  const Public& table = state.table;
  if (!table.is_over()) return std::nullopt;
  const int chips = winner(state) * std::min(table.chips[0], table.chips[1]);
  return Outcome{0.5F + static_cast<float>(chips) / (2 * most_chips), table.folder == nobody};
}

void Leduc::secrets(const State& state, std::span<float> numbers) {
  std::fill(numbers.begin(), numbers.end(), 0.0F);
  const Rank cards[] = {state.card[0], state.card[1], state.hidden.card};
  std::size_t at = 0;
  for (const Rank card : cards) {
    numbers[at + static_cast<std::size_t>(card)] = 1;
    at += n_ranks;
  }
}

}  // namespace standoff::leduc
