// Plays games of every kind with all that a pool offers, to be run under the sanitizers of the compiler.
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "../../standoff/games/bang/scene.hpp"
#include "pool.hpp"

namespace standoff {
namespace {

constexpr std::size_t n_slots = 256;
constexpr int n_threads = 2;
constexpr std::size_t most_looks = 4;  // decisions a step whose labels and pages are made, and that are dealt from

struct Tally {
  std::size_t games = 0, decisions = 0, rows = 0, letters = 0, dealt = 0;
};

void require(bool is_so, const char* what) {
  if (is_so) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

const GameEntry& entry_of(std::string_view name) {
  for (const GameEntry& entry : games())
    if (entry.schema.game == name) return entry;
  require(false, "there is no such game");
  return games().front();
}

// A pool of games from seed `first` on, dealt round under these options.
std::unique_ptr<Pool> make_pool(std::string_view game, const std::vector<OptionValues>& options, std::size_t first,
                                std::size_t count, bool asks_forced) {
  Deals deals{std::vector<std::uint64_t>(count), std::vector<std::int32_t>(count)};
  std::iota(deals.seeds.begin(), deals.seeds.end(), first);
  for (std::size_t i = 0; i < count; ++i) deals.option[i] = static_cast<std::int32_t>(i % options.size());
  std::unique_ptr<Pool> pool;
  const Fault fault = entry_of(game).make_pool(options, std::move(deals), n_slots, asks_forced,
                                               std::make_shared<Crew>(n_threads), pool);
  require(fault.empty(), fault.c_str());
  return pool;
}

std::vector<std::int32_t> all_rows(const Worlds& worlds) {
  std::vector<std::int32_t> rows(worlds.heads()->size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// What one bot chooses in all open decisions; the others are asked as well, and must choose legally.
Picks ask(std::string_view game, const Worlds& worlds, std::size_t bot) {
  const std::vector<std::int32_t> rows = all_rows(worlds);
  Picks taken;
  const auto& bots = entry_of(game).bots;
  for (std::size_t number = 0; number < bots.size(); ++number) {
    Picks picks;
    const Fault fault = worlds.play_bot(bots[number].name, bots[number].least_depth, 7, rows, picks);
    require(fault.empty(), fault.c_str());
    if (number == bot % bots.size()) taken = std::move(picks);
  }
  return taken;
}

// Every form of writing, of a few decisions.
void look(const Worlds& worlds, std::size_t first, Tally& tally) {
  const auto& offsets = worlds.heads()->action_offsets;
  const std::size_t n = worlds.heads()->size();
  for (std::size_t i = 0; i < std::min(n, most_looks); ++i) {
    const std::size_t row = (first + i) % n;
    tally.letters += worlds.page(row).size();
    for (const std::string& label : worlds.labels(row)) tally.letters += label.size();
    for (std::int64_t action = 0; action < offsets[row + 1] - offsets[row]; ++action)
      tally.letters += worlds.told(row, static_cast<std::size_t>(action)).size();
  }
}

// Worlds dealt from a few decisions look the same, and can be played to their end. Choices with one row are left out:
// a dealt pool would play them.
void deal(std::string_view game, const Worlds& worlds, std::size_t first, bool plays_on, Tally& tally) {
  const auto& offsets = worlds.heads()->action_offsets;
  const std::size_t n = worlds.heads()->size();
  std::vector<std::int32_t> rows;
  std::vector<std::uint64_t> seeds;
  for (std::size_t i = 0; i < std::min(n, most_looks); ++i) {
    const std::size_t row = (first + i) % n;
    if (offsets[row + 1] - offsets[row] == 1) continue;
    rows.push_back(static_cast<std::int32_t>(row));
    seeds.push_back(first * most_looks + i);
  }
  std::unique_ptr<Pool> pool;
  require(worlds.deal(rows, seeds, pool).empty(), "no worlds");
  auto dealt = pool->open();
  const Heads& heads = *dealt->heads();
  for (std::size_t row = 0; row < heads.size(); ++row) {
    const auto origin = static_cast<std::size_t>(rows[static_cast<std::size_t>(heads.game[row])]);
    if (heads.seat[row] == worlds.heads()->seat[origin])
      require(worlds.looks_like(origin, *dealt, row), "a dealt world looks otherwise");
  }
  tally.dealt += rows.size();
  while (plays_on && dealt->heads()->size() > 0) {
    tally.rows += dealt->rows()->action_id.size();
    pool->apply(ask(game, *dealt, 0).index);
    dealt = pool->open();
  }
}

void play(std::string_view game, const std::vector<OptionValues>& options, std::size_t n_games, Tally& tally) {
  for (std::size_t bot = 0; bot < entry_of(game).bots.size(); ++bot) {
    const auto pool = make_pool(game, options, bot * n_games, n_games, bot % 2 == 1);
    for (std::size_t step = 0;; ++step) {
      const auto worlds = pool->open();
      if (worlds->heads()->size() == 0) break;
      tally.decisions += worlds->heads()->size();
      tally.rows += worlds->rows()->action_id.size();
      Column<float> secrets;
      require(pool->secrets(secrets).empty(), "no secrets");
      if (step % 4 == 0) look(*worlds, step, tally);
      if (step % 4 == 1) deal(game, *worlds, step, step % 256 == 1, tally);
      const Fault fault = pool->apply(ask(game, *worlds, bot).index);
      require(fault.empty(), fault.c_str());
    }
    tally.games += pool->take_ended().game.size();
  }
}

// A position of BANG! with everything anywhere: crowded tables, empty decks, the last life points.
OptionValues random_scene(std::uint64_t seed) {
  using namespace bang;
  Rng rng(seed);
  const auto roll = [&](std::uint64_t bound) { return static_cast<std::int64_t>(rng.below(bound)); };
  std::vector<std::int64_t> figures, life, reserves, spots;
  for (const std::int64_t side : {0, 12}) {
    const std::int64_t front = roll(12), rear = roll(3) ? (front + 1 + roll(11)) % 12 : none - side;
    for (const std::int64_t number : {front, rear}) figures.push_back(side + number);
    for (std::int64_t number = 0; number < 12; ++number)
      if (roll(8) == 0) reserves.push_back(side + number);
  }
  for (int i = 0; i < 4; ++i) life.push_back(roll(4));
  const std::uint64_t rarity = 1 + rng.below(12);
  std::array<std::array<bool, n_names>, 4> has{};
  for (Card card = 0; card < n_cards; ++card) {
    const Name name = name_of(card);
    const auto figure = static_cast<std::size_t>(roll(4));
    const std::int64_t own_deck = back_of(card) == law ? in_law_deck : in_outlaw_deck;
    const std::int64_t elsewhere[] = {in_discard, in_common_deck, in_law_hand, in_outlaw_hand};
    spots.push_back(rng.below(rarity) ? std::int64_t{in_discard} : roll(2) ? own_deck : elsewhere[roll(4)]);
    if (!is_equipment(name) || figures[figure] == none || has[figure][name] || roll(4) == 0) continue;
    has[figure][name] = true;
    spots.back() = on_figure + static_cast<std::int64_t>(figure);
  }
  return {{"rules", {roll(2)}},   {"figures", figures}, {"life", life},
          {"reserves", reserves}, {"cards", spots},     {"turn", {roll(2), roll(2)}}};
}

}  // namespace
}  // namespace standoff

int main(int n_arguments, char** arguments) {
  using namespace standoff;
  const std::size_t n_games = n_arguments > 1 ? std::strtoul(arguments[1], nullptr, 10) : 20'000;
  Tally tally;
  for (const std::int64_t rules : {0, 1})
    for (const std::int64_t setup : {0, 1})
      play("bang", {{{"rules", {rules}}, {"setup", {setup}}}}, n_games / 8, tally);
  std::vector<OptionValues> scenes;
  for (std::size_t seed = 0; seed <= n_games / 4; ++seed) scenes.push_back(random_scene(seed));
  play("bang", scenes, scenes.size(), tally);
  for (const std::int64_t side : {5, 9}) play("cycles", {{{"size", {side, side + 1}}}}, n_games / 80, tally);
  std::printf("clean: %zu games, %zu decisions, %zu rows, %zu letters, %zu dealt worlds\n", tally.games,
              tally.decisions, tally.rows, tally.letters, tally.dealt);
}
