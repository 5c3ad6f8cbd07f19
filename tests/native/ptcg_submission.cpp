// Plays seeded battles with the library of a submission in both seats: a line a game with its plies and its winner.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "../../standoff/games/ptcg/choices.hpp"
#include "../../standoff/games/ptcg/table.hpp"

namespace standoff::ptcg {
namespace {

using Load = const char* (*)(const char*, std::int64_t, const char*, std::int64_t, const char*, std::int64_t);
using AnswerQuestion = std::int32_t (*)(const char*, std::int64_t, std::int32_t*, std::int32_t);

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The submission's picks, and how many choices they are in play: a pick each, and a STOP where it ends them early.
int answer(Table& table, AnswerQuestion ask) {
  const Observation& seen = table.observation();
  Picks picks(256);
  const std::int32_t n = ask(table.json().data(), static_cast<std::int64_t>(table.json().size()), picks.data(), 256);
  picks.resize(static_cast<std::size_t>(std::max(n, 0)));
  const int n_choices = is_complete(seen, {}) ? 0 : n + !is_complete(seen, picks);
  table.answer(picks);
  return n_choices;
}

}  // namespace
}  // namespace standoff::ptcg

// ENGINE_FOLDER SUBMISSION_FOLDER FIRST_SEED GAMES: prints what is wrong and leaves 1 on a fault.
int main(int count, char** words) {
  using namespace standoff::ptcg;
  if (count < 5) return 2;
  const std::string folder = words[2];
  void* library = dlopen((folder + "/player.so").c_str(), RTLD_NOW);
  if (library == nullptr) return 3;
  const auto load = reinterpret_cast<Load>(dlsym(library, "standoff_load"));
  const auto begin = reinterpret_cast<void (*)(const std::int32_t*, std::int32_t)>(dlsym(library, "standoff_begin"));
  const auto ask = reinterpret_cast<AnswerQuestion>(dlsym(library, "standoff_answer"));
  const std::string parts[] = {contents(folder + "/cards.json"), contents(folder + "/attacks.json"),
                               contents(folder + "/net.bin")};
  const auto size = [&](int part) { return static_cast<std::int64_t>(parts[part].size()); };
  const char* wrong = load(parts[0].data(), size(0), parts[1].data(), size(1), parts[2].data(), size(2));
  Setup setup;
  std::ifstream file(folder + "/deck.csv");
  Deck deck;
  for (int card = 0; file >> card;) deck.push_back(card);
  setup.decks[0] = setup.decks[1] = {deck};
  standoff::Fault fault = wrong ? wrong : load_engine(words[1], setup.version);
  if (fault.empty()) fault = check(setup);
  if (!fault.empty()) {
    std::printf("%s\n", fault.c_str());
    return 1;
  }
  const auto first = std::strtoull(words[3], nullptr, 10), games = std::strtoull(words[4], nullptr, 10);
  for (auto seed = first; seed < first + games; ++seed) {
    begin(deck.data(), static_cast<std::int32_t>(deck.size()));
    Table table(setup, seed);
    int plies = 0;
    while (table.ending() == Ending::none) plies += answer(table, ask);
    std::printf("%d %d\n", plies, table.ending() == Ending::won ? table.winner() : 2);
  }
  return 0;
}
