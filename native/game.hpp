// What a game must offer: the whole contract between the rules of a game and the rest of the house.
//
// A game is three boxes: what is public, what each seat holds privately, and what is hidden from both. A State is all
// of them; a View is the slice that one seat may see, a value that holds no reference to a State. Everything that
// writes rows, lists actions, plays a script or deals a world takes a View, so none of it can reach what is hidden.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "rng.hpp"
#include "writer.hpp"

namespace standoff {

using Seat = std::int8_t;  // 0 or 1

// Who must choose now; `both` when the game asks both seats at once.
enum class Deciders : std::uint8_t { none = 0, first = 1, second = 2, both = 3 };

constexpr bool decides(Deciders deciders, Seat seat) { return (static_cast<unsigned>(deciders) >> seat) & 1U; }

// Where both decide, the choice of seat 0 is played first.
constexpr std::int32_t is_second_of_both(Deciders deciders, Seat seat) {
  return deciders == Deciders::both && seat == 1;
}

// How a game ended.
struct Outcome {
  float score = 0.5F;  // of seat 0: 1 won, 0.5 drawn, 0 lost; between them where a game is for chips
  std::int32_t reason = 0;
};

// Options as they arrive from outside: names with whole numbers (a size, a rule set, the cards of a deck).
using OptionValues = std::vector<std::pair<std::string, std::vector<std::int64_t>>>;

// The names of every column, kind, zone and card: what a model was trained on.
struct SchemaNames {
  std::string_view game;
  std::vector<std::string_view> kinds, globals, planes, entities, cards, zones, actions, action_kinds, action_ids, refs,
      secrets, reasons;
  std::int32_t token_buckets = 0;  // hashed sparse features lie in [0, token_buckets)
};

// Calls visit(name, columns) for all lists of names, in the order in which a schema is written and hashed.
template <class Names, class Visit>
  requires std::same_as<std::remove_const_t<Names>, SchemaNames>
void each_column(Names& names, Visit visit) {
  visit("kinds", names.kinds);
  visit("globals", names.globals);
  visit("planes", names.planes);
  visit("entities", names.entities);
  visit("cards", names.cards);
  visit("zones", names.zones);
  visit("actions", names.actions);
  visit("action_kinds", names.action_kinds);
  visit("action_ids", names.action_ids);
  visit("refs", names.refs);
  visit("secrets", names.secrets);
  visit("reasons", names.reasons);
}

// The place of a name among others; their number where it is not one of them.
inline std::size_t place_of(std::span<const std::string_view> names, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

// A card, a character or the like, for people: what is printed on it in our own words, and where that was read.
struct Sheet {
  std::string group, name;
  std::vector<std::pair<std::string, std::string>> facts;
  std::string text, source;
};

// A scripted player. It fills `weights` with the distribution by which it would be imitated (uniform over its equally
// best rows) and returns the row that it takes: the first of the heaviest, or a draw from `rng`.
template <class View, class Action>
struct Bot {
  using Choose = std::int32_t (*)(const View&, std::span<const Action>, std::int32_t depth, Rng& rng,
                                  std::span<float> weights);
  std::string_view name;
  std::string_view summary;
  std::int32_t least_depth;  // 0 where the bot takes no depth
  std::int32_t most_depth;
  Choose choose;
};

// A game whose worlds can be dealt from what a seat has seen; without it nobody can look ahead. One that deals not from
// every View has `Fault can_deal(const View&)`, too: a sentence where it does not.
template <class G>
concept DealsWorlds = requires(const typename G::View& view, std::uint64_t seed) {
  // A world that this seat cannot tell from the real one: view(deal(v, seed), seat) == v for every seed.
  { G::deal(view, seed) } -> std::same_as<typename G::State>;
};

// How many games of a kind one pool has open at once; results do not depend on it. A game whose states are large says
// so.
template <class G>
constexpr std::size_t most_open() {
  if constexpr (requires { G::most_open; }) return G::most_open;
  return std::numeric_limits<std::size_t>::max();
}

// A State need only move: that of a game in somebody else's engine can't be copied.
template <class G>
concept Game =
    std::movable<typename G::State> && std::default_initializable<typename G::State> &&
    std::copyable<typename G::View> && std::copyable<typename G::Action> &&
    requires(const typename G::Options& options, const typename G::State& state, typename G::State& changing,
             const typename G::View& view, const typename G::Action& action, std::span<const typename G::Action> legal,
             std::vector<typename G::Action>& found, typename G::Options& parsed, const OptionValues& values,
             Writer& writer, std::span<float> numbers, Seat seat, std::uint64_t seed) {
      // Reads options; the fault names the option, what it got and what it takes.
      { G::read_options(values, parsed) } -> std::same_as<Fault>;
      // Height and width of the planes under these options, 0 0 for a game without planes.
      { G::plane_size(options) } -> std::same_as<std::pair<std::size_t, std::size_t>>;
      { G::begin(options, seed) } -> std::same_as<typename G::State>;
      { G::deciders(state) } -> std::same_as<Deciders>;
      // A slice of boxes, no arithmetic: the one place to review for leaks.
      { G::view(state, seat) } -> std::same_as<typename G::View>;
      { G::kind(view) } -> std::same_as<std::int32_t>;
      { G::information(view) } -> std::same_as<std::uint64_t>;
      // Appends the legal actions, one a meaning.
      { G::actions(view, found) } -> std::same_as<void>;
      // When both decide, seat 0 comes first; both actions were listed before either is applied.
      { G::apply(changing, seat, action) } -> std::same_as<void>;
      { G::outcome(state) } -> std::same_as<std::optional<Outcome>>;
      { G::rows(view, legal, writer) } -> std::same_as<void>;
      // An action in words, for logs, pages and playthroughs.
      { G::label(view, action) } -> std::same_as<std::string>;
      // The same as the other seat hears of it: what is secret is left out.
      { G::told(view, action) } -> std::same_as<std::string>;
      // The View as JSON, for drawing; what both seats see lies under "table" where a game hides things.
      { G::page(view) } -> std::same_as<std::string>;
      // What only a critic may see.
      { G::secrets(state, numbers) } -> std::same_as<void>;
      { G::bots() } -> std::same_as<std::span<const Bot<typename G::View, typename G::Action>>>;
      { G::schema() } -> std::same_as<const SchemaNames&>;
      // All cards and characters; none where a game has no such things.
      { G::sheets() } -> std::same_as<std::vector<Sheet>>;
    } &&
    std::equality_comparable<typename G::View>;

}  // namespace standoff
