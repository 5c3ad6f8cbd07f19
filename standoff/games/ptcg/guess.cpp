// Deals the cards that a seat can't see.
//
// Each card of both lists that is not on the table gets one of the places where the seat says that it may lie, a place
// with more room more often, and never so that the rest no longer fits. Its name is known, or one of those that are
// left of its list.
#include "guess.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "catalogue.hpp"

namespace standoff::ptcg {
namespace {

enum Place : std::size_t { in_deck, in_prizes, in_hand, face_down, elsewhere, n_places };
using Mask = std::uint32_t;
constexpr Mask anywhere = (1U << n_places) - 1;
constexpr int most_copies = 4;

template <class Items>
void shuffle(Items& items, Rng& rng) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(i)]);
}

// A card that is not on the table.
struct Unseen {
  std::int16_t serial = 0, id = 0;
  Mask may = anywhere;
  Place place = elsewhere;
};

using Room = std::array<int, n_places>;

// Gives every card a place; room is what is left in each.
class Placing {
 public:
  Placing(const std::vector<Unseen>& cards, const Room& room) : room_(room) {
    for (const Unseen& card : cards) ++n_cards_[card.may];
  }

  Place draw(Mask may, Rng& rng) {
    --n_cards_[may];
    Room weights{};
    int total = 0;
    for (std::size_t place = 0; place < n_places; ++place)
      if ((may >> place & 1U) != 0 && room_[place] > 0 && fits_after(place)) total += weights[place] = room_[place];
    if (total == 0)  // what the seat knows and what it sees disagree
      for (std::size_t place = 0; place < n_places; ++place) total += weights[place] = std::max(room_[place], 0);
    if (total == 0) return elsewhere;
    auto chosen = static_cast<int>(rng.below(static_cast<std::uint64_t>(total)));
    std::size_t place = 0;
    while (chosen >= weights[place]) chosen -= weights[place++];
    --room_[place];
    return static_cast<Place>(place);
  }

 private:
  // Hall's condition: no set of places is all that more cards have than it has room for.
  bool fits_after(std::size_t taken) {
    --room_[taken];
    bool is_fitting = true;
    for (Mask places = 1; places <= anywhere && is_fitting; ++places) {
      int n_bound = 0, n_room = 0;
      for (Mask may = places; may != 0; may = (may - 1) & places) n_bound += n_cards_[may];
      for (std::size_t place = 0; place < n_places; ++place) n_room += (places >> place & 1U) != 0 ? room_[place] : 0;
      is_fitting = n_bound <= n_room;
    }
    ++room_[taken];
    return is_fitting;
  }

  Room room_;
  std::array<int, anywhere + 1> n_cards_{};
};

Mask mask_of(Places places) {
  const auto has = [&](Places some, Place place) { return (places & some) != 0 ? 1U << place : 0U; };
  return has(place_of(Area::deck), in_deck) | has(place_of(Area::prize), in_prizes) |
         has(place_of(Area::hand), in_hand) | has(place_of(Area::active) | place_of(Area::hand), face_down) |
         has(~(place_of(Area::deck) | place_of(Area::prize) | place_of(Area::hand)), elsewhere);
}

// One side of the table on its way to a guess.
class Dealing {
 public:
  Dealing(const View& view, std::size_t side)
      : view_(view), side_(side), table_(view.seen->sides[side]), is_own_(side == static_cast<std::size_t>(view.seat)) {
    each_card(*view.seen, [&](const Card& card) { see(card.serial); });
    const Card &effect = view.select().effect, &asked = view.select().context_card;
    for (std::size_t i = 0; i < n_deck_cards; ++i) {
      const Whereabouts& known = view.known->cards[side][i];
      const auto serial = static_cast<std::int16_t>(first_serial + side * n_deck_cards + i);
      if (known.id > 0) shown_.push_back(known.id);
      if (is_seen_[i]) continue;
      cards_.push_back({serial, known.id, mask_of(known.places)});
      // What is being played lies nowhere; what a question is about lies in the deck that it was taken from.
      if (serial == effect.serial) cards_.back().may = 1U << elsewhere;
      if (serial == asked.serial && (cards_.back().may & 1U << in_deck) != 0) cards_.back().may = 1U << in_deck;
    }
    count_room();
  }

