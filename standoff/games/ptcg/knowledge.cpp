// Follows every card of both decks through what a seat is told, as a set of places where it may lie.
//
// A hidden move from one area to another may have been that of any card that may lie in the first, so it may now lie in
// the second, too. What is seen lies where it is seen. An area that is empty, or all of whose cards are certain, holds
// no other card; one that has as many cards as may lie there holds them all.
#include "knowledge.hpp"

#include <algorithm>
#include <bit>

namespace standoff::ptcg {
namespace {

// The bottom of the deck is an area of its own while a card moves there.
constexpr auto deck_bottom = static_cast<Area>(14);
constexpr Area hidden_areas[] = {Area::deck, Area::hand, Area::prize};
constexpr Places hidden_places = place_of(Area::deck) | place_of(Area::hand) | place_of(Area::prize);
constexpr Places open_places = place_of(Area::discard) | place_of(Area::active) | place_of(Area::bench) |
                               place_of(Area::stadium) | place_of(Area::energy) | place_of(Area::tool) |
                               place_of(Area::pre_evolution);
// Where a card may have gone of which nothing else is known.
constexpr Places out_of_sight = 0xffff & ~open_places;

Area area_of(std::int16_t number) {
  const auto area = static_cast<Area>(number);
  return area == deck_bottom ? Area::deck : area;
}

using Side60 = std::array<Whereabouts, n_deck_cards>;

// Knowledge on its way through one batch of logs and the table after it.
class Update {
 public:
  Update(const Knowledge& before, const Observation& seen, bool is_counting)
      : known_(before), seen_(seen), is_counting_(is_counting) {
    for (const Log& log : seen.logs) follow(log);
  }

  // Whether the cards that the logs moved add up to what lies on the table.
  bool adds_up() const {
    for (std::size_t side = 0; side < 2; ++side)
      for (const Area area : hidden_areas)
        if (known_.counts[side][static_cast<std::size_t>(area)] != count(side, area)) return false;
    return true;
  }

  Knowledge look() {
    known_.effects = updated(known_.effects, seen_);
    for (std::size_t side = 0; side < 2; ++side) look_at(side);
    return std::move(known_);
  }

 private:
  Side60& side_of(const Log& log) { return known_.cards[log.player == 1 ? 1 : 0]; }

  Whereabouts* find(std::int16_t serial) {
    const int place = serial - first_serial;
    if (place < 0 || place >= static_cast<int>(2 * n_deck_cards)) return nullptr;
    return &known_
                .cards[static_cast<std::size_t>(place) / n_deck_cards][static_cast<std::size_t>(place) % n_deck_cards];
  }

  void put(std::int16_t serial, std::int16_t id, Places places) {
    Whereabouts* card = find(serial);
    if (card == nullptr) return;
    if (id > 0) card->id = id;
    card->places = places;
  }

  void shift(const Log& log, Area from, Area to) {
    auto& counts = known_.counts[log.player == 1 ? 1 : 0];
    const auto at = [&](Area area) -> std::int16_t& {
      return counts[static_cast<std::size_t>(std::countr_zero(place_of(area)))];
    };
    if (from != Area::none) --at(from);
    if (to != Area::none) ++at(to);
    if (is_counting_ && from != Area::none && at(from) == 0) empty(side_of(log), from);
  }

  // No card lies in an area any more.
  static void empty(Side60& cards, Area area) {
    if ((place_of(area) & (hidden_places | place_of(Area::looking))) == 0) return;
    for (Whereabouts& card : cards)
      if (!card.is_in(area)) card.places &= ~place_of(area);
  }

  void follow(const Log& log) {
    const Area from = area_of(log.from_area), to = area_of(log.to_area);
    switch (log.type) {
      case log_draw:
        put(log.serial, log.card, place_of(Area::hand));
        return shift(log, Area::deck, Area::hand);
      case log_draw_hidden:
        return move_unseen(log, Area::deck, Area::hand);
      case log_move:
        put(log.serial, log.card, place_of(to));
        return shift(log, from, to);
      case log_move_hidden:
        return move_unseen(log, from, to);
      case log_play:
      case log_attach:
      case log_evolve:
        return come_into_play(log);
      case log_change:
      case log_devolve:
        put(log.serial, log.card, out_of_sight);
        return put(log.serial_target, log.card_target, out_of_sight);
      default:
        return learn_ids({{log.card, log.serial, log.player}});
    }
  }

  void move_unseen(const Log& log, Area from, Area to) {
    for (Whereabouts& card : side_of(log))
      if ((card.places & place_of(from)) != 0) card.places |= place_of(to);
    shift(log, from, to);
  }

