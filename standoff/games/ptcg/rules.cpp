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

Fault read_deck(const std::vector<std::int64_t>& numbers, const char* name, Deck& deck) {
  deck.clear();
  for (const std::int64_t number : numbers) {
    if (number < 1 || number > 32767)
      return std::string("the ") + name + " has " + std::to_string(number) + "; it is 60 ids of cards, from 1 to 1431";
    deck.push_back(static_cast<int>(number));
  }
  return {};
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
  return hash;
}

// Notes what the seat that must choose is told now. Only this looks from a game into a View.
void tell(State& state) {
  const auto seen = state.table->shared_observation();
  View& view = state.views[static_cast<std::size_t>(seen->seat)];
  view.information = mix(view.information, hash_of(state.table->json()));
  view.seen = seen;
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

}  // namespace

void place_engine(const std::string& folder) { engine_folder = folder; }

Fault load_placed_engine() {
  if (engine(Version::v2) != nullptr || engine_folder.empty()) return {};
  if (Fault fault = load_engine(engine_folder, Version::v2); !fault.empty()) return fault;
  const Engine& loaded = *engine(Version::v2);
  if (!read_catalogue(loaded.all_cards(), loaded.all_attacks())) return "the engine's tables of cards cannot be read";
  return {};
}

Fault Ptcg::read_options(const OptionValues& values, Options& options) {
  options.decks = {ordinary_deck(), ordinary_deck()};
  for (const auto& [name, numbers] : values) {
    Fault fault;
    if (name == "first_deck" || name == "second_deck") {
      fault = read_deck(numbers, name == "first_deck" ? "first deck" : "second deck",
                        options.decks[name == "first_deck" ? 0 : 1]);
    } else if (name == "episode") {
      fault = "a game that was imported from an episode can't be played again: what its seats were told is not kept";
    } else if (name == "engine") {
      if (numbers.size() != 1 || numbers[0] < 0 || numbers[0] > 1)
        fault = "the option engine of ptcg is 0 (battles, which repeat) or 1 (arenas, which are faster)";
      else
        options.mode = static_cast<Mode>(numbers[0]);
    } else if (name == "cut_off") {
      if (numbers.size() != 1 || numbers[0] < 1 || numbers[0] > 1'000'000)
        fault = "the option cut_off of ptcg is the number of answers after which a game is drawn, from 1 to 1000000";
      else
        options.most_answers = static_cast<std::int32_t>(numbers[0]);
    } else {
      fault = "ptcg has no option '" + name + "'; it takes first_deck, second_deck, engine and cut_off";
    }
    if (!fault.empty()) return fault;
  }
  if (Fault fault = load_placed_engine(); !fault.empty()) return fault;
  return check(options);
}

State Ptcg::begin(const Options& options, std::uint64_t seed) {
  return begin_at(std::make_unique<Table>(options, seed));
}

State begin_at(std::unique_ptr<Table> table) {
  State state{std::move(table), {}};
  for (Seat seat = 0; seat < 2; ++seat) state.views[static_cast<std::size_t>(seat)].seat = seat;
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
  std::int32_t reason = unknown_reason;
  for (const Log& log : table.observation().logs)
    if (log.type == result_log && log.reason >= 1 && log.reason <= 4) reason = log.reason - 1;
  if (table.ending() == Ending::drawn) return Outcome{0.5F, reason};
  return Outcome{table.winner() == 0 ? 1.0F : 0.0F, reason};
}

}  // namespace standoff::ptcg
