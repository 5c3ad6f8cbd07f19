// Plays random games at the engine and prints a line a game: its hash, answers and ending. For tests and benchmarks.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "../../standoff/games/ptcg/choices.hpp"
#include "../../standoff/games/ptcg/table.hpp"

namespace standoff::ptcg {
namespace {

Deck read_deck(const char* path) {
  std::ifstream file(path);
  Deck deck;
  for (int card = 0; file >> card;) deck.push_back(card);
  return deck;
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
  return hash;
}

// An answer that is picked one legal action at a time; -1 alone where there was none to pick.
Picks any_answer(const Observation& seen, Rng& rng) {
  Picks picks;
  while (!is_complete(seen, picks)) {
    std::vector<Action> legal;
    list_actions(seen, picks, legal);
    if (legal.empty()) return {-1};
    const Action& action = legal[rng.below(legal.size())];
    if (action.is_stop()) break;
    picks.push_back(action.option);
  }
  return picks;
}

long resident_kilobytes() {
  std::ifstream file("/proc/self/statm");
  long size = 0, resident = 0;
  file >> size >> resident;
  return resident * 4;
}

// Plays one game and prints it; says how many answers it took.
int play(const Setup& setup, std::uint64_t seed, bool is_quiet) {
  Table table(setup, seed);
  Rng rng(seed);
  std::uint64_t hash = hash_of(table.json());
  while (table.ending() == Ending::none) {
    table.answer(any_answer(table.observation(), rng));
    if (!is_quiet) hash = mix(hash, hash_of(table.json()));
  }
  if (!is_quiet)
    std::printf("%llu %016llx %d %d %d %s\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(hash), table.n_answers(), static_cast<int>(table.ending()),
                table.winner(), table.fault().c_str());
  return table.n_answers();
}

}  // namespace
}  // namespace standoff::ptcg

// FOLDER VERSION MODE FIRST_DECK SECOND_DECK FIRST_SEED GAMES [quiet]: prints what is wrong and leaves 1 on a fault.
int main(int count, char** words) {
  using namespace standoff::ptcg;
  if (count < 8) return 2;
  Setup setup;
  setup.version = std::atoi(words[2]) == 1 ? Version::v1 : Version::v2;
  setup.mode = std::string_view(words[3]) == "arena" ? Mode::arena : Mode::battle;
  setup.decks[0] = {read_deck(words[4])};
  setup.decks[1] = {read_deck(words[5])};
  standoff::Fault fault = *words[1] == 0 ? "" : load_engine(words[1], setup.version);
  if (fault.empty()) fault = check(setup);
  if (!fault.empty()) {
    std::printf("%s\n", fault.c_str());
    return 1;
  }
  const auto first = std::strtoull(words[6], nullptr, 10);
  const auto n_games = std::strtoull(words[7], nullptr, 10);
  const auto start = std::chrono::steady_clock::now();
  const long before = resident_kilobytes();
  long n_answers = 0;
  for (unsigned long long game = 0; game < n_games; ++game) n_answers += play(setup, first + game, count > 8);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  std::printf("%.0f answers/s, %ld answers, %ld kB more\n", static_cast<double>(n_answers) / spent.count(), n_answers,
              resident_kilobytes() - before);
}
