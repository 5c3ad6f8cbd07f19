// The scripted players of light cycles: random, flood, voronoi and alphabeta.
#include "cycles.hpp"
#include "reach.hpp"

namespace standoff::cycles {
namespace {

using Weights = std::span<float>;

// Equal weights on the rows with the best score; takes the first of them (straight, then right, then left).
template <class Score>
std::int32_t take_best(std::span<const Action> legal, Weights weights, Score score) {
  std::int32_t best = 0, n_best = 0;
  int best_score = 0;
  for (std::size_t row = 0; row < legal.size(); ++row) {
    const int found = score(legal[row], row == 0 ? -1'000'000 : best_score);
    if (row == 0 || found > best_score) {
      std::fill_n(weights.begin(), row, 0.0F);
      best = static_cast<std::int32_t>(row);
      best_score = found;
      n_best = 0;
    }
    weights[row] = found == best_score ? 1.0F : 0.0F;
    n_best += found == best_score;
  }
  for (float& weight : weights) weight /= static_cast<float>(n_best);
  return best;
}

std::int32_t choose_random(const View&, std::span<const Action> legal, std::int32_t, Rng& rng, Weights weights) {
  std::fill(weights.begin(), weights.end(), 1.0F / static_cast<float>(legal.size()));
  return static_cast<std::int32_t>(rng.below(legal.size()));
}

std::int32_t choose_flood(const View& view, std::span<const Action> legal, std::int32_t, Rng&, Weights weights) {
  return on_field(view.table, [&](auto& field) {
    return take_best(legal, weights, [&](const Action& action, int) { return field.reachable(action.enters); });
  });
}

std::int32_t choose_voronoi(const View& view, std::span<const Action> legal, std::int32_t, Rng&, Weights weights) {
  return on_field(view.table, [&](auto& field) {
    return take_best(legal, weights, [&](const Action& action, int) {
      field.block(action.enters);
      const int margin = field.margin(action.enters, view.theirs().at);
      field.unblock(action.enters);
      return margin;
    });
  });
}

// Negamax with alpha-beta (Knuth and Moore 1975) over alternating moves, the Voronoi margin at the leaves.
template <class Board>
class Lookahead {
 public:
  explicit Lookahead(Board& board) : board_(board) {}

  // The value to the cycle that has just been asked to move, for `depth` more plies.
  int best(const Cycle& mine, const Cycle& theirs, int depth, int alpha, int beta) {
    int found = -crashed;
    for (Turn turn : {Turn::straight, Turn::right, Turn::left}) {
      const Cell cell = entered(mine, turn);
      if (!board_.is_free(cell)) continue;
      found = std::max(found, after(cell, {cell, turned(mine.heading, turn)}, theirs, depth, alpha, beta));
      alpha = std::max(alpha, found);
      if (alpha >= beta) break;
    }
    return found;
  }

  // The value of entering `cell`, to the cycle that enters it.
  int after(Cell cell, const Cycle& moved, const Cycle& theirs, int depth, int alpha, int beta) {
    board_.block(cell);
    const int value = depth == 1 ? board_.margin(cell, theirs.at) : -best(theirs, moved, depth - 1, -beta, -alpha);
    board_.unblock(cell);
    return value;
  }

 private:
  static constexpr int crashed = 100'000;
  Board& board_;
};

std::int32_t choose_alphabeta(const View& view, std::span<const Action> legal, std::int32_t depth, Rng&,
                              Weights weights) {
  return on_field(view.table, [&](auto& field) {
    Lookahead lookahead(field);
    return take_best(legal, weights, [&](const Action& action, int best_so_far) {
      const Cycle moved{action.enters, turned(view.mine().heading, action.turn)};
      // One below the best, so that an equally good move is seen to be equal.
      return lookahead.after(action.enters, moved, view.theirs(), depth, best_so_far - 1, 1'000'000);
    });
  });
}

}  // namespace

std::span<const Bot<View, Action>> Cycles::bots() {
  static constexpr Bot<View, Action> bots[] = {
      {"random", "any legal turn, all equally likely", 0, 0, choose_random},
      {"flood", "keeps the most free cells reachable", 0, 0, choose_flood},
      {"voronoi", "keeps the best margin of cells that it reaches first", 0, 0, choose_voronoi},
      {"alphabeta", "looks DEPTH plies ahead, the voronoi margin at the end", 1, 12, choose_alphabeta},
  };
  return bots;
}

}  // namespace standoff::cycles
