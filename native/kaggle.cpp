// The core as a submission to the contest of ptcg sees it: three plain C functions, conversion only.
//
// No engine is in here, no threads and nothing that draws: a question of the engine goes in as JSON, what the model
// prefers comes out.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "../standoff/games/ptcg/catalogue.hpp"
#include "../standoff/games/ptcg/ptcg.hpp"
#include "net_order.hpp"
#include "play.hpp"
#include "policy.hpp"

namespace standoff::ptcg {
namespace {

Policy policy;
bool is_loaded = false;
std::array<std::shared_ptr<const Knowledge>, 2> known{};  // of each seat, from what it was told in this game
Fault last_fault;

Fault load(std::string_view cards, std::string_view attacks, std::string_view net) {
  NetOrder order;
  if (!read_catalogue(cards, attacks)) return "the tables of cards and attacks cannot be read";
  if (Fault fault = read_net_order(net, order); !fault.empty()) return fault;
  if (order.game != Ptcg::schema().game) return "the net plays " + order.game + ", not ptcg";
  return Policy::read(Ptcg::schema(), order.family, std::move(order.weights), policy);
}

// The place of the action that the model prefers; none where it can't say.
std::optional<std::size_t> preferred(const View& view, const std::vector<Action>& legal) {
  Heads heads;
  heads.game.resize(1);
  heads.action_offsets = {0, static_cast<std::int64_t>(legal.size())};
  Rows rows = Rows::of(widths_of<Ptcg>({}), 1, legal.size());
  LooseRows loose;
  Writer writer(rows, loose);
  writer.turn_to(0, 0);
  Ptcg::rows(view, legal, writer);
  rows.entities = std::move(loose.entities);
  rows.entity_card = std::move(loose.card);
  rows.entity_zone = std::move(loose.zone);
  rows.tokens = std::move(loose.tokens);
  rows.entity_offsets = {0, writer.n_entities()};
  rows.token_offsets = {0, writer.n_tokens()};
  Opinions opinions;
  last_fault = policy.evaluate(heads, rows, opinions);
  if (!last_fault.empty()) return std::nullopt;
  return static_cast<std::size_t>(opinions.index[0]);
}

// Picks one action after the other, as in play, until the answer is complete.
bool pick(View& view) {
  while (!is_complete(*view.seen, view.picks)) {
    std::vector<Action> legal;
    Ptcg::actions(view, legal);
    const auto place = legal.size() > 1 ? preferred(view, legal) : std::optional<std::size_t>(0);
    if (!place || legal.empty()) return false;
    if (legal[*place].is_stop()) return true;
    view.picks.push_back(legal[*place].option);
  }
  return true;
}

}  // namespace
}  // namespace standoff::ptcg

#define STANDOFF_DOOR extern "C" __attribute__((visibility("default")))

// Reads the engine's tables of cards and attacks, and a net; says what is wrong, or null where nothing is. The sentence
// stays until the next call.
STANDOFF_DOOR const char* standoff_load(const char* cards, std::int64_t n_cards, const char* attacks,
                                        std::int64_t n_attacks, const char* net, std::int64_t n_net) {
  using namespace standoff::ptcg;
  const auto text = [](const char* from, std::int64_t n) {
    return std::string_view(from, static_cast<std::size_t>(n));
  };
  last_fault = load(text(cards, n_cards), text(attacks, n_attacks), text(net, n_net));
  is_loaded = last_fault.empty();
  return is_loaded ? nullptr : last_fault.c_str();
}

// Begins a game with a list of ids: what was known of the game before is forgotten.
STANDOFF_DOOR void standoff_begin(const std::int32_t* list, std::int32_t n) {
  using namespace standoff::ptcg;
  known.fill(std::make_shared<const Knowledge>(knowledge_of({list, static_cast<std::size_t>(n)})));
}

// Writes the places of the options that the model picks to `picks`, at most `most`, and says how many; -1 where it
// can't answer. Each question of a game must be told, and once: the log in it says what has happened since the last.
STANDOFF_DOOR std::int32_t standoff_answer(const char* json, std::int64_t n, std::int32_t* picks, std::int32_t most) {
  using namespace standoff::ptcg;
  const auto seen = std::make_shared<Observation>();
  if (!is_loaded || !read(std::string_view(json, static_cast<std::size_t>(n)), *seen)) return -1;
  View view;
  view.seen = seen;
  view.seat = static_cast<std::int8_t>(seen->seat);  // reading clamps it
  auto& mine = known[static_cast<std::size_t>(view.seat)];
  if (mine == nullptr) mine = std::make_shared<const Knowledge>();
  view.known = mine = std::make_shared<const Knowledge>(updated(*mine, *seen));
  if (seen->select.options.empty() || !pick(view) || view.picks.size() > static_cast<std::size_t>(most)) return -1;
  std::ranges::copy(view.picks, picks);
  return static_cast<std::int32_t>(view.picks.size());
}
