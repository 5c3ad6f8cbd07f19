// BANG! The Duel in words: what an action does, and the View as JSON for drawing.
#include "bang.hpp"
#include "steps.hpp"

namespace standoff::bang {
namespace {

std::string text(std::string_view view) { return std::string(view); }
std::string name_in_words(Card card) { return text(sheet_of(card).name); }
std::string character_in_words(int character) { return text(characters[static_cast<std::size_t>(character)].name); }

std::string side_in_words(std::int8_t seat) { return text(side_names[static_cast<std::size_t>(seat)]); }

std::string figure_in_words(const Public& table, Aim at) {
  const Figure& figure = table.at(at.seat, at.place);
  const char* role = table.at(at.seat, static_cast<Place>(1 - at.place)).character == none ? ""
                     : at.place == table.active[at.seat]                                   ? " (active)"
                                                                                           : " (rearguard)";
  return (figure.character == none ? "nobody" : character_in_words(figure.character)) + role;
}

std::string bearer_in_words(const Public& table, Card wanted) {
  std::string bearer;
  each_equipment(table, [&](Card card, std::int8_t seat, Place place) {
    if (card == wanted) bearer = figure_in_words(table, {seat, place});
  });
  return bearer;
}

std::string marker_in_words(const Public& table, std::int8_t seat) {
  return "move the " + side_in_words(seat) + " marker to " +
         character_in_words(table.at(seat, table.rear(seat)).character);
}

// Cards that are told apart only by symbol or back say so.
std::string card_in_words(Card card) {
  const Face face = faces[static_cast<std::size_t>(card)];
  return name_in_words(card) + " (" + text(symbol_names[static_cast<std::size_t>(face.symbol)]) + ", " +
         text(side_names[face.back]) + ")";
}

std::string play_in_words(const View& view, const Action& action, const std::string& what) {
  if (action.target == Target::nobody) return "play " + what;
  const Aim at = aim(view.table, view.seat, action.target);
  const Name name = action.verb == Verb::play_as_colt ? colt
                    : action.verb == Verb::copy       ? static_cast<Name>(action.card)
                                                      : name_of(action.card);
  if (name == canteen) return "play " + what + ": " + marker_in_words(view.table, at.seat);
  return "play " + what + (is_equipment(name) ? " on " : " at ") + figure_in_words(view.table, at);
}

const char* taking_in_words(const View& view) {
  const Step step = view.table.top().step;
  return step == Step::loot || step == Step::teach ? "take " : "discard ";
}

std::string strip_in_words(const View& view, const Action& action) {
  return taking_in_words(view) + name_in_words(action.card) + " from " + bearer_in_words(view.table, action.card);
}

std::string symbol_in_words(Card card) {
  return card == none ? "nothing"
                      : name_in_words(card) + ", " +
                            text(symbol_names[static_cast<std::size_t>(faces[static_cast<std::size_t>(card)].symbol)]);
}

// ---- JSON

std::string quoted(const std::string& value) { return '"' + value + '"'; }

template <class Each>
std::string list(Each each) {
  std::string out = "[";
  each([&](const std::string& item) { out += (out.size() > 1 ? "," : "") + item; });
  return out + "]";
}

std::string set_in_json(const CardSet& set) {
  return list([&](auto add) { set.each([&](Card card) { add(quoted(card_in_words(card))); }); });
}

std::string figure_in_json(const Public& table, std::int8_t seat, Place place) {
  const Figure& figure = table.at(seat, place);
  if (figure.character == none) return "null";
  const CharacterSheet& sheet = characters[static_cast<std::size_t>(figure.character)];
  const std::string gear = list([&](auto add) {
    for (const Card card : figure.equipment)
      if (card != none) add(quoted(name_in_words(card)));
  });
  return "{\"name\":" + quoted(text(sheet.name)) + ",\"life\":" + std::to_string(figure.life) +
         ",\"most_life\":" + std::to_string(sheet.life) +
         ",\"is_active\":" + (place == table.active[seat] ? "true" : "false") + ",\"equipment\":" + gear +
         ",\"text\":" + quoted(text(sheet.text)) + "}";
}

std::string side_in_json(const Public& table, std::int8_t seat) {
  const std::string row = list([&](auto add) {
    for (const Place place : {table.active[seat], table.rear(seat)}) add(figure_in_json(table, seat, place));
  });
  return "{\"characters\":" + row + ",\"hand\":" + std::to_string(table.hand_size(seat)) +
         ",\"law_backs\":" + std::to_string(table.hand_size(seat, law)) +
         ",\"known\":" + set_in_json(table.shown[static_cast<std::size_t>(seat)]) +
         ",\"deck\":" + std::to_string(table.deck_size[static_cast<std::size_t>(seat)]) +
         ",\"reserve\":" + std::to_string(table.reserve_size[static_cast<std::size_t>(seat)]) + "}";
}

std::string table_in_json(const Public& table) {
  return "{\"turn\":" + std::to_string(table.n_turns) + ",\"whose_turn\":" + quoted(side_in_words(table.turn)) +
         ",\"law\":" + side_in_json(table, law) + ",\"outlaw\":" + side_in_json(table, outlaw) +
         ",\"store\":" + set_in_json(table.store) + ",\"common_deck\":" + std::to_string(table.deck_size[2]) +
         ",\"discard\":" + std::to_string(table.discard.size()) +
         ",\"discard_top\":" + (table.discard_top == none ? "null" : quoted(card_in_words(table.discard_top))) +
         ",\"n_reveals\":" + std::to_string(table.n_reveals) + ",\"revealed\":" + list([&](auto add) {
           for (const Card card : table.revealed)
             if (card != none) add(quoted(card_in_words(card)));
         }) +
         "}";
}

std::string asked_in_words(const View& view) {
  const Public& table = view.table;
  const Frame& step = table.top();
  const Aim at{step.seat, step.place};
  switch (step.step) {
    case Step::draft:
      return "Pick four characters: number " + std::to_string(std::popcount(view.mine.picked) + 1);
    case Step::opening:
      return "Who is active first?";
    case Step::turn:
      return step.stage == turn_discards ? "Discard down to your hand limit" : "Your turn";
    case Step::hit:
      if (step.stage == hit_pays) return "Tex Killer: discard a card more";
      return (step.card < n_names ? text(cards[static_cast<std::size_t>(step.card)].name) : text("A shot")) + " at " +
             figure_in_words(table, at);
    case Step::duel:
      return "Duel: discard a hit card?";
    case Step::scare:
      return "Indians! at " + figure_in_words(table, at);
    case Step::lose:
      return figure_in_words(table, at) + " loses a life point";
    case Step::reveal:
      return "Which card counts? Asked for is " + text(symbol_names[static_cast<std::size_t>(step.card)]);
    case Step::store:
      return "General Store: take a card";
    case Step::put_back:
      return "Which of the drawn cards do you discard?";
    case Step::rob:
      return "Robbery";
    case Step::teach:
      return "Teacher: take which card?";
    case Step::copy:
      return "Pearl Hat plays " + text(cards[static_cast<std::size_t>(step.card)].name);
    case Step::loot:
      return "Bull Anderson: take up to " + std::to_string(step.card);
    case Step::strip:
      return "Carbine: discard which equipment?";
    case Step::turnaround:
      return "Shotgun: move a marker?";
    case Step::pay_rider:
      return "Peacemaker: discard a card";
    default:
      return "Slim Poet: discard a card of the " + side_in_words(other(view.seat)) + " hand?";
  }
}

std::string picks_in_json(const View& view) {
  return list([&](auto add) {
    for (int i = 0; i < n_a_side; ++i)
      if (((view.mine.picked | view.mine.reserve) >> i) & 1U) add(quoted(character_in_words(view.seat * n_a_side + i)));
  });
}

}  // namespace

std::string Bang::label(const View& view, const Action& action) {
  const Public& table = view.table;
  switch (action.verb) {
    case Verb::pick:
      return "pick " + character_in_words(view.seat * n_a_side + action.card);
    case Verb::lead:
      return "lead with " + character_in_words(table.at(view.seat, action.card).character);
    case Verb::play:
      return play_in_words(view, action, card_in_words(action.card));
    case Verb::play_as_colt:
      return play_in_words(view, action, card_in_words(action.card) + " as Colt");
    case Verb::reload:
      return "reload " + card_in_words(action.card) +
             (view.mine.hand.has(action.card) ? "" : " from " + bearer_in_words(table, action.card)) + ": draw a card";
    case Verb::swap:
    case Verb::move_mine:
      return marker_in_words(table, view.seat);
    case Verb::end_turn:
      return "end the turn";
    case Verb::draw_two:
      return "Babe Leroy: draw two";
    case Verb::strip_for_two:
      return "Cattle Katie: discard her " + name_in_words(action.card) + ", draw two";
    case Verb::pay_to_copy:
      return "Pearl Hat: discard " + card_in_words(action.card) + " to play " + name_in_words(table.discard_top);
    case Verb::pay_to_look:
      return "Soundance Kid: discard " + card_in_words(action.card) + ", draw two, keep one";
    case Verb::copy:
      return play_in_words(view, action, text(cards[static_cast<std::size_t>(action.card)].name));
    case Verb::dodge:
      return "dodge with " + card_in_words(action.card);
    case Verb::throw_away:
      return "dodge by discarding " + card_in_words(action.card);
    case Verb::reveal_barrel:
      return "reveal for Barrel";
    case Verb::doff_hat:
      return "discard Hat to dodge";
    case Verb::reveal_sid:
      return "Sid Curry: reveal from the " + side_in_words(other(view.seat)) + " deck";
    case Verb::take_hit:
      return "take the hit";
    case Verb::pay:
      return "discard " + card_in_words(action.card) + " as well";
    case Verb::answer:
      return "answer with " + card_in_words(action.card);
    case Verb::give_in:
      return "give in, lose a life point";
    case Verb::shield:
      return "Buffalo Bell loses it instead";
    case Verb::let_go:
      return "let it happen";
    case Verb::discard:
      return "discard " + card_in_words(action.card);
    case Verb::take:
      return "take " + card_in_words(action.card);
    case Verb::put_back:
      return "discard " + card_in_words(action.card) + ", keep the rest";
    case Verb::snatch:
      return text("a random card with the ") + text(side_names[static_cast<std::size_t>(action.card)]) +
             " back from the " + side_in_words(other(view.seat)) + " hand";
    case Verb::strip:
    case Verb::teach:
      return strip_in_words(view, action);
    case Verb::stop:
      return "nothing";
    case Verb::move_theirs:
      return marker_in_words(table, other(view.seat));
    case Verb::read_first:
      return "the first counts: " + symbol_in_words(table.revealed[0]);
    case Verb::read_second:
      return "the second counts: " + symbol_in_words(table.revealed[1]);
  }
  return {};
}

std::string Bang::told(const View& view, const Action& action) {
  if (action.verb == Verb::pick) return "pick a character";
  if (action.verb == Verb::lead) return "choose who is active first";
  return label(view, action);
}

std::string Bang::page(const View& view) {
  return "{\"asked\":" + quoted(asked_in_words(view)) + ",\"seat\":" + std::to_string(view.seat) +
         ",\"side\":" + quoted(side_in_words(view.seat)) + ",\"table\":" + table_in_json(view.table) +
         ",\"hand\":" + set_in_json(view.mine.hand) + ",\"looked\":" + set_in_json(view.mine.looked) +
         ",\"reserve\":" + picks_in_json(view) + "}";
}

}  // namespace standoff::bang
