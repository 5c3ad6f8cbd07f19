// The contract's rules of BANG! The Duel: options, the start, who decides, what a choice does, who has won.
#include <cstring>

#include "bang.hpp"
#include "steps.hpp"

namespace standoff::bang {
namespace {

Fault read_roster(const std::string& name, Side side, const std::vector<std::int64_t>& numbers, std::uint16_t& roster) {
  for (const std::int64_t number : numbers) {
    if (number < side * n_a_side || number >= (side + 1) * n_a_side)
      return "character " + std::to_string(number) + " is not of the side " + name;
    roster |= static_cast<std::uint16_t>(1U << (number % n_a_side));
  }
  if (numbers.size() != 4 || std::popcount(roster) != 4) return "the side " + name + " needs four different characters";
  return {};
}

std::uint16_t random_four(Rng& rng) {
  std::uint16_t four = 0;
  while (std::popcount(four) < 4) four |= static_cast<std::uint16_t>(1U << rng.below(n_a_side));
  return four;
}

}  // namespace

Fault Bang::read_options(const OptionValues& values, Options& options) {
  bool has_roster[2] = {}, has_setup = false, has_scene = false;
  for (const auto& [name, numbers] : values) {
    if (name == "rules" || name == "setup") {
      if (numbers.size() != 1 || numbers[0] < 0 || numbers[0] > 1) return "the option " + name + " of bang is 0 or 1";
      if (name == "rules") options.rules = static_cast<Rules>(numbers[0]);
      if (name == "setup") options.setup = static_cast<Setup>(numbers[0]);
      has_setup |= name == "setup";
    } else if (name == "law" || name == "outlaw") {
      const Side side = name == "law" ? law : outlaw;
      has_roster[side] = true;
      if (Fault fault = read_roster(name, side, numbers, options.roster[side]); !fault.empty()) return fault;
    } else if (is_scene_option(name)) {
      has_scene = true;
      if (Fault fault = read_scene(name, numbers, options.scene); !fault.empty()) return fault;
    } else {
      return "bang has no option '" + name + "'; it takes rules, setup, law and outlaw";
    }
  }
  if (has_roster[law] != has_roster[outlaw]) return "give the characters of both sides or of none";
  if (has_scene && (has_setup || has_roster[law])) return "a bang scene takes neither setup nor law and outlaw";
  if (has_scene) {
    options.setup = Setup::scene;
    return check_scene(options.scene);
  }
  if (has_roster[law]) options.setup = Setup::given;
  return {};
}

State Bang::begin(const Options& options, std::uint64_t seed) {
  State state;
  Public& table = state.table;
  table.rules = options.rules;
  table.setup = options.setup;
  for (std::uint64_t i = 0; i < state.hidden.stream.size(); ++i) state.hidden.stream[i] = mix(seed, i);
  for (const Side side : {law, outlaw}) {
    state.hidden.deck[side] = CardSet::deck(side);
    Rng rng(mix(seed, 4 + static_cast<std::uint64_t>(side)));
    if (options.setup == Setup::given) state.seat[side].picked = options.roster[side];
    if (options.setup == Setup::random) state.seat[side].picked = random_four(rng);
  }
  push(table, {.step = Step::draft});
  if (options.setup == Setup::scene) {
    lay_out(options.scene, state);
    run(state);
  } else if (options.setup != Setup::draft) {
    open_game(state);
  }
  return state;
}

Deciders Bang::deciders(const State& state) {
  if (state.table.is_over()) return Deciders::none;
  const Step step = state.table.top().step;
  if (step == Step::draft || step == Step::opening) return Deciders::both;
  return asked_seat(state.table) == 0 ? Deciders::first : Deciders::second;
}

void Bang::apply(State& state, Seat seat, const Action& action) {
  const bool is_half = seat == 0 && deciders(state) == Deciders::both;
  choose(state, seat, action);
  if (!is_half) run(state);
}

std::optional<Outcome> Bang::outcome(const State& state) {
  const Public& table = state.table;
  if (table.is_draw) return Outcome{0.5F, 1};
  if (table.loser != none) return Outcome{table.loser == law ? 0.0F : 1.0F, 0};
  return std::nullopt;
}

std::uint64_t Bang::information(const View& view) {
  std::array<std::uint64_t, sizeof(View) / 8> words;
  static_assert(sizeof(View) % 8 == 0);
  std::memcpy(words.data(), &view, sizeof(View));
  // Four chains side by side: in one, each multiplication would wait for the last.
  std::array<std::uint64_t, 4> chain{1, 2, 3, 4};
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t& hash = chain[i % chain.size()];
    hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
  }
  std::uint64_t hash = 0;
  for (const std::uint64_t each : chain) hash = mix(hash, each);
  return scatter(hash);
}

}  // namespace standoff::bang
