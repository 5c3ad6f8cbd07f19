// Hands the game to the engine: options, the beginning, what each seat is told, one pick at a time, how it ended.
#include "catalogue.hpp"
#include "ptcg.hpp"

namespace standoff::ptcg {
namespace {

std::string engine_folder;

// The order of Ptcg::schema().reasons: the engine counts them from 1.
enum Reason : std::int32_t { prizes, deck_out, no_pokemon, card_effect, unknown_reason, cut_off, engine_fault };
constexpr std::int16_t result_log = 23;

// An ordinary list: fighters and their evolution, what finds them, what draws, and energy.
constexpr std::pair<int, int> ordinary[] = {{677, 4},  {678, 3},  {676, 2},  {675, 2},  {1227, 4},
                                            {1152, 4}, {1086, 3}, {1182, 3}, {1121, 4}, {1225, 2},
                                            {1097, 2}, {1142, 4}, {1123, 2}, {1122, 2}, {6, 19}};

Deck ordinary_deck() {
  Deck deck;
  for (const auto& [card, copies] : ordinary) deck.insert(deck.end(), static_cast<std::size_t>(copies), card);
  return deck;
}

// Loads a version of the engine, and what is printed on cards from the newest, which knows all of them.
Fault load(Version version) {
  if (engine_folder.empty()) return {};
  if (engine(Version::v2) == nullptr) {
    if (Fault fault = load_engine(engine_folder, Version::v2); !fault.empty()) return fault;
    const Engine& loaded = *engine(Version::v2);
    if (!read_catalogue(loaded.all_cards(), loaded.all_attacks())) return "the engine's tables of cards cannot be read";
  }
  return load_engine(engine_folder, version);
}

Fault read_number(const std::vector<std::int64_t>& numbers, std::int64_t least, std::int64_t most, const char* sentence,
                  std::int64_t& number) {
  if (numbers.size() != 1 || numbers[0] < least || numbers[0] > most) return sentence;
  number = numbers[0];
  return {};
}

Fault read_decks(const std::vector<std::int64_t>& numbers, const std::string& name, std::vector<Deck>& decks) {
  decks.clear();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 1 || numbers[i] > 32767)
      return "the option " + name + " of ptcg has " + std::to_string(numbers[i]) + "; it is ids of cards, from 1 on";
    if (i % deck_size == 0) decks.emplace_back();
    decks.back().push_back(static_cast<int>(numbers[i]));
  }
  return decks.empty() ? "the option " + name + " of ptcg has no cards; it is 60 ids for each deck" : Fault{};
}

// Notes what the seat that must choose is told now. Only this looks from a game into a View.
void tell(State& state) {
  const auto seen = state.table->shared_observation();
  View& view = state.views[static_cast<std::size_t>(seen->seat)];
  view.information = mix(view.information, fingerprint(*seen));
  view.seen = seen;
  view.start = state.table->start();
  view.known = std::make_shared<const Knowledge>(updated(*view.known, *seen));
  view.picks.clear();
}

// Sends the picks of the seat that was asked, and tells who is asked next; a question that takes nothing is answered
// at once.
void answer(State& state, Seat seat) {
  for (;;) {
    state.table->answer(state.views[static_cast<std::size_t>(seat)].picks);
    if (state.table->ending() != Ending::none) return;
    tell(state);
    seat = static_cast<Seat>(state.table->observation().seat);
    if (!is_complete(state.table->observation(), {})) return;
  }
}

// A battle logs why it ended; an arena does not, and what lies on the table says it, but for the effects of cards.
std::int32_t reason_of(const Table& table) {
  const Observation& last = table.observation();
  for (const Log& log : last.logs)
    if (log.type == result_log) return log.reason >= 1 && log.reason <= 4 ? log.reason - 1 : unknown_reason;
  const auto is_true_of_any = [&](auto is_true) { return is_true(last.sides[0]) || is_true(last.sides[1]); };
  if (is_true_of_any([](const Side& side) { return side.prize.empty(); })) return prizes;
  if (is_true_of_any([](const Side& side) { return side.active.empty() && side.bench.empty(); })) return no_pokemon;
  return is_true_of_any([](const Side& side) { return side.deck_count == 0; }) ? deck_out : unknown_reason;
}

}  // namespace

