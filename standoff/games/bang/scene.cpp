// Lays out a position card by card, and refuses what no game could come to.
#include "scene.hpp"

#include "steps.hpp"

namespace standoff::bang {
namespace {

constexpr std::string_view names[] = {"figures", "life", "reserves", "cards", "top", "turn"};

Fault wrong_length(const std::string& name, std::size_t wanted) {
  return "the option " + name + " of a bang scene takes " + std::to_string(wanted) + " numbers";
}

Fault out_of_range(const std::string& name, std::int64_t number) {
  return "the option " + name + " of a bang scene has " + std::to_string(number) + ", which it does not take";
}

// The number of values that an option takes, and their range.
struct Range {
  std::size_t count;
  std::int64_t least, most;
};

Range range_of(const std::string& name, std::size_t given) {
  if (name == "figures") return {4, none, n_characters - 1};
  if (name == "life") return {4, 0, 5};
  if (name == "reserves") return {given, 0, n_characters - 1};
  if (name == "cards") return {n_cards, 0, n_spots - 1};
  if (name == "top") return {1, none, n_cards - 1};
  return {2, 0, 1};
}

}  // namespace

bool is_scene_option(const std::string& name) {
  for (const std::string_view known : names)
    if (name == known) return true;
  return false;
}

Fault read_scene(const std::string& name, const std::vector<std::int64_t>& numbers, Scene& scene) {
  const Range range = range_of(name, numbers.size());
  if (numbers.size() != range.count) return wrong_length(name, range.count);
  for (const std::int64_t number : numbers)
    if (number < range.least || number > range.most) return out_of_range(name, number);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<std::int8_t>(numbers[i]);
    if (name == "figures") scene.character[i] = number;
    if (name == "life") scene.life[i] = number;
    if (name == "cards") scene.where[i] = number;
    if (name == "reserves")
      scene.reserve[static_cast<std::size_t>(number / n_a_side)] |=
          static_cast<std::uint16_t>(1U << (number % n_a_side));
    if (name == "top") scene.discard_top = number;
    if (name == "turn") (i == 0 ? scene.turn : scene.starts_turn) = number;
  }
  return {};
}

Fault check_scene(const Scene& scene) {
  for (std::int8_t seat = 0; seat < 2; ++seat) {
    const auto first = static_cast<std::size_t>(seat) * 2;
    const std::int8_t front = scene.character[first], rear = scene.character[first + 1];
    if (front == none) return "a bang scene needs an active character on each side";
    for (const std::int8_t character : {front, rear})
      if (character != none && character / n_a_side != seat) return "a character of a bang scene is on the wrong side";
    if (front == rear) return "a character of a bang scene stands in two places";
  }
  for (std::size_t figure = 0; figure < 4; ++figure)
    if (scene.character[figure] != none &&
        scene.life[figure] > characters[static_cast<std::size_t>(scene.character[figure])].life)
      return "a character of a bang scene has more life than it can have";
  std::array<std::array<int, n_equipment>, 4> copies{};
  for (std::size_t card = 0; card < n_cards; ++card) {
    const Side back = back_of(static_cast<Card>(card));
    if (scene.where[card] == (back == law ? in_outlaw_deck : in_law_deck))
      return "a bang scene has a card with the " + std::string(side_names[back]) + " back in the other side's deck";
    if (scene.where[card] < on_figure) continue;
    const auto figure = static_cast<std::size_t>(scene.where[card] - on_figure);
    const Name name = name_of(static_cast<Card>(card));
    if (scene.character[figure] == none || !is_equipment(name) ||
        ++copies[figure][static_cast<std::size_t>(name - bank)] > 1)
      return "a bang scene has " + std::string(cards[name].name) + " where it cannot lie";
  }
  if (scene.discard_top != none && scene.where[static_cast<std::size_t>(scene.discard_top)] != in_discard)
    return "the top card of a bang scene does not lie in the discard pile";
  return {};
}

void lay_out(const Scene& scene, State& state) {
  Public& table = state.table;
  for (auto& deck : state.hidden.deck) deck = {};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int8_t character = scene.character[i];
    if (character == none) continue;
    Figure& figure = table.figure[i / 2][i % 2];
    figure.character = character;
    figure.life = scene.life[i] ? scene.life[i] : characters[static_cast<std::size_t>(character)].life;
    table.seen[i / 2] |= static_cast<std::uint16_t>(1U << (character % n_a_side));
  }
  for (std::size_t seat = 0; seat < 2; ++seat) {
    state.seat[seat].reserve = static_cast<std::uint16_t>(scene.reserve[seat] & ~table.seen[seat]);
    table.reserve_size[seat] = static_cast<std::int8_t>(std::popcount(state.seat[seat].reserve));
  }
  for (std::int8_t card = 0; card < n_cards; ++card) {
    const std::int8_t spot = scene.where[static_cast<std::size_t>(card)];
    if (spot == in_discard) table.discard.add(card);
    if (spot >= in_law_deck && spot <= in_common_deck)
      state.hidden.deck[static_cast<std::size_t>(spot - in_law_deck)].add(card);
    if (spot == in_common_deck) table.shuffled.add(card);
    if (spot == in_law_hand || spot == in_outlaw_hand) {
      const auto seat = static_cast<std::size_t>(spot - in_law_hand);
      state.seat[seat].hand.add(card);
      ++table.unknown[seat][static_cast<std::size_t>(back_of(card))];
    }
    if (spot >= on_figure)
      table.figure[static_cast<std::size_t>(spot - on_figure) / 2][static_cast<std::size_t>(spot - on_figure) % 2]
          .equipment[static_cast<std::size_t>(name_of(card) - bank)] = card;
  }
  for (std::size_t deck = 0; deck < 3; ++deck)
    table.deck_size[deck] = static_cast<std::int8_t>(state.hidden.deck[deck].size());
  table.discard_top = scene.discard_top != none || table.discard.is_empty() ? scene.discard_top : table.discard.at(0);
  table.turn = scene.turn;
  table.n_turns = !scene.starts_turn;
  table.top() = {.step = Step::turn, .stage = scene.starts_turn ? turn_begins : turn_plays, .seat = scene.turn};
}

}  // namespace standoff::bang