  // From the hand, unless it is known to have been elsewhere.
  void come_into_play(const Log& log) {
    const Whereabouts* card = find(log.serial);
    const bool is_from_hand = card != nullptr && (card->places & place_of(Area::hand)) != 0;
    put(log.serial, log.card, nowhere);
    if (is_from_hand) shift(log, Area::hand, Area::none);
  }

  std::int16_t count(std::size_t side, Area area) const {
    const Side& table = seen_.sides[side];
    if (area == Area::prize) return static_cast<std::int16_t>(table.prize.size());
    return area == Area::deck ? table.deck_count : table.hand_count;
  }

  Knowledge known_;
  const Observation& seen_;
  const bool is_counting_;
  std::array<std::array<bool, n_deck_cards>, 2> is_seen_{};

  void see(const Card& card, Area area) {
    if (find(card.serial) == nullptr) return;
    put(card.serial, card.id, place_of(area));
    const auto place = static_cast<std::size_t>(card.serial - first_serial);
    is_seen_[place / n_deck_cards][place % n_deck_cards] = true;
  }

  void see_all(const Cards& cards, Area area) {
    for (const Card& card : cards) see(card, area);
  }

  void see_pokemon(const std::vector<Pokemon>& row, Area area) {
    for (const Pokemon& pokemon : row) {
      see(pokemon.card, area);
      see_all(pokemon.energy_cards, Area::energy);
      see_all(pokemon.tools, Area::tool);
      see_all(pokemon.below, Area::pre_evolution);
    }
  }

  // Puts what is on the table in its places, and takes from the other cards the places that were all seen.
  void look_at(std::size_t side) {
    const Side& table = seen_.sides[side];
    see_pokemon(table.active, Area::active);
    see_pokemon(table.bench, Area::bench);
    see_all(table.discard, Area::discard);
    see_all(table.prize, Area::prize);
    see_all(table.hand, Area::hand);
    const auto own = [&](const Cards& cards, Area area) {
      for (const Card& card : cards)
        if (card.owner == static_cast<std::int16_t>(side)) see(card, area);
    };
    own(seen_.stadium, Area::stadium);
    own(seen_.looking, Area::looking);
    own(seen_.select.deck, Area::deck);
    learn_ids({seen_.select.effect, seen_.select.context_card});
    const Places seen = seen_as_a_whole(side);
    for (std::size_t i = 0; i < n_deck_cards; ++i)
      if (!is_seen_[side][i]) miss(known_.cards[side][i], seen);
    for (const Area area : hidden_areas) known_.counts[side][static_cast<std::size_t>(area)] = count(side, area);
    if (!reason(side)) forget(side);
  }

  void learn_ids(std::initializer_list<Card> cards) {
    for (const Card& card : cards)
      if (Whereabouts* found = find(card.serial); found != nullptr && card.id > 0) found->id = card.id;
  }

  // A card that is not on the table lies in none of the places that were seen as a whole.
  static void miss(Whereabouts& card, Places seen) {
    const bool is_resolving = card.places == nowhere;
    card.places &= ~seen;
    if (card.places == 0 || is_resolving) card.places = out_of_sight & ~seen;
  }

  Places seen_as_a_whole(std::size_t side) const {
    const Side& table = seen_.sides[side];
    const auto is_face_down = [](const Pokemon& pokemon) { return pokemon.card.serial < 0; };
    Places seen = open_places;
    if (std::ranges::any_of(table.active, is_face_down)) seen &= ~place_of(Area::active);
    if (std::ranges::any_of(table.bench, is_face_down)) seen &= ~place_of(Area::bench);
    if (n_face_up(table.hand, side) == table.hand_count) seen |= place_of(Area::hand);
    if (n_face_up(table.prize, side) == static_cast<int>(table.prize.size())) seen |= place_of(Area::prize);
    if (n_face_up(seen_.select.deck, side) == table.deck_count) seen |= place_of(Area::deck);
    return seen;
  }

  static int n_face_up(const Cards& cards, std::size_t side) {
    return static_cast<int>(std::ranges::count_if(
        cards, [&](const Card& card) { return card.serial >= 0 && card.owner == static_cast<std::int16_t>(side); }));
  }

  // Draws what follows from the numbers; false where they contradict what is known.
  bool reason(std::size_t side) {
    drop_transit(side);
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const Area area : hidden_areas) {
        const auto [n_certain, n_possible] = numbers_in(side, area);
        const int n = count(side, area);
        if (n_certain > n || n_possible < n) return false;
        if (n_certain == n_possible || (n_certain != n && n_possible != n)) continue;
        for (Whereabouts& card : known_.cards[side]) {
          if ((card.places & place_of(area)) == 0 || card.is_in(area)) continue;
          card.places = n_certain == n ? card.places & ~place_of(area) : place_of(area);
          is_new = true;
        }
      }
    }
    return std::ranges::all_of(known_.cards[side], [](const Whereabouts& card) { return card.places != 0; });
  }