void place_engine(const std::string& folder) { engine_folder = folder; }

Fault load_placed_engine() { return load(Version::v2); }

Fault Ptcg::read_options(const OptionValues& values, Options& options) {
  options.decks[0] = options.decks[1] = {ordinary_deck()};
  for (const auto& [name, numbers] : values) {
    Fault fault;
    std::int64_t number = 0;
    if (name == "first_decks" || name == "second_decks") {
      fault = read_decks(numbers, name, options.decks[name == "first_decks" ? 0 : 1]);
    } else if (name == "belief") {
      std::vector<Deck> lists;
      fault = read_decks(numbers, name, lists);
      options.belief = std::make_shared<const std::vector<Deck>>(std::move(lists));
    } else if (name == "episode") {
      fault = "a game that was imported from an episode can't be played again: what its seats were told is not kept";
    } else if (name == "engine") {
      fault =
          read_number(numbers, 0, 1,
                      "the option engine of ptcg is 0 (battles, which repeat) or 1 (arenas, which are faster)", number);
      options.mode = static_cast<Mode>(number);
    } else if (name == "version") {
      fault =
          read_number(numbers, 1, 2, "the option version of ptcg is 1 or 2, as the engine counts its versions", number);
      options.version = static_cast<Version>(number);
    } else if (name == "cut_off") {
      fault = read_number(
          numbers, 1, 1'000'000,
          "the option cut_off of ptcg is the number of answers after which a game is drawn, from 1 to 1000000", number);
      options.most_answers = static_cast<std::int32_t>(number);
    } else {
      fault =
          "ptcg has no option '" + name + "'; it takes first_decks, second_decks, belief, engine, version and cut_off";
    }
    if (!fault.empty()) return fault;
  }
  if (Fault fault = load(options.version); !fault.empty()) return fault;
  return check(options);
}

State Ptcg::begin(const Options& options, std::uint64_t seed) {
  return begin_at(std::make_unique<Table>(options, seed));
}

State begin_at(std::unique_ptr<Table> table) {
  State state{std::move(table), {}};
  for (Seat seat = 0; seat < 2; ++seat) {
    View& view = state.views[static_cast<std::size_t>(seat)];
    view.seat = seat;
    view.known = std::make_shared<const Knowledge>(knowledge_of(state.table->list(static_cast<std::size_t>(seat))));
  }
  if (state.table->ending() == Ending::none) tell(state);
  return state;
}

Deciders Ptcg::deciders(const State& state) {
  if (state.table->ending() != Ending::none) return Deciders::none;
  return state.table->observation().seat == 0 ? Deciders::first : Deciders::second;
}

void Ptcg::apply(State& state, Seat seat, const Action& action) {
  View& view = state.views[static_cast<std::size_t>(seat)];
  view.information = mix(view.information, static_cast<std::uint64_t>(action.option + 1));
  if (!action.is_stop()) view.picks.push_back(action.option);
  if (action.is_stop() || is_complete(*view.seen, view.picks)) answer(state, seat);
}

std::optional<Outcome> Ptcg::outcome(const State& state) {
  const Table& table = *state.table;
  if (table.ending() == Ending::none) return std::nullopt;
  if (table.ending() == Ending::fault) return Outcome{0.5F, engine_fault};
  if (table.ending() == Ending::cut_off) return Outcome{0.5F, cut_off};
  const std::int32_t reason = reason_of(table);
  if (table.ending() == Ending::drawn) return Outcome{0.5F, reason};
  return Outcome{table.winner() == 0 ? 1.0F : 0.0F, reason};
}

}  // namespace standoff::ptcg
