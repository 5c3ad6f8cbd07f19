// One game from its beginning to its end: at the engine, in a search arena of its own or as a battle, or once more.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "guess.hpp"

namespace standoff::ptcg {

// An arena answers three times as fast, but its games do not repeat one by one: an arena can't be freed, so it serves
// one game after the other, and its one generator moves on whenever a deck is shuffled or a coin falls in any of them.
// A whole process may repeat, if it begins the same games in the same order on one thread. A battle repeats from its
// seed.
enum class Mode : std::uint8_t { battle = 0, arena = 1 };

enum class Ending : std::uint8_t { none, won, drawn, cut_off, fault };

struct Setup {
  std::array<std::vector<Deck>, 2> decks;  // of each seat; a seed says which two meet
  Mode mode = Mode::battle;
  Version version = Version::v2;
  std::int32_t most_answers = 2000;  // a game that takes more is a draw
  // Lists that a seat holds possible for the other where it deals a world; none: its own stands in.
  std::shared_ptr<const std::vector<Deck>> belief;
};

// The faults of a setup in a sentence: the engine is missing, or the decks are none.
Fault check(const Setup& setup);

// A game that was played elsewhere: what was told to the seat that had to choose, as JSON, and what it answered.
struct Episode {
  std::array<Deck, 2> decks;
  std::vector<std::string> told;  // one more than the answers: the last says how it ended
  std::vector<std::vector<int>> answers;
};

// A game is its setup, its seed and the answers. It moves on and can't be copied; one thread at a time.
class Table {
 public:
  // The setup was checked. Seeds that follow each other go through all pairs of decks, each seat with each of its own.
  // Both decks are shuffled by the seed: a card's serial tells its place in the list.
  Table(const Setup& setup, std::uint64_t seed);

  // Goes through an episode again; each answer must mean what was answered then.
  explicit Table(std::shared_ptr<const Episode> episode);

  // Goes on from a question inside a search, with what the seat can't see filled in. `seed` is that of the arena, if it
  // is a new one.
  Table(const Start& start, Guess guess, std::shared_ptr<const Observation> question, std::uint64_t seed);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // What the seat that must choose is told; once the game is over, the last that was told. What was handed out never
  // changes.
  const Observation& observation() const { return *observation_; }
  std::shared_ptr<const Observation> shared_observation() const { return observation_; }

  // The JSON that this was read from, good until the next answer.
  std::string_view json() const { return json_; }

  // Every position of a battle so far as JSON, with nothing hidden; for tests alone.
  std::string_view everything() { return battle_ ? battle_->everything() : std::string_view{}; }

  // The list of a seat, sorted: in what order it was shuffled is nobody's to know.
  const Deck& list(std::size_t seat) const { return lists_[seat]; }

  // What a search can begin from; null but in a battle.
  std::shared_ptr<const Start> start() const;

  Ending ending() const { return ending_; }
  int winner() const { return observation_->result; }  // where it was won
  const std::string& fault() const { return fault_; }
  std::int32_t n_answers() const { return n_answers_; }

  // Answers with places of options. What the engine can't take ends this game with a fault.
  void answer(std::span<const int> indices);

 private:
  void begin_in_arena(const Engine& engine, const std::array<Deck, 2>& decks, std::uint64_t seed);
  void begin_search(const Engine& engine, const Start& start, const Filling& filling, std::uint64_t seed);
  void take_told(std::string_view json);
  void keep_lists(const std::array<Deck, 2>& decks);
  void take_arena(std::string_view json);
  void conclude();
  void fail(std::string why);
  bool is_answer(std::span<const int> indices) const;

  std::int32_t most_answers_ = std::numeric_limits<std::int32_t>::max(), n_answers_ = 0;
  std::array<Deck, 2> lists_;
  std::unique_ptr<Battle> battle_;
  std::unique_ptr<Arena> arena_;
  std::shared_ptr<const Episode> episode_;
  Start start_;  // of all questions; each has its own input
  Disguise disguise_ = Disguise::none();
  std::int64_t node_ = -1;
  std::shared_ptr<const Observation> observation_ = std::make_shared<Observation>();
  std::string_view json_;
  Ending ending_ = Ending::none;
  std::string fault_;
};

}  // namespace standoff::ptcg