  std::pair<int, int> numbers_in(std::size_t side, Area area) const {
    int n_certain = 0, n_possible = 0;
    for (const Whereabouts& card : known_.cards[side]) {
      n_certain += card.is_in(area);
      n_possible += (card.places & place_of(area)) != 0;
    }
    return {n_certain, n_possible};
  }

  // Where all cards are on the table or counted in a hidden area, none is on its way.
  void drop_transit(std::size_t side) {
    int n_open = 0;
    for (std::size_t i = 0; i < n_deck_cards; ++i)
      n_open += is_seen_[side][i] && (known_.cards[side][i].places & hidden_places) == 0;
    int n_counted = 0;
    for (const Area area : hidden_areas) n_counted += count(side, area);
    if (n_open + n_counted != static_cast<int>(n_deck_cards)) return;
    for (std::size_t i = 0; i < n_deck_cards; ++i)
      if (!is_seen_[side][i]) known_.cards[side][i].places &= hidden_places;
    known_.counts[side][static_cast<std::size_t>(Area::looking)] = 0;
  }

  // Keeps nothing but what lies on the table.
  void forget(std::size_t side) {
    for (std::size_t i = 0; i < n_deck_cards; ++i)
      if (!is_seen_[side][i]) known_.cards[side][i].places = 0xffff;
  }
};

void add(std::vector<Copies>& found, std::int16_t id) {
  const auto place = std::ranges::lower_bound(found, id, {}, &Copies::id);
  if (place != found.end() && place->id == id) {
    ++place->count;
  } else {
    found.insert(place, {id, 1});
  }
}

const Side60& side_of(const Knowledge& knowledge, std::int16_t side) { return knowledge.cards[side == 1 ? 1 : 0]; }

// Own cards whose serials were never seen: what is left of the list.
std::vector<Copies> never_seen(const Knowledge& knowledge, std::int16_t seat) {
  std::vector<Copies> left = knowledge.list;
  for (const Whereabouts& card : side_of(knowledge, seat)) {
    if (card.id == 0) continue;
    const auto place = std::ranges::lower_bound(left, card.id, {}, &Copies::id);
    if (place != left.end() && place->id == card.id) --place->count;
  }
  std::erase_if(left, [](const Copies& each) { return each.count <= 0; });
  return left;
}

// What is known at the beginning of a round: the list, and that all cards are in the decks.
Knowledge anew(const std::vector<Copies>& list, std::int16_t round) {
  Knowledge known;
  known.list = list;
  known.round = round;
  for (auto& counts : known.counts) counts[static_cast<std::size_t>(Area::deck)] = n_deck_cards;
  return known;
}

}  // namespace

Knowledge knowledge_of(std::span<const int> list) {
  Knowledge known;
  for (const int id : list) add(known.list, static_cast<std::int16_t>(id));
  return known;
}

Knowledge updated(const Knowledge& before, const Observation& seen) {
  if (before.round != seen.round) return updated(anew(before.list, seen.round), seen);
  Update update(before, seen, true);
  return update.adds_up() ? update.look() : Update(before, seen, false).look();
}

std::vector<Copies> certain(const Knowledge& knowledge, std::int16_t side, Area area) {
  std::vector<Copies> found;
  for (const Whereabouts& card : side_of(knowledge, side))
    if (card.id > 0 && card.is_in(area)) add(found, card.id);
  return found;
}

std::vector<Copies> hidden(const Knowledge& knowledge, std::int16_t side) {
  std::vector<Copies> found;
  for (const Whereabouts& card : side_of(knowledge, side))
    if (card.id > 0 && (card.places & ~hidden_places) == 0 && std::popcount(card.places) > 1) add(found, card.id);
  return found;
}

std::vector<Copies> own_unseen(const Knowledge& knowledge, std::int16_t seat) {
  std::vector<Copies> found = never_seen(knowledge, seat);
  for (const Copies& each : hidden(knowledge, seat))
    for (std::int16_t i = 0; i < each.count; ++i) add(found, each.id);
  return found;
}

std::vector<Copies> own_prizes(const Knowledge& knowledge, std::int16_t seat) {
  const Side60& cards = side_of(knowledge, seat);
  const auto is_told = [](const Whereabouts& card) {
    return card.is_in(Area::prize) || (card.id > 0 && (card.places & place_of(Area::prize)) == 0);
  };
  if (!std::ranges::all_of(cards, is_told)) return {};
  std::vector<Copies> found = never_seen(knowledge, seat);
  for (const Whereabouts& card : cards)
    if (card.id > 0 && card.is_in(Area::prize)) add(found, card.id);
  return found;
}

}  // namespace standoff::ptcg
