// Plays random battles and compares what each seat claims to know with what was so at that moment.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "../../standoff/games/ptcg/catalogue.hpp"
#include "../../standoff/games/ptcg/json.hpp"
#include "../../standoff/games/ptcg/ptcg.hpp"

namespace standoff::ptcg {
namespace {

std::vector<std::int64_t> read_deck(const char* path) {
  std::ifstream file(path);
  std::vector<std::int64_t> deck;
  for (int card = 0; file >> card;) deck.push_back(card);
  return deck;
}

// One seat's knowledge when it was asked: the question's place in the battle.
struct Moment {
  std::size_t question = 0;
  std::int16_t seat = 0;
  std::shared_ptr<const Observation> seen;
  std::shared_ptr<const Knowledge> known;
};

// Where all cards lay at a question, by serial.
struct Truth {
  struct Lies {
    Area area = Area::none;
    std::int16_t id = 0;
  };
  std::map<std::int16_t, Lies> cards;
};

void read_cards(Json& json, Area area, Truth& truth) {
  json.array([&] {
    std::int16_t serial = -1, id = 0;
    json.object([&](std::string_view key) {
      if (key == "serial") {
        serial = json.small();
      } else if (key == "id") {
        id = json.small();
      } else if (key == "energyCards") {
        read_cards(json, Area::energy, truth);
      } else if (key == "tools") {
        read_cards(json, Area::tool, truth);
      } else if (key == "preEvolution") {
        read_cards(json, Area::pre_evolution, truth);
      } else {
        json.skip();
      }
    });
    if (serial >= 0) truth.cards[serial] = {area, id};
  });
}

void read_side(Json& json, Truth& truth) {
  static const std::map<std::string_view, Area> areas = {{"active", Area::active},   {"bench", Area::bench},
                                                         {"discard", Area::discard}, {"prize", Area::prize},
                                                         {"deck", Area::deck},       {"hand", Area::hand}};
  json.object([&](std::string_view key) {
    const auto found = areas.find(key);
    if (found == areas.end()) return json.skip();
    read_cards(json, found->second, truth);
  });
}

std::vector<Truth> read_truth(std::string_view text) {
  std::vector<Truth> found;
  Json json(text);
  json.array([&] {
    Truth& truth = found.emplace_back();
    json.object([&](std::string_view key) {
      if (key != "current") return json.skip();
      json.object([&](std::string_view inner) {
        if (inner == "players") {
          json.array([&] { read_side(json, truth); });
        } else if (inner == "stadium") {
          read_cards(json, Area::stadium, truth);
        } else if (inner == "looking") {
          read_cards(json, Area::looking, truth);
        } else {
          json.skip();
        }
      });
    });
  });
  return found;
}

// What was claimed in all games, and how often it was wrong.
struct Tally {
  long moments = 0, wrong = 0, hand = 0, deck = 0, hidden = 0, prizes = 0, own_deck = 0, lost = 0, twins = 0;
  std::array<long, 10> held{}, tried{};  // effects that were claimed, and that what came after could contradict
};

using Cards60 = std::array<Whereabouts, n_deck_cards>;

std::int16_t serial_of(std::size_t side, std::size_t place) {
  return static_cast<std::int16_t>(static_cast<std::size_t>(first_serial) + side * n_deck_cards + place);
}

void wrong(Tally& tally, const Moment& moment, std::int16_t serial, const Whereabouts& card, const Truth::Lies& lies) {
  if (++tally.wrong <= 20)
    std::printf("wrong at question %zu of seat %d: serial %d is said to be %d in %x, and is %d in %d\n",
                moment.question, moment.seat, serial, card.id, card.places, lies.id, static_cast<int>(lies.area));
}

void compare(const Moment& moment, const Truth& truth, Tally& tally) {
  ++tally.moments;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t place = 0; place < n_deck_cards; ++place) {
      const Whereabouts& card = moment.known->cards[side][place];
      const auto found = truth.cards.find(serial_of(side, place));
      const Truth::Lies lies = found == truth.cards.end() ? Truth::Lies{} : found->second;
      const Places lying = place_of(lies.area);
      if ((card.id > 0 && lies.id > 0 && card.id != lies.id) || (lies.id > 0 && (card.places & lying) == 0))
        wrong(tally, moment, serial_of(side, place), card, lies);
      if (lies.id == 0 && (card.is_in(Area::deck) || card.is_in(Area::hand) || card.is_in(Area::prize)))
        wrong(tally, moment, serial_of(side, place), card, lies);
      tally.lost += card.places == 0xffff;
    }
  }
}

long total(const std::vector<Copies>& cards) {
  long sum = 0;
  for (const Copies& each : cards) sum += each.count;
  return sum;
}

// The cards of a side that lie in an area in truth, as copies.
std::map<std::int16_t, int> lying(const Truth& truth, std::int16_t side, Area area) {
  std::map<std::int16_t, int> found;
  for (const auto& [serial, lies] : truth.cards)
    if (lies.area == area && (serial - first_serial) / static_cast<int>(n_deck_cards) == side) ++found[lies.id];
  return found;
}

