// Plays random battles, deals worlds from what each seat sees, plays on in them, and prints what is not as it should
// be.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include "../../standoff/games/ptcg/ptcg.hpp"

namespace standoff::ptcg {
namespace {

std::vector<std::int64_t> read_deck(const char* path) {
  std::ifstream file(path);
  std::vector<std::int64_t> deck;
  for (int card = 0; file >> card;) deck.push_back(card);
  return deck;
}

std::map<std::string, long> totals;

void expect(bool is_so, const std::string& what, const View& view, std::uint64_t seed) {
  if (is_so) return;
  if (++totals["wrong " + what] > 3) return;
  std::printf("wrong %s: context %d, turn %d, seat %d, seed %llu\n", what.c_str(), view.select().context,
              view.seen->turn, view.seat, static_cast<unsigned long long>(seed));
}

// Takes a legal action by chance for whoever is asked.
void step(State& state, Rng& rng) {
  const auto seat = static_cast<Seat>(state.table->observation().seat);
  std::vector<Action> legal;
  Ptcg::actions(Ptcg::view(state, seat), legal);
  Ptcg::apply(state, seat, legal[rng.below(legal.size())]);
}

using Names = std::map<std::int16_t, std::int16_t>;  // ids by serial

void check_cards(const View& view, const Names& names, const View& root, std::uint64_t seed) {
  std::map<std::int16_t, int> n_met;
  each_card(*view.seen, [&](const Card& card) {
    if (card.serial < 0) return;
    expect(++n_met[card.serial] == 1 || !view.select().deck.empty(), "card twice", root, seed);
    const auto found = names.find(card.serial);
    if (found != names.end()) {
      ++totals["cards"];
      expect(found->second == card.id, "name of a card", root, seed);
    }
  });
  for (const auto& side : view.known->cards)
    for (const Whereabouts& card : side) expect(card.places != 0, "place", root, seed);
}

void check_known(const View& view, const Guess& world, std::uint64_t seed) {
  for (const Dealt& card : world.cards) {
    const auto place = static_cast<std::size_t>(card.serial - first_serial);
    const Whereabouts& known = view.known->cards[place / n_deck_cards][place % n_deck_cards];
    expect(known.id == 0 || known.id == card.id, "known name", view, seed);
    // Who lies face down came from the hand.
    const Places may = place_of(card.area) | (card.area == Area::active ? place_of(Area::hand) : 0);
    expect((known.places & may) != 0, "known place", view, seed);
    totals["dealt"]++;
  }
}

void check_world(const View& view, std::uint64_t seed) {
  const Guess world = guess(view, seed);
  Names names;
  for (const Dealt& card : world.cards) names[card.serial] = card.id;
  check_known(view, world, seed);
  State state = Ptcg::deal(view, seed);
  totals["worlds"]++;
  expect(state.table->ending() == Ending::none, "beginning " + state.table->fault(), view, seed);
  if (state.table->ending() != Ending::none) return;
  expect(Ptcg::view(state, view.seat) == view, "view", view, seed);
  expect(!Ptcg::can_deal(view).size(), "fault", view, seed);
  Rng rng(seed);
  for (int i = 0; i < 20 && state.table->ending() == Ending::none; ++i) {
    step(state, rng);
    if (state.table->ending() != Ending::none) break;
    const View& next = state.views[static_cast<std::size_t>(state.table->observation().seat)];
    check_cards(next, names, view, seed);
    totals["answers"]++;
    long& hash = totals["hash of answers"];
    hash = static_cast<long>(mix(static_cast<std::uint64_t>(hash), next.information));
  }
  expect(state.table->ending() != Ending::fault, "end " + state.table->fault(), view, seed);
}

void play(const Ptcg::Options& options, std::uint64_t seed) {
  State state = Ptcg::begin(options, seed);
  Rng rng(seed);
  for (std::uint64_t i = 0; state.table->ending() == Ending::none; ++i) {
    const View& view = state.views[static_cast<std::size_t>(state.table->observation().seat)];
    if (view.picks.empty()) check_world(view, mix(seed, i));
    step(state, rng);
  }
  totals["games"]++;
}

// Deals a world from each of two views that are equal and plays both alike, until chance has a part in them.
bool is_the_same_world(const View& view, const View& twin, std::uint64_t seed) {
  State one = Ptcg::deal(view, seed), other = Ptcg::deal(twin, seed);
  Rng first(seed), second(seed);
  for (int i = 0; i < 20 && one.table->ending() == Ending::none; ++i) {
    step(one, first);
    step(other, second);
    const Observation &seen = one.table->observation(), &also = other.table->observation();
    const auto is_chance = [](const Log& log) { return log.type == log_shuffle || log.type == log_coin; };
    if (std::ranges::any_of(seen.logs, is_chance) || std::ranges::any_of(also.logs, is_chance)) return true;
    if (seen != also || one.table->ending() != other.table->ending()) return false;
    ++totals[view.input() == twin.input() ? "answers of twins" : "answers of twins of unlike inputs"];
  }
  return true;
}

// Plays a game twice, the second time with another card in the list of seat 1: as long as seat 0 sees no difference, it
// deals the same worlds.
void play_twins(const Ptcg::Options& options, std::uint64_t seed) {
  Ptcg::Options changed = options;
  const std::size_t n_first = options.decks[0].size(), n_second = options.decks[1].size();
  Deck& deck = changed.decks[1][seed / n_first % n_second];
  Rng rng(mix(seed, 9));
  int& card = deck[rng.below(deck.size())];
  card = card == 5 ? 6 : 5;
  State one = Ptcg::begin(options, seed), other = Ptcg::begin(changed, seed);
  while (one.table->ending() == Ending::none && other.table->ending() == Ending::none) {
    const auto seat = static_cast<std::size_t>(one.table->observation().seat);
    if (other.table->observation().select != one.table->observation().select) return;
    if (seat == 0 && !(one.views[0] == other.views[0])) return;
    if (seat == 0 && one.views[0].picks.empty()) {
      ++totals["twins"];
      const View &view = one.views[0], &twin = other.views[0];
      totals["inputs of twins that differ"] += view.input() != twin.input();
      expect(is_the_same_world(view, twin, seed), "world of a twin", view, seed);
      const Guess first = guess(view, seed), second = guess(twin, seed), third = guess(view, seed + 1);
      expect(first.cards == second.cards, "guess of a twin", view, seed);
      totals["guesses of another seed that differ"] += !(first.cards == third.cards);
    }
    Rng same = rng;
    step(one, rng);
    step(other, same);
  }
}

}  // namespace
}  // namespace standoff::ptcg

// FOLDER VERSION FIRST_SEED GAMES DECKS...: every two decks meet in turn.
int main(int count, char** words) {
  using namespace standoff::ptcg;
  if (count < 6) return 2;
  place_engine(words[1]);
  std::vector<std::int64_t> decks;
  for (int i = 5; i < count; ++i)
    for (const std::int64_t card : read_deck(words[i])) decks.push_back(card);
  Ptcg::Options options;
  const std::int64_t version = std::atoi(words[2]);
  if (const auto fault =
          Ptcg::read_options({{"first_decks", decks}, {"second_decks", decks}, {"version", {version}}}, options);
      !fault.empty()) {
    std::printf("%s\n", fault.c_str());
    return 1;
  }
  const auto first = std::strtoull(words[3], nullptr, 10), n_games = std::strtoull(words[4], nullptr, 10);
  for (unsigned long long game = 0; game < n_games; ++game) {
    play(options, first + game);
    play_twins(options, first + game);
  }
  for (const auto& [name, total] : totals) std::printf("%s %ld\n", name.c_str(), total);
}
