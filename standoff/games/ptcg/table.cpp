// Plays one game: starts it from its seed or from an episode, passes answers on, says how it ended.
#include "table.hpp"

#include <algorithm>
#include <utility>

#include "choices.hpp"
#include "crew.hpp"

namespace standoff::ptcg {
namespace {

Deck shuffled(Deck deck, std::uint64_t seed) {
  Rng rng(seed);
  for (std::size_t i = deck.size(); i > 1; --i) std::swap(deck[i - 1], deck[rng.below(i)]);
  return deck;
}

// Arenas that no game is in. None can be freed, and each holds 3 MB once a search has begun in it. Games end on other
// threads than they began on.
std::vector<std::unique_ptr<Arena>> idle_arenas;

std::unique_ptr<Arena> take_arena_for(const Engine& engine, std::uint64_t seed) {
  std::unique_ptr<Arena> arena;
  one_at_a_time([&] {
    const auto is_fitting = [&](const auto& idle) { return idle->is_of(engine); };
    const auto found = std::ranges::find_if(idle_arenas, is_fitting);
    if (found == idle_arenas.end()) return;
    arena = std::move(*found);
    idle_arenas.erase(found);
  });
  return arena ? std::move(arena) : std::make_unique<Arena>(engine, seed);
}

}  // namespace

Fault check(const Setup& setup) {
  const Engine* engine = ptcg::engine(setup.version);
  if (engine == nullptr)
    return "ptcg needs the official engine, which is not part of this house: pip install --no-deps "
           "kaggle-environments==1.33.2";
  for (int seat = 0; seat < 2; ++seat)
    for (const Deck& deck : setup.decks[static_cast<std::size_t>(seat)])
      if (Fault fault = check_deck(*engine, deck, seat); !fault.empty()) return fault;
  if (setup.belief == nullptr) return {};
  for (const Deck& list : *setup.belief)
    if (Fault fault = check_deck(*engine, list, 0); !fault.empty())
      return "among the lists of the option belief, " + fault;
  return {};
}

Table::Table(const Setup& setup, std::uint64_t seed)
    : most_answers_(setup.most_answers), start_{{}, setup.version, setup.most_answers, setup.belief} {
  const Engine& engine = *ptcg::engine(setup.version);
  const auto& [first, second] = setup.decks;
  const std::array<Deck, 2> decks{shuffled(first[seed % first.size()], mix(seed, 0)),
                                  shuffled(second[seed / first.size() % second.size()], mix(seed, 1))};
  keep_lists(decks);
  if (setup.mode == Mode::arena) {
    begin_in_arena(engine, decks, mix(seed, 2));
    return;
  }
  battle_ = std::make_unique<Battle>(engine, decks[0], decks[1], mix(seed, 2));
  if (battle_->is_started()) {
    take_told(battle_->json());
  } else {
    fail("the engine did not start the battle");
  }
}

Table::Table(std::shared_ptr<const Episode> episode) : episode_(std::move(episode)) {
  keep_lists(episode_->decks);
  take_told(episode_->told[0]);
}

Table::Table(const Start& start, Guess guess, std::shared_ptr<const Observation> question, std::uint64_t seed)
    : most_answers_(start.most_answers), lists_(guess.lists), disguise_(guess.disguise) {
  // While a deck is searched, the engine takes another card of it for the one that a question is about. Where it takes
  // a prize, that can't be mended: the world goes on with that one.
  for (int i = 0; i < 2; ++i) {
    begin_search(*ptcg::engine(start.version), start, guess.filling(*question), seed);
    const std::int16_t shown = observation_->select.context_card.serial, meant = question->select.context_card.serial;
    if (ending_ != Ending::none || shown == meant || !guess.exchange(shown, meant)) break;
    disguise_ = guess.disguise;
  }
  if (ending_ != Ending::none) return;
  Observation begun = *observation_;
  begun.logs = question->logs;  // a search begins without
  begun.select.context_card = question->select.context_card;
  if (begun != *question) fail("a search begins with another question than its battle");
  observation_ = std::move(question);
}

void Table::keep_lists(const std::array<Deck, 2>& decks) {
  lists_ = decks;
  for (Deck& list : lists_) std::ranges::sort(list);
}

Table::~Table() {
  if (!arena_) return;
  arena_->end();
  one_at_a_time([&] { idle_arenas.push_back(std::move(arena_)); });
}

std::shared_ptr<const Start> Table::start() const {
  if (!battle_) return nullptr;
  auto start = std::make_shared<Start>(start_);
  start->input = battle_->search_input();
  return start;
}

void Table::begin_in_arena(const Engine& engine, const std::array<Deck, 2>& decks, std::uint64_t seed) {
  Filling filling;
  filling.my_deck = decks[0];
  filling.opponent_deck = decks[1];
  begin_search(engine, {std::string(first_question(engine, decks[0], decks[1])), {}, {}, {}}, filling, seed);
}

void Table::begin_search(const Engine& engine, const Start& start, const Filling& filling, std::uint64_t seed) {
  if (!arena_) arena_ = take_arena_for(engine, seed);
  take_arena(arena_->begin(start.input, filling));
}

void Table::answer(std::span<const int> indices) {
  if (ending_ != Ending::none) return;
  if (!is_answer(indices)) return fail("an answer that the question does not take");
  ++n_answers_;
  if (battle_) {
    const int error = battle_->select(indices);
    if (error != 0) return fail("the engine refused an answer (Select: error " + std::to_string(error) + ")");
    take_told(battle_->json());
  } else if (episode_) {
    const auto step = static_cast<std::size_t>(n_answers_);
    if (meaning_of(*observation_, indices) != meaning_of(*observation_, episode_->answers[step - 1]))
      return fail("an answer that was not given in the episode");
    take_told(episode_->told[step]);
  } else {
    const std::int64_t parent = node_;
    take_arena(arena_->step(parent, indices));
    arena_->release(parent);
  }
}

void Table::take_told(std::string_view json) {
  json_ = json;
  auto told = std::make_shared<Observation>();
  const bool is_read = read(json_, *told);
  observation_ = std::move(told);
  if (!is_read) return fail("what was told cannot be read");
  conclude();
}

void Table::take_arena(std::string_view json) {
  json_ = json;
  Answer answer;
  if (!read(json, answer)) return fail("the engine said something that is no JSON");
  if (answer.error != 0 || answer.node < 0)
    return fail("the engine gave up a search (error " + std::to_string(answer.error) + ")");
  node_ = answer.node;
  disguise_.put_on(answer.observation);
  observation_ = std::make_shared<Observation>(std::move(answer.observation));
  conclude();
}

void Table::conclude() {
  if (observation_->result == 0 || observation_->result == 1) {
    ending_ = Ending::won;
  } else if (observation_->result >= 2) {
    ending_ = Ending::drawn;
  } else if (n_answers_ >= most_answers_) {
    ending_ = Ending::cut_off;
  } else if (observation_->select.options.empty() && observation_->select.least > 0) {
    fail("the engine asks and offers nothing");
  }
}

void Table::fail(std::string why) {
  ending_ = Ending::fault;
  fault_ = std::move(why);
}

bool Table::is_answer(std::span<const int> indices) const {
  const Select& select = observation_->select;
  const auto n = static_cast<int>(indices.size());
  if (n < std::min<int>(select.least, static_cast<int>(select.options.size())) || n > select.most) return false;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || static_cast<std::size_t>(indices[i]) >= select.options.size()) return false;
    if (std::find(indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(i), indices[i]) !=
        indices.begin() + static_cast<std::ptrdiff_t>(i))
      return false;
  }
  return true;
}

}  // namespace standoff::ptcg