void compare_lists(const Moment& moment, const Truth& truth, Tally& tally) {
  const Knowledge& known = *moment.known;
  const auto them = static_cast<std::int16_t>(1 - moment.seat);
  tally.hand += total(certain(known, them, Area::hand));
  tally.deck += total(certain(known, them, Area::deck));
  tally.hidden += total(hidden(known, them));
  tally.own_deck += total(certain(known, moment.seat, Area::deck));
  for (const Area area : {Area::hand, Area::deck}) {
    auto real = lying(truth, them, area);
    for (const Copies& each : certain(known, them, area))
      if (real[each.id] < each.count && ++tally.wrong <= 20) std::printf("wrong: copies of card %d\n", each.id);
  }
  const auto prizes = own_prizes(known, moment.seat);
  if (prizes.empty()) return;
  ++tally.prizes;
  std::map<std::int16_t, int> said;
  for (const Copies& each : prizes) said[each.id] = each.count;
  if (said != lying(truth, moment.seat, Area::prize) && ++tally.wrong <= 20)
    std::printf("wrong: own prizes of seat %d at question %zu\n", moment.seat, moment.question);
}

void note(const State& state, std::vector<Moment>& moments) {
  if (state.table->ending() != Ending::none) return;
  const std::int16_t seat = state.table->observation().seat;
  const View& view = state.views[static_cast<std::size_t>(seat)];
  moments.push_back({static_cast<std::size_t>(state.table->n_answers()), seat, view.seen, view.known});
}

// Whether what the side of an effect is offered in its turn contradicts it.
bool is_offered(const Lasting& each, const Observation& seen) {
  const auto& options = seen.select.options;
  const auto offers = [&](OptionType type) {
    return std::ranges::any_of(options, [&](const Option& o) { return o.type == type; });
  };
  const auto plays = [&](CardType type) {
    return std::ranges::any_of(options, [&](const Option& option) {
      return option.type == OptionType::play && printed(card_of(seen, option).id).type == type;
    });
  };
  switch (each.effect) {
    case Effect::no_attack:
      return offers(OptionType::attack);
    case Effect::no_such_attack:
      return std::ranges::any_of(options, [&](const Option& option) { return option.attack == each.amount; });
    case Effect::no_retreat:
      return offers(OptionType::retreat);
    case Effect::no_items:
      return plays(CardType::item);
    case Effect::no_supporters:
      return plays(CardType::supporter);
    default:
      return false;
  }
}

// The attacks whose damage no effect on their target changes.
const std::set<std::int16_t>& piercing() {
  static const std::set<std::int16_t> attacks = [] {
    std::set<std::int16_t> found;
    Json json(engine(Version::v2)->all_attacks());
    json.array([&] {
      std::int16_t number = -1;
      bool is_piercing = false;
      json.object([&](std::string_view key) {
        if (key == "attackId") {
          number = json.small();
        } else if (key == "text") {
          is_piercing = json.text().find("any effects on") != std::string_view::npos;
        } else {
          json.skip();
        }
      });
      if (is_piercing) found.insert(number);
    });
    return found;
  }();
  return attacks;
}

// Whether its damage in its turn can be seen in what its seat is told next.
bool is_damaged(const Lasting& each, std::int16_t turn, const Observation& seen) {
  bool is_attacked = false;
  for (const Log& log : seen.logs) {
    turn = static_cast<std::int16_t>(turn + (log.type == log_turn_start));
    is_attacked |=
        turn == each.turn && log.type == log_attack && log.player != each.side && !piercing().contains(log.attack);
    if (turn > each.turn) return false;
    if (is_attacked && log.type == log_hp && log.serial == each.serial && log.value < 0 && log.is_counter <= 0)
      return true;
  }
  return false;
}

// Compares the effects that hold at a moment with the next question that their side is asked in that turn.
void compare_effects(std::span<const Moment> from, Tally& tally) {
  constexpr std::int16_t main_question = 0;
  for (const Lasting& each : from.front().known->effects.lasting) {
    const auto kind = static_cast<std::size_t>(each.effect);
    ++tally.held[kind];
    for (const Moment& next : from) {
      if (&next != &from.front() && next.seat == from.front().seat) {
        if (each.effect != Effect::no_damage) break;
        tally.tried[kind] +=
            std::ranges::any_of(next.seen->logs, [](const Log& log) { return log.type == log_attack; });
        if (is_damaged(each, from.front().seen->turn, *next.seen) && ++tally.wrong <= 20)
          std::printf("wrong: damage at question %zu\n", next.question);
        break;
      }
      if (next.seat != each.side || next.seen->turn != each.turn || next.seen->select.type != main_question) continue;
      tally.tried[kind] += !(each.effect > Effect::no_retreat && each.effect < Effect::no_items);
      if (is_offered(each, *next.seen) && ++tally.wrong <= 20)
        std::printf("wrong: effect %d (%d) claimed at question %zu by seat %d of side %d, serial %d, at %zu\n",
                    static_cast<int>(each.effect), each.amount, from.front().question, from.front().seat, each.side,
                    each.serial, next.question);
      break;
    }
  }
}