  // The cards of this side whose names the seat knows.
  const Deck& shown() const { return shown_; }

  void deal(const Deck& list, Rng& rng) {
    Deck rest;
    Deck shown = shown_;
    std::ranges::sort(shown);
    std::ranges::set_difference(list, shown, std::back_inserter(rest));
    shuffle(rest, rng);
    shuffle(cards_, rng);
    for (Unseen& card : cards_) {
      if (card.id != 0 || rest.empty()) continue;
      card.id = static_cast<std::int16_t>(rest.back());
      rest.pop_back();
    }
    std::ranges::stable_sort(cards_, {}, [](const Unseen& card) { return std::popcount(card.may); });
    Placing placing(cards_, room_);
    for (Unseen& card : cards_) card.place = placing.draw(card.may, rng);
    shuffle(cards_, rng);
    put_a_basic_face_down();
  }

  // Tells the cards of a place. The search numbers the cards that it is told from the first serial that is not on the
  // table.
  void tell(Place place, Guess& guess) {
    constexpr std::array<Area, n_places> areas{Area::deck, Area::prize, Area::hand, Area::active, Area::none};
    for (const Unseen& card : cards_) {
      if (card.place != place) continue;
      const std::size_t number = next_number();
      guess.cards.push_back({card.serial, card.id, areas[place], static_cast<std::int16_t>(number)});
      guess.disguise.serial[number] = card.serial;
      guess.disguise.is_prize[number] = place == in_prizes;
      guess.disguise.is_face_down[number] = place == face_down;
    }
  }

 private:
  void see(std::int16_t serial) {
    const int place = serial - first_serial - static_cast<int>(side_ * n_deck_cards);
    if (place >= 0 && place < static_cast<int>(n_deck_cards)) is_seen_[static_cast<std::size_t>(place)] = true;
  }

  void count_room() {
    const auto n_down = [](const auto& cards, auto serial_of) {
      return static_cast<int>(std::ranges::count_if(cards, [&](const auto& card) { return serial_of(card) < 0; }));
    };
    room_[in_deck] = table_.deck_count - (is_own_ ? static_cast<int>(view_.select().deck.size()) : 0);
    room_[in_prizes] = n_down(table_.prize, [](const Card& card) { return card.serial; });
    room_[in_hand] = table_.hand_count - static_cast<int>(table_.hand.size());
    room_[face_down] = n_down(table_.active, [](const Pokemon& pokemon) { return pokemon.card.serial; });
    for (int& room : room_) room = std::max(room, 0);
    const int n_placed = room_[in_deck] + room_[in_prizes] + room_[in_hand] + room_[face_down];
    room_[elsewhere] = std::max(static_cast<int>(cards_.size()) - n_placed, 0);
  }

  // A Pokémon that lies face down at the beginning is a Basic one.
  void put_a_basic_face_down() {
    for (Unseen& card : cards_) {
      if (card.place != face_down || printed(card.id).is_basic) continue;
      const auto other = std::ranges::find_if(cards_, [&](const Unseen& each) {
        return printed(each.id).is_basic && (each.may >> face_down & 1U) != 0 && (card.may >> each.place & 1U) != 0;
      });
      if (other != cards_.end()) std::swap(card.place, other->place);
    }
  }

  std::size_t next_number() {
    while (n_numbered_ < n_deck_cards && is_numbered(n_numbered_)) ++n_numbered_;
    return first_serial + side_ * n_deck_cards + n_numbered_++;
  }

  // On the table, or where the engine knows it without being told.
  bool is_numbered(std::size_t i) const {
    const auto serial = static_cast<std::int16_t>(first_serial + side_ * n_deck_cards + i);
    return is_seen_[i] || std::ranges::any_of(cards_, [&](const Unseen& card) {
             return card.serial == serial && (card.place == elsewhere || (is_own_ && card.place == face_down));
           });
  }

  const View& view_;
  const std::size_t side_;
  const Side& table_;
  const bool is_own_;
  std::array<bool, n_deck_cards> is_seen_{};
  std::vector<Unseen> cards_;
  Deck shown_;
  Room room_{};
  std::size_t n_numbered_ = 0;
};

