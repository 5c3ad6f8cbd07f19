// Finds the legal row behind each answer of an episode, pick by pick, and puts episodes into a pool.
#include "episodes.hpp"

#include <algorithm>

#include "play.hpp"
#include "ptcg.hpp"

namespace standoff::ptcg {
namespace {

constexpr auto last_option_type = OptionType::special_condition;

std::string unknown_option(const Observation& seen) {
  for (const Option& option : seen.select.options)
    if (option.type < OptionType::number || option.type > last_option_type)
      return "it offers an option of the type " + std::to_string(static_cast<int>(option.type)) +
             ", which is none from 0 to " + std::to_string(static_cast<int>(last_option_type));
  return {};
}

// The row of the next pick of an answer; -1 where no legal row stands for it.
std::int32_t row_of(const View& view, std::span<const Action> legal, std::span<const int> answer) {
  const std::vector<int> kinds = kinds_of(*view.seen), wanted = meaning_of(*view.seen, answer);
  const std::size_t n_picked = view.picks.size();
  const auto is_next = [&](const Action& action) {
    if (n_picked == wanted.size()) return action.is_stop();
    return !action.is_stop() && kinds[static_cast<std::size_t>(action.option)] == wanted[n_picked];
  };
  const auto found = std::ranges::find_if(legal, is_next);
  return found == legal.end() ? -1 : static_cast<std::int32_t>(found - legal.begin());
}

// Plays on by one pick.
Fault take_next(State& state, const Episode& episode, std::vector<std::int32_t>& choices) {
  const auto seat = static_cast<Seat>(state.table->observation().seat);
  const View view = Ptcg::view(state, seat);
  if (Fault fault = unknown_option(*view.seen); !fault.empty()) return fault;
  std::vector<Action> legal;
  Ptcg::actions(view, legal);
  const std::int32_t row = row_of(view, legal, episode.answers[static_cast<std::size_t>(state.table->n_answers())]);
  if (row < 0) return "no legal action is what seat " + std::to_string(seat) + " answered";
  choices.push_back(row);
  Ptcg::apply(state, seat, legal[static_cast<std::size_t>(row)]);
  return state.table->fault();
}

}  // namespace

Fault import_episode(Episode episode, Imported& imported) {
  if (Fault fault = load_placed_engine(); !fault.empty()) return fault;
  if (episode.told.size() != episode.answers.size() + 1) return "it has not one answer for each question";
  imported.episode = std::make_shared<const Episode>(std::move(episode));
  State state = begin_at(std::make_unique<Table>(imported.episode));
  Fault fault = state.table->fault();
  std::int32_t step = 0;
  while (fault.empty() && state.table->ending() == Ending::none) {
    step = state.table->n_answers();
    if (static_cast<std::size_t>(step) == imported.episode->answers.size()) return "it stops before the game has ended";
    fault = take_next(state, *imported.episode, imported.choices);
  }
  return fault.empty() ? fault : "at question " + std::to_string(step + 1) + ": " + fault;
}

std::unique_ptr<Pool> replay(std::span<const Imported> games, std::span<const std::uint64_t> seeds,
                             std::shared_ptr<Crew> crew) {
  std::vector<State> states;
  for (const Imported& game : games) states.push_back(begin_at(std::make_unique<Table>(game.episode)));
  const std::vector<std::int32_t> plies(games.size(), 0);
  return std::make_unique<GamePool<Ptcg>>(std::move(crew), widths_of<Ptcg>({}), std::move(states), plies, seeds);
}

}  // namespace standoff::ptcg