// Plays a battle beside one in which another card of the other seat's deck lies where it was. Until seat 0 is told
// different things it must know the same. Returns how often that was compared.
int compare_twins(const Setup& setup, std::uint64_t seed, Tally& tally) {
  Setup other = setup;
  Rng rng(seed);
  Deck& deck = other.decks[1][seed / setup.decks[0].size() % setup.decks[1].size()];
  const auto energy = std::ranges::find_if(
      deck, [](int id) { return printed(static_cast<std::int16_t>(id)).type == CardType::basic_energy; });
  if (energy == deck.end()) return 0;
  *energy = *energy == 1 ? 2 : 1;
  State states[] = {Ptcg::begin(setup, seed), Ptcg::begin(other, seed)};
  for (int n_compared = 0;;) {
    if (states[0].table->ending() != Ending::none || states[1].table->ending() != Ending::none) return n_compared;
    const View views[] = {states[0].views[0], states[1].views[0]};
    if (Ptcg::information(views[0]) != Ptcg::information(views[1])) return n_compared;
    n_compared += states[0].table->observation().seat == 0;
    tally.wrong += *views[0].known != *views[1].known;
    std::vector<Action> legal[2];
    const auto seat = static_cast<Seat>(states[0].table->observation().seat);
    for (std::size_t i = 0; i < 2; ++i) Ptcg::actions(states[i].views[static_cast<std::size_t>(seat)], legal[i]);
    if (states[1].table->observation().seat != seat || legal[0] != legal[1]) return n_compared;
    const Action action = legal[0][rng.below(legal[0].size())];
    for (State& state : states) Ptcg::apply(state, seat, action);
  }
}

void play(const Setup& setup, std::uint64_t seed, Tally& tally) {
  State state = Ptcg::begin(setup, seed);
  Rng rng(seed);
  std::vector<Moment> moments;
  note(state, moments);
  while (state.table->ending() == Ending::none) {
    const auto seat = static_cast<Seat>(state.table->observation().seat);
    std::vector<Action> legal;
    Ptcg::actions(state.views[static_cast<std::size_t>(seat)], legal);
    Ptcg::apply(state, seat, legal[rng.below(legal.size())]);
    if (state.views[static_cast<std::size_t>(state.table->observation().seat)].picks.empty()) note(state, moments);
  }
  const std::vector<Truth> truths = read_truth(state.table->everything());
  for (std::size_t i = 0; i < moments.size(); ++i) compare_effects(std::span(moments).subspan(i), tally);
  for (const Moment& moment : moments) {
    if (moment.question >= truths.size()) {
      ++tally.wrong;
      continue;
    }
    compare(moment, truths[moment.question], tally);
    compare_lists(moment, truths[moment.question], tally);
  }
}

}  // namespace
}  // namespace standoff::ptcg

// FOLDER FIRST_SEED GAMES DECK...: prints what was wrong, then a line a total. The seeds go through all pairs of decks.
int main(int count, char** words) {
  using namespace standoff::ptcg;
  if (count < 5) return 2;
  place_engine(words[1]);
  std::vector<std::int64_t> decks;
  for (int i = 4; i < count; ++i)
    for (const std::int64_t card : read_deck(words[i])) decks.push_back(card);
  Setup setup;
  if (const auto fault =
          Ptcg::read_options({{"first_decks", decks}, {"second_decks", decks}, {"cut_off", {600}}}, setup);
      !fault.empty()) {
    std::printf("%s\n", fault.c_str());
    return 1;
  }
  const auto first = std::strtoull(words[2], nullptr, 10);
  const auto n_games = std::strtoull(words[3], nullptr, 10);
  Tally tally;
  for (unsigned long long game = 0; game < n_games; ++game) {
    play(setup, first + game, tally);
    tally.twins += compare_twins(setup, first + game, tally);
  }
  std::printf("moments %ld\nwrong %ld\nhand %ld\ndeck %ld\nhidden %ld\nprizes %ld\nown_deck %ld\nlost %ld\ntwins %ld\n",
              tally.moments, tally.wrong, tally.hand, tally.deck, tally.hidden, tally.prizes, tally.own_deck,
              tally.lost, tally.twins);
  constexpr const char* names[] = {"no_attack",   "no_such_attack", "no_retreat", "no_damage", "less_damage",
                                   "more_damage", "weaker",         "stronger",   "no_items",  "no_supporters"};
  for (std::size_t i = 0; i < std::size(names); ++i)
    std::printf("%s %ld\n%s_tried %ld\n", names[i], tally.held[i], names[i], tally.tried[i]);
}
