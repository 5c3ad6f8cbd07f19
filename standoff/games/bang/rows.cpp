// BANG! The Duel as rows: the table in numbers, an entity for each card and character that the seat sees, actions.
#include "bang.hpp"
#include "catalogue.hpp"
#include "steps.hpp"

namespace standoff::bang {
namespace {

// What an entity can be: the 31 cards, the 24 characters, the backs, and a shot that is no card.
constexpr int card_character = n_names, card_back = card_character + n_characters, card_shot = card_back + 2;

enum Zone : std::int32_t {
  zone_my_active,
  zone_my_rear,
  zone_their_active,
  zone_their_rear,  // characters, and the equipment that they bear
  zone_my_hand,
  zone_looked,
  zone_their_hand,
  zone_my_reserve,
  zone_choice,
  zone_my_gone,
  zone_their_gone,
  zone_discard_top,
  zone_store,
  zone_revealed,
  zone_pending,
};

enum EntityColumn {
  e_count,
  e_life,
  e_most_life,
  e_is_used,
  e_works,
  e_is_target,
  e_is_attacker,
  e_barrel,
  e_snake,
  e_dynamite,
  e_horseshoe,
  e_law_back,
  e_hit,
  e_dodge,
  e_bang,
  e_equipment,
  e_reload,
};

enum ActionColumn {
  a_count,
  a_barrel,
  a_snake,
  a_dynamite,
  a_horseshoe,
  a_law_back,
  a_hit,
  a_dodge,
  a_bang,
  a_equipment,
  a_reload,
  a_my_active,
  a_my_rear,
  a_their_active,
  a_their_rear,
};

enum Global {
  g_is_law,
  g_rulebook,
  g_is_my_turn,
  g_turns,
  g_my_hand,
  g_my_law_backs,
  g_their_hand,
  g_their_law_backs,
  g_my_limit,
  g_their_limit,
  g_my_deck,
  g_their_deck,
  g_common_deck,
  g_discard,
  g_my_reserve,
  g_their_reserve,
  g_may_bang,
  g_bangs,
  g_unlimited,
  g_may_swap,
  g_may_reload,
  g_shots_at_me,
  g_shots_at_them,
  g_waiting,
  g_points,
  g_left,
  g_card_cost,
  g_tried,
  g_discard_names,
  g_unseen_names = g_discard_names + n_names,
  n_globals = g_unseen_names + n_names,
};

float number(int value) { return static_cast<float>(value); }

// Where the rows of a decision's cards stand, for the pointers of its actions.
struct Places {
  std::array<std::int32_t, n_cards> card;
  std::array<std::array<std::int32_t, 2>, 2> figure{};
  std::array<std::int32_t, 2> back{none, none};
  std::array<std::int32_t, n_a_side> choice{};
  std::int32_t pending = none;
  Places() { card.fill(none); }
};

std::int32_t add_card(Writer& writer, Card card, Zone zone, int count) {
  const Face face = faces[static_cast<std::size_t>(card)];
  const CardSheet& sheet = cards[face.name];
  const auto row = writer.entity(face.name, zone);
  row[e_count] = number(count);
  row[static_cast<std::size_t>(e_barrel) + static_cast<std::size_t>(face.symbol)] = 1;
  row[e_law_back] = face.back == law;
  row[e_hit] = sheet.is_hit;
  row[e_dodge] = sheet.is_dodge;
  row[e_bang] = sheet.type == Type::bang;
  row[e_equipment] = sheet.type == Type::equipment;
  row[e_reload] = sheet.is_reload;
  return writer.n_entities() - 1;
}

std::int32_t add_character(Writer& writer, int character, Zone zone) {
  const auto row = writer.entity(card_character + character, zone);
  row[e_count] = 1;
  row[e_most_life] = characters[static_cast<std::size_t>(character)].life;
  return writer.n_entities() - 1;
}

// A row for each face, with the number of its copies.
void add_set(Writer& writer, const CardSet& set, Zone zone, Places& places) {
  std::int32_t at = none;
  int last = -1;
  set.each([&](Card card) {
    const int face = faces[static_cast<std::size_t>(card)].number;
    if (face != last) {
      at = add_card(writer, card, zone, 0);
      last = face;
    }
    places.card[static_cast<std::size_t>(card)] = at;
    writer.entity_again(at)[e_count] += 1;
  });
}

bool is_target(const Frame& step, std::int8_t seat, Place place) {
  if (step.step == Step::duel) return seat == other(step.seat) && place == step.place;
  return (step.step == Step::hit || step.step == Step::scare || step.step == Step::lose) && step.seat == seat &&
         step.place == place;
}

bool is_attacker(const Frame& step, std::int8_t seat, Place place) {
  return step.step == Step::hit && step.a == seat * 2 + place;
}

void add_figures(const View& view, Writer& writer, Places& places) {
  const Public& table = view.table;
  for (const std::int8_t seat : {view.seat, other(view.seat)})
    for (const Place place : {table.active[seat], table.rear(seat)}) {
      const Figure& figure = table.at(seat, place);
      if (figure.character == none) continue;
      const auto zone = static_cast<Zone>((seat == view.seat ? 0 : 2) + (place == table.active[seat] ? 0 : 1));
      places.figure[static_cast<std::size_t>(seat)][static_cast<std::size_t>(place)] =
          add_character(writer, figure.character, zone);
      const auto row = writer.entity_again(writer.n_entities() - 1);
      row[e_life] = figure.life;
      row[e_is_used] = figure.is_used;
      row[e_works] = works(table, seat, place);
      row[e_is_target] = is_target(table.top(), seat, place);
      row[e_is_attacker] = is_attacker(table.top(), seat, place);
      for (const Card card : figure.equipment)
        if (card != none) places.card[static_cast<std::size_t>(card)] = add_card(writer, card, zone, 1);
    }
}

void add_characters(const View& view, Writer& writer, Places& places) {
  const Public& table = view.table;
  for (int i = 0; i < n_a_side; ++i) {
    if ((view.mine.reserve >> i) & 1U) add_character(writer, view.seat * n_a_side + i, zone_my_reserve);
    if (table.top().step == Step::draft) {
      places.choice[static_cast<std::size_t>(i)] = add_character(writer, view.seat * n_a_side + i, zone_choice);
      writer.entity_again(writer.n_entities() - 1)[e_is_used] = (view.mine.picked >> i) & 1U;
    }
  }
  for (const std::int8_t seat : {view.seat, other(view.seat)})
    for (int i = 0; i < n_a_side; ++i) {
      const int character = seat * n_a_side + i;
      const bool is_in_play = table.at(seat, 0).character == character || table.at(seat, 1).character == character;
      if (((table.seen[static_cast<std::size_t>(seat)] >> i) & 1U) && !is_in_play)
        add_character(writer, character, seat == view.seat ? zone_my_gone : zone_their_gone);
    }
}

void add_backs(const View& view, Writer& writer, Places& places) {
  const std::int8_t foe = other(view.seat);
  for (const Side back : {law, outlaw}) {
    const int count = view.table.hand_size(foe, back);
    if (count == 0) continue;
    const auto row = writer.entity(card_back + back, zone_their_hand);
    row[e_count] = number(count);
    row[e_law_back] = back == law;
    places.back[back] = writer.n_entities() - 1;
  }
}

// What a decision is about: the attack, the card to be copied, the symbol that is asked for.
void add_pending(const View& view, Writer& writer, Places& places) {
  const Frame& step = view.table.top();
  const bool has_name = step.step == Step::hit || step.step == Step::copy;
  if (!has_name && step.step != Step::reveal) return;
  const bool is_card = has_name && step.card < n_names;
  const auto row = writer.entity(is_card ? step.card : card_shot, zone_pending);
  row[e_count] = 1;
  if (is_card) {
    row[e_hit] = cards[static_cast<std::size_t>(step.card)].is_hit;
    row[e_bang] = cards[static_cast<std::size_t>(step.card)].type == Type::bang;
  }
  if (step.step == Step::reveal) row[static_cast<std::size_t>(e_barrel) + static_cast<std::size_t>(step.card)] = 1;
  places.pending = writer.n_entities() - 1;
}

Places write_entities(const View& view, Writer& writer) {
  const Public& table = view.table;
  Places places;
  add_figures(view, writer, places);
  add_characters(view, writer, places);
  add_set(writer, view.mine.hand - view.mine.looked, zone_my_hand, places);
  add_set(writer, view.mine.looked, zone_looked, places);
  add_set(writer, table.shown[static_cast<std::size_t>(other(view.seat))], zone_their_hand, places);
  add_backs(view, writer, places);
  add_set(writer, table.store, zone_store, places);
  if (table.discard_top != none) add_card(writer, table.discard_top, zone_discard_top, 1);
  if (table.top().step == Step::reveal)
    for (const Card card : table.revealed)
      if (card != none) places.card[static_cast<std::size_t>(card)] = add_card(writer, card, zone_revealed, 1);
  add_pending(view, writer, places);
  return places;
}

void count_names(const CardSet& set, std::span<float> counts) {
  set.each([&](Card card) { counts[static_cast<std::size_t>(name_of(card))] += 1; });
}

void write_step(const View& view, std::span<float> globals) {
  const Frame& step = view.table.top();
  if (step.step == Step::lose) globals[g_points] = step.card;
  if (step.step == Step::loot) globals[g_left] = step.card;
  if (step.step == Step::hit) {
    globals[g_card_cost] = costs_a_card(view.table, step);
    globals[g_tried] = step.b & (barrel_tried | sid_tried);
  }
  for (int i = 0; i < view.table.n_frames - 1; ++i)
    if (view.table.frame[static_cast<std::size_t>(i)].step == Step::volley)
      globals[g_left] = view.table.frame[static_cast<std::size_t>(i)].b;
  globals[g_waiting] = view.table.n_triggers;
  for (int i = 0; i < view.table.n_triggers; ++i) {
    const Trigger& trigger = view.table.trigger[static_cast<std::size_t>(i)];
    if (trigger.spark == Spark::shot) ++globals[trigger.target_seat == view.seat ? g_shots_at_me : g_shots_at_them];
  }
}

void write_globals(const View& view, std::span<float> globals) {
  const Public& table = view.table;
  const std::int8_t me = view.seat, foe = other(me);
  globals[g_is_law] = me == law;
  globals[g_rulebook] = table.rules == Rules::rulebook;
  globals[g_is_my_turn] = table.turn == me;
  globals[g_turns] = table.n_turns;
  globals[g_my_hand] = number(table.hand_size(me));
  globals[g_my_law_backs] = number(table.hand_size(me, law));
  globals[g_their_hand] = number(table.hand_size(foe));
  globals[g_their_law_backs] = number(table.hand_size(foe, law));
  globals[g_my_limit] = number(hand_limit(table, me));
  globals[g_their_limit] = number(hand_limit(table, foe));
  globals[g_my_deck] = table.deck_size[static_cast<std::size_t>(me)];
  globals[g_their_deck] = table.deck_size[static_cast<std::size_t>(foe)];
  globals[g_common_deck] = table.deck_size[2];
  globals[g_discard] = number(table.discard.size());
  globals[g_my_reserve] = table.reserve_size[static_cast<std::size_t>(me)];
  globals[g_their_reserve] = table.reserve_size[static_cast<std::size_t>(foe)];
  globals[g_may_bang] = may_bang(table, table.turn);
  globals[g_bangs] = table.n_bangs;
  globals[g_unlimited] = has_unlimited_bangs(table, table.turn);
  globals[g_may_swap] = !table.has_swapped;
  globals[g_may_reload] = may_reload(table);
  write_step(view, globals);
  count_names(table.discard, globals.subspan(g_discard_names, n_names));
  count_names(unseen(view), globals.subspan(g_unseen_names, n_names));
}

// The entity rows that an action is about: its card, and its target.
std::array<std::int32_t, 2> refs_of(const View& view, const Action& action, const Places& places) {
  std::int32_t card = none, target = none;
  switch (action.verb) {
    case Verb::pick:
      card = places.choice[static_cast<std::size_t>(action.card)];
      break;
    case Verb::lead:
      card = places.figure[static_cast<std::size_t>(view.seat)][static_cast<std::size_t>(action.card)];
      break;
    case Verb::snatch:
      card = places.back[static_cast<std::size_t>(action.card)];
      break;
    case Verb::copy:
      card = places.pending;
      break;
    case Verb::read_first:
      card = places.card[static_cast<std::size_t>(view.table.revealed[0])];
      break;
    case Verb::read_second:
      card = places.card[static_cast<std::size_t>(view.table.revealed[1])];
      break;
    default:
      if (action.card != none) card = places.card[static_cast<std::size_t>(action.card)];
  }
  if (action.target != Target::nobody) {
    const Aim at = aim(view.table, view.seat, action.target);
    target = places.figure[static_cast<std::size_t>(at.seat)][static_cast<std::size_t>(at.place)];
  }
  return {card, target};
}

bool is_about_a_card(Verb verb) {
  return verb != Verb::pick && verb != Verb::lead && verb != Verb::snatch && verb != Verb::copy;
}

void write_action(const View& view, const Action& action, const Places& places, Writer& writer) {
  const auto [card, target] = refs_of(view, action, places);
  const auto row = writer.action(static_cast<std::int32_t>(action.verb), id_of(view, action), {card, target});
  if (action.target != Target::nobody)
    row[static_cast<std::size_t>(a_my_active) + static_cast<std::size_t>(action.target) - 1] = 1;
  if (action.card == none || !is_about_a_card(action.verb)) return;
  const Face face = faces[static_cast<std::size_t>(action.card)];
  const CardSheet& sheet = cards[face.name];
  row[a_count] = card == none ? 1 : writer.entity_again(card)[e_count];
  row[static_cast<std::size_t>(a_barrel) + static_cast<std::size_t>(face.symbol)] = 1;
  row[a_law_back] = face.back == law;
  row[a_hit] = sheet.is_hit;
  row[a_dodge] = sheet.is_dodge;
  row[a_bang] = sheet.type == Type::bang;
  row[a_equipment] = sheet.type == Type::equipment;
  row[a_reload] = sheet.is_reload;
}

// ---- names

enum Kind : std::int32_t {
  kind_draft,
  kind_opening,
  kind_play,
  kind_discard,
  kind_answer,
  kind_pay,
  kind_duel,
  kind_indians,
  kind_shield,
  kind_read,
  kind_store,
  kind_put_back,
  kind_rob,
  kind_teach,
  kind_copy,
  kind_loot,
  kind_strip,
  kind_turnaround,
  kind_give,
  kind_snatch,
};

std::vector<std::string_view> global_names() {
  static std::vector<std::string> made;
  std::vector<std::string_view> names{
      "is_law",          "rulebook",      "is_my_turn",  "turns",   "my_hand",    "my_law_backs", "their_hand",
      "their_law_backs", "my_limit",      "their_limit", "my_deck", "their_deck", "common_deck",  "discard",
      "my_reserve",      "their_reserve", "may_bang",    "bangs",   "unlimited",  "may_swap",     "may_reload",
      "shots_at_me",     "shots_at_them", "waiting",     "points",  "left",       "card_cost",    "tried"};
  made.reserve(2 * n_names);
  for (const std::string_view what : {"discard ", "unseen "})
    for (const CardSheet& sheet : cards)
      names.push_back(made.emplace_back(std::string(what) + std::string(sheet.name)));
  return names;
}

std::vector<std::string_view> card_names() {
  std::vector<std::string_view> names;
  for (const CardSheet& sheet : cards) names.push_back(sheet.name);
  for (const CharacterSheet& sheet : characters) names.push_back(sheet.name);
  for (const std::string_view name : {"law back", "outlaw back", "shot"}) names.push_back(name);
  return names;
}

std::vector<std::string_view> secret_names() {
  static std::vector<std::string> made;
  std::vector<std::string_view> names;
  made.reserve(5 * n_names + n_characters);
  for (const std::string_view where : {"law hand ", "outlaw hand ", "law deck ", "outlaw deck ", "common deck "})
    for (const CardSheet& sheet : cards)
      names.push_back(made.emplace_back(std::string(where) + std::string(sheet.name)));
  for (const CharacterSheet& sheet : characters)
    names.push_back(made.emplace_back("reserve " + std::string(sheet.name)));
  return names;
}

SchemaNames make_schema() {
  SchemaNames names{
      .game = "bang",
      .kinds = {"draft", "opening",  "play", "discard", "answer", "pay",  "duel",  "indians",    "shield", "read",
                "store", "put_back", "rob",  "teach",   "copy",   "loot", "strip", "turnaround", "give",   "snatch"},
      .globals = global_names(),
      .planes = {},
      .entities = {"count", "life", "most_life", "is_used", "works", "is_target", "is_attacker", "barrel", "snake",
                   "dynamite", "horseshoe", "law_back", "hit", "dodge", "bang", "equipment", "reload"},
      .cards = card_names(),
      .zones = {"my_active", "my_rear", "their_active", "their_rear", "my_hand", "looked", "their_hand", "my_reserve",
                "choice", "my_gone", "their_gone", "discard_top", "store", "revealed", "pending"},
      .actions = {"count", "barrel", "snake", "dynamite", "horseshoe", "law_back", "hit", "dodge", "bang", "equipment",
                  "reload", "my_active", "my_rear", "their_active", "their_rear"},
      .action_kinds = {},
      .action_ids = {},
      .refs = {"card", "target"},
      .secrets = secret_names(),
      .reasons = {"eliminated", "turn limit"},
  };
  for (const VerbEntry& verb : verbs) names.action_kinds.push_back(verb.name);
  for (const std::string& name : action_names()) names.action_ids.push_back(name);
  return names;
}

std::string thing_name(int verb, int thing) {
  const VerbEntry& entry = verbs[static_cast<std::size_t>(verb)];
  if (entry.n_things == n_cards)
    return std::string(side_names[static_cast<std::size_t>(thing / n_deck)]) + " " +
           std::to_string(thing % n_deck + 1) + " " + std::string(sheet_of(static_cast<Card>(thing)).name);
  if (entry.n_things == n_names) return std::string(cards[static_cast<std::size_t>(thing)].name);
  if (entry.n_things == n_characters) return std::string(characters[static_cast<std::size_t>(thing)].name);
  if (static_cast<Verb>(verb) == Verb::lead) return thing == 0 ? "first" : "second";
  return std::string(side_names[static_cast<std::size_t>(thing)]);
}

}  // namespace

const std::vector<std::string>& action_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (int verb = 0; verb < n_verbs; ++verb) {
      const VerbEntry& entry = verbs[static_cast<std::size_t>(verb)];
      for (int thing = 0; thing < entry.n_things; ++thing)
        for (int target = 0; target < entry.n_targets; ++target) {
          std::string name(entry.name);
          if (entry.n_things > 1) name += " " + thing_name(verb, thing);
          if (target > 0) name += " at " + std::string(target_names[static_cast<std::size_t>(target)]);
          made.push_back(name);
        }
    }
    return made;
  }();
  return names;
}