Deck without(const Deck& list, std::span<const int> cards) {
  Deck sorted(list), taken(cards.begin(), cards.end()), rest;
  std::ranges::sort(sorted);
  std::ranges::sort(taken);
  std::ranges::set_difference(sorted, taken, std::back_inserter(rest));
  return rest;
}

void append(Deck& list, Deck cards, Rng& rng) {
  shuffle(cards, rng);
  for (const int card : cards)
    if (list.size() < deck_size) list.push_back(card);
}

// More copies of cards of which a list may have several.
Deck further_copies(const Deck& shown) {
  Deck copies;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool is_first = std::find(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(i), shown[i]) ==
                          shown.begin() + static_cast<std::ptrdiff_t>(i);
    const auto n = static_cast<int>(std::ranges::count(shown, shown[i]));
    if (is_first && n < most_copies) copies.insert(copies.end(), static_cast<std::size_t>(most_copies - n), shown[i]);
  }
  return copies;
}

}  // namespace

Deck believed_list(std::span<const int> shown, std::span<const Deck> candidates, Rng& rng) {
  Deck list(shown.begin(), shown.end());
  std::size_t least_missing = deck_size + 1;
  std::vector<const Deck*> nearest;
  for (const Deck& candidate : candidates) {
    const std::size_t n_missing = without(list, candidate).size();
    if (n_missing < least_missing) nearest.clear();
    least_missing = std::min(least_missing, n_missing);
    if (n_missing == least_missing) nearest.push_back(&candidate);
  }
  Deck rest = without(*nearest[rng.below(nearest.size())], list);
  if (least_missing > 0) {
    const Deck copies = further_copies(list);
    Deck basics;  // a game can't begin without
    std::ranges::copy_if(rest, std::back_inserter(basics),
                         [](int card) { return printed(static_cast<std::int16_t>(card)).is_basic; });
    append(list, basics, rng);
    append(list, copies, rng);
    rest = without(rest, basics);
  }
  append(list, rest, rng);
  std::ranges::sort(list);
  return list;
}

Guess guess(const View& view, std::uint64_t seed) {
  const auto me = static_cast<std::size_t>(view.seat), them = 1 - me;
  Rng rng(seed);
  Dealing mine(view, me), theirs(view, them);
  Guess guess;
  for (const Copies& each : view.known->list)
    guess.lists[me].insert(guess.lists[me].end(), static_cast<std::size_t>(each.count), each.id);
  const bool has_candidates = view.start != nullptr && view.start->belief != nullptr && !view.start->belief->empty();
  guess.lists[them] = believed_list(
      theirs.shown(), has_candidates ? std::span(*view.start->belief) : std::span(&guess.lists[me], 1), rng);
  mine.deal(guess.lists[me], rng);
  theirs.deal(guess.lists[them], rng);
  guess.disguise = Disguise::none();
  for (const Place place : {in_deck, in_prizes}) mine.tell(place, guess);
  for (const Place place : {in_deck, in_prizes, in_hand, face_down}) theirs.tell(place, guess);
  return guess;
}

bool Guess::exchange(std::int16_t one, std::int16_t other) {
  const auto first = std::ranges::find(cards, one, &Dealt::serial);
  const auto second = std::ranges::find(cards, other, &Dealt::serial);
  if (first == cards.end() || second == cards.end() || first->area != second->area) return false;
  std::swap(first->serial, second->serial);
  std::swap(first->id, second->id);
  for (const Dealt& card : {*first, *second}) disguise.serial[static_cast<std::size_t>(card.number)] = card.serial;
  return true;
}

Filling Guess::filling(const Observation& seen) const {
  Filling filling;
  for (const Dealt& card : cards) {
    const bool is_own = (card.serial >= first_serial + static_cast<int>(n_deck_cards)) == (seen.seat == 1);
    std::vector<int>& ids = card.area == Area::deck    ? is_own ? filling.my_deck : filling.opponent_deck
                            : card.area == Area::prize ? is_own ? filling.my_prize : filling.opponent_prize
                            : card.area == Area::hand  ? filling.opponent_hand
                                                       : filling.opponent_active;
    ids.push_back(card.id);
  }
  for (const Card& card : seen.select.deck) filling.my_deck.push_back(card.id);
  return filling;
}

}  // namespace standoff::ptcg
