// Writes what a seat knows into the rows of a decision.
#include "knowledge_rows.hpp"

#include <algorithm>

#include "catalogue.hpp"

namespace standoff::ptcg {
namespace {

enum Known : std::int32_t { k_my_unseen, k_my_prizes, k_my_deck, k_their_hand, k_their_deck, k_their_hidden };

// The column of an effect on a Pokémon; none where it has another place.
constexpr std::pair<Effect, std::size_t> places[] = {
    {Effect::no_attack, 0},   {Effect::no_retreat, 1}, {Effect::no_damage, 2}, {Effect::less_damage, 3},
    {Effect::more_damage, 4}, {Effect::weaker, 5},     {Effect::stronger, 6}};
static_assert(std::size(places) == std::size(lasting_columns));

}  // namespace

void write_known_cards(const View& view, std::int32_t first_zone, std::size_t copies_column, Writer& writer) {
  const Knowledge& known = *view.known;
  const auto them = static_cast<std::int16_t>(1 - view.seat);
  const auto add = [&](const std::vector<Copies>& cards, Known zone) {
    for (const Copies& each : cards)
      writer.entity(each.id <= n_cards ? each.id : 0, first_zone + zone)[copies_column] =
          static_cast<float>(each.count);
  };
  const std::vector<Copies> prizes = own_prizes(known, view.seat);
  if (prizes.empty()) add(own_unseen(known, view.seat), k_my_unseen);
  add(prizes.empty() ? certain(known, view.seat, Area::prize) : prizes, k_my_prizes);
  add(certain(known, view.seat, Area::deck), k_my_deck);
  add(certain(known, them, Area::hand), k_their_hand);
  add(certain(known, them, Area::deck), k_their_deck);
  add(hidden(known, them), k_their_hidden);
}

void write_lasting(const Effects& effects, std::int16_t serial, std::span<float> columns) {
  for (const Lasting& each : effects.lasting) {
    const auto* place = std::ranges::find(places, each.effect, &std::pair<Effect, std::size_t>::first);
    if (each.serial != serial || place == std::end(places)) continue;
    columns[place->second] += static_cast<float>(std::max<std::int16_t>(each.amount, 1));
  }
}

void write_lasting_globals(const View& view, std::span<float> globals) {
  for (const Lasting& each : view.known->effects.lasting) {
    if (each.effect != Effect::no_items && each.effect != Effect::no_supporters) continue;
    const std::size_t side = each.side == view.seat ? 0 : 2;
    globals[side + (each.effect == Effect::no_supporters)] = 1;
  }
}

bool is_barred(const Effects& effects, std::int16_t serial, std::int16_t attack) {
  return std::ranges::any_of(effects.lasting, [&](const Lasting& each) {
    return each.effect == Effect::no_such_attack && each.serial == serial && each.amount == attack;
  });
}

}  // namespace standoff::ptcg