const SchemaNames& Bang::schema() {
  static const SchemaNames names = make_schema();
  return names;
}

std::int32_t Bang::kind(const View& view) {
  const Frame& step = view.table.top();
  switch (step.step) {
    case Step::draft:
      return kind_draft;
    case Step::opening:
      return kind_opening;
    case Step::turn:
      return step.stage == turn_discards ? kind_discard : kind_play;
    case Step::hit:
      return step.stage == hit_pays ? kind_pay : kind_answer;
    case Step::duel:
      return kind_duel;
    case Step::scare:
      return kind_indians;
    case Step::lose:
      return kind_shield;
    case Step::reveal:
      return kind_read;
    case Step::store:
      return kind_store;
    case Step::put_back:
      return kind_put_back;
    case Step::rob:
      return kind_rob;
    case Step::teach:
      return kind_teach;
    case Step::copy:
      return kind_copy;
    case Step::loot:
      return kind_loot;
    case Step::strip:
      return kind_strip;
    case Step::turnaround:
      return kind_turnaround;
    case Step::pay_rider:
      return kind_give;
    default:
      return kind_snatch;
  }
}

void Bang::rows(const View& view, std::span<const Action> legal, Writer& writer) {
  write_globals(view, writer.globals());
  const Places places = write_entities(view, writer);
  for (const Action& action : legal) write_action(view, action, places, writer);
}

}  // namespace standoff::bang
