// Lists the legal actions of a seat: equal options merged, several picks one at a time.
#include "choices.hpp"

#include <algorithm>

namespace standoff::ptcg {
namespace {

// Contexts in which the engine places or resolves the picks one after the other.
constexpr std::int16_t ordered_contexts[] = {9, 10, 11, 34};  // TO_DECK, TO_DECK_BOTTOM, TO_PRIZE, SKILL_ORDER

const Card* at(const Cards& cards, std::int16_t place) {
  return place >= 0 && static_cast<std::size_t>(place) < cards.size() ? &cards[static_cast<std::size_t>(place)]
                                                                      : nullptr;
}

const Pokemon* at(const std::vector<Pokemon>& row, std::int16_t place) {
  return place >= 0 && static_cast<std::size_t>(place) < row.size() ? &row[static_cast<std::size_t>(place)] : nullptr;
}

// The Pokémon in play at a place; null where there is none.
const Pokemon* pokemon_at(const Side& side, Area area, std::int16_t place) {
  if (area == Area::active) return at(side.active, place);
  return area == Area::bench ? at(side.bench, place) : nullptr;
}

// The card that lies on a Pokémon and that an option takes off it; null where it takes none.
const Card* attached_card(const Pokemon& pokemon, const Option& option) {
  if (option.type == OptionType::tool_card) return at(pokemon.tools, option.tool_index);
  if (option.type == OptionType::energy_card || option.type == OptionType::energy)
    return at(pokemon.energy_cards, option.energy_index);
  return &pokemon.card;
}

const Side& side_of(const Observation& seen, const Option& option) {
  const bool is_named = option.player == 0 || option.player == 1;
  return seen.sides[static_cast<std::size_t>(is_named ? option.player : seen.seat)];
}

// Places in which a card's position says nothing.
bool is_loose(Area area) {
  return area == Area::deck || area == Area::hand || area == Area::discard || area == Area::prize ||
         area == Area::looking;
}

// An option without what its position says nothing of.
Option meaning(const Observation& seen, Option option) {
  const Area area = option.type == OptionType::play ? Area::hand : option.area;
  const bool is_attached = option.type == OptionType::energy_card || option.type == OptionType::tool_card;
  if (!is_loose(area) && !is_attached) return option;
  option.card = card_of(seen, option).id;
  (is_attached ? option.type == OptionType::tool_card ? option.tool_index : option.energy_index : option.index) = -1;
  return option;
}

}  // namespace

Card card_of(const Observation& seen, const Option& option) {
  const Side& side = side_of(seen, option);
  const auto value = [](const Card* card) { return card == nullptr ? Card{} : *card; };
  if (option.type == OptionType::play) return value(at(side.hand, option.index));
  if (const Pokemon* pokemon = pokemon_at(side, option.area, option.index))
    return value(attached_card(*pokemon, option));
  switch (option.area) {
    case Area::deck:
      return value(at(seen.select.deck, option.index));
    case Area::hand:
      return value(at(side.hand, option.index));
    case Area::discard:
      return value(at(side.discard, option.index));
    case Area::prize:
      return value(at(side.prize, option.index));
    case Area::stadium:
      return value(at(seen.stadium, option.index));
    case Area::looking:
      return value(at(seen.looking, option.index));
    default:
      return {option.card > 0 ? option.card : std::int16_t{0}, option.serial, option.player};
  }
}

std::vector<int> kinds_of(const Observation& seen) {
  std::vector<Option> meanings;
  std::vector<int> kinds;
  for (const Option& option : seen.select.options) {
    meanings.push_back(meaning(seen, option));
    kinds.push_back(static_cast<int>(std::ranges::find(meanings, meanings.back()) - meanings.begin()));
  }
  return kinds;
}

std::vector<int> meaning_of(const Observation& seen, std::span<const int> answer) {
  const std::vector<int> kinds = kinds_of(seen);
  std::vector<int> picked;
  for (const int place : answer) {
    const bool is_option = place >= 0 && static_cast<std::size_t>(place) < kinds.size();
    picked.push_back(is_option ? kinds[static_cast<std::size_t>(place)] : -1);
  }
  if (!is_ordered(seen.select)) std::ranges::sort(picked);
  return picked;
}

bool is_ordered(const Select& select) {
  return std::ranges::find(ordered_contexts, select.context) != std::end(ordered_contexts);
}

void list_actions(const Observation& seen, const Picks& picks, std::vector<Action>& found) {
  const auto& options = seen.select.options;
  const std::vector<int> kind = kinds_of(seen);
  const bool is_free = picks.empty() || is_ordered(seen.select);
  const int first_kind = is_free ? 0 : kind[static_cast<std::size_t>(picks.back())];
  const std::size_t start = found.size();
  std::vector<int> kinds;
  for (std::size_t place = 0; place < options.size(); ++place) {
    if (std::ranges::find(picks, static_cast<int>(place)) != picks.end()) continue;
    const int mine = kind[place];
    if (mine < first_kind) continue;
    const auto known = static_cast<std::size_t>(std::ranges::find(kinds, mine) - kinds.begin());
    if (known == kinds.size()) {
      kinds.push_back(mine);
      found.push_back({static_cast<std::int16_t>(place), 0});
    }
    ++found[start + known].copies;
  }
  // A pick after which too few are left is none. Kinds were found by their first free option: put them in their order.
  const int missing = seen.select.least - static_cast<int>(picks.size());
  const auto left_from = [&](int mine) {
    int left = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      left += is_ordered(seen.select) || kinds[i] >= mine ? found[start + i].copies : 0;
    return left;
  };
  std::vector<Action> legal;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (left_from(kinds[i]) >= missing) legal.push_back(found[start + i]);
  found.resize(start);
  found.insert(found.end(), legal.begin(), legal.end());
  if (missing <= 0) found.push_back({});
}

bool is_complete(const Observation& seen, const Picks& picks) {
  const std::size_t most =
      std::min(static_cast<std::size_t>(std::max<int>(seen.select.most, 0)), seen.select.options.size());
  return picks.size() >= most;
}

}  // namespace standoff::ptcg
