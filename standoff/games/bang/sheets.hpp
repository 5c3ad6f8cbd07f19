// The sheets of BANG! The Duel: every card and every character as data. To correct one, correct it here.
//
// Names are those printed on the English cards where known; the wording of every text is ours. A source says where an
// entry was read: "sheet" a retyping of the cards and their notes, confirmed by photographs; "pair" the name carried
// over from the same card of another BANG! box; "memory" recalled and to be checked by an owner of the box.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace standoff::bang {

enum Side : std::int8_t { law, outlaw };
inline constexpr std::array<std::string_view, 2> side_names{"law", "outlaw"};

enum class Type : std::uint8_t { bang, equipment, action };
inline constexpr std::array<std::string_view, 3> type_names{"BANG!", "equipment", "action"};

enum class Symbol : std::uint8_t { barrel, snake, dynamite, horseshoe };
inline constexpr std::array<std::string_view, 4> symbol_names{"Barrel", "Snake", "Dynamite", "Horseshoe"};
inline constexpr std::string_view symbol_letters = "BSDH";

// clang-format off
enum Name : std::int8_t {
  carbine, colt, fanning, peacemaker, remington, schofield, shotgun, winchester,
  bank, barrel, clock, dynamite, gun_belt, hat, rattlesnake, scope, stampede,
  beer, canteen, derringer, duel, gatling, general_store, indians, knife, missed, return_fire, robbery, saloon,
  stagecoach, teacher,
};
inline constexpr int n_names = 31;
inline constexpr int n_equipment = 9;  // bank to stampede

struct CardSheet {
  std::string_view name;
  Type type;
  bool is_hit, is_dodge, is_reload, is_always_active;
  std::array<std::string_view, 2> copies;  // corner symbols of the copies in each deck, in the order of `symbol_letters`
  std::string_view text;
  std::string_view source;
};

inline constexpr std::array<CardSheet, n_names> cards{{
  {"Carbine", Type::bang, true, false, false, false, {"HH", "B"},
   "A hit. If it is dodged, you may discard an equipment card from either active character.", "pair"},
  {"Colt", Type::bang, true, false, false, false, {"D", "DDDDD"},
   "A hit.", "sheet"},
  {"Fanning", Type::bang, true, false, false, false, {"BH", ""},
   "As many hits as the target has equipment cards, each dodged by itself.", "memory"},
  {"Peacemaker", Type::bang, true, false, false, false, {"HH", ""},
   "A hit. If it is dodged, the opponent discards a hand card of their choice.", "sheet"},
  {"Remington", Type::bang, true, false, false, false, {"", "BS"},
   "A hit. If it is dodged, draw a card.", "sheet"},
  {"Schofield", Type::bang, true, false, false, false, {"", "BB"},
   "A hit. If it is dodged, your active character regains a life point.", "sheet"},
  {"Shotgun", Type::bang, true, false, false, false, {"DD", "HH"},
   "A hit. If it is dodged, you may move either player's marker.", "sheet"},
  {"Winchester", Type::bang, true, false, false, false, {"HH", ""},
   "A hit, also on the opponent's rearguard.", "sheet"},
  {"Bank", Type::equipment, false, false, false, false, {"B", ""},
   "Draw a card more in your draw phase.", "sheet"},
  {"Barrel", Type::equipment, false, false, false, false, {"S", "S"},
   "Whenever the bearer is the target of a hit, you may reveal: Barrel dodges it.", "sheet"},
  {"Clock", Type::equipment, false, false, true, false, {"", "HH"},
   "Whenever the opponent's marker moves, draw a card. Reload.", "sheet"},
  {"Dynamite", Type::equipment, false, false, false, true, {"", "B"},
   "Only on your own rearguard. Always active. At the start of the bearer's turn reveal: on Dynamite the bearer loses "
   "3 life points and this is discarded; otherwise it passes to the opponent's rearguard.", "sheet"},
  {"Gun Belt", Type::equipment, false, false, false, false, {"D", "S"},
   "Play any number of BANG! cards; they do not count against the limit.", "sheet"},
  {"Hat", Type::equipment, false, false, false, false, {"H", "H"},
   "Discard it from the bearer to dodge a hit.", "sheet"},
  {"Rattlesnake", Type::equipment, false, false, false, true, {"", "S"},
   "Always active. At the start of the bearer's turn reveal: on Snake the bearer loses a life point.", "sheet"},
  {"Scope", Type::equipment, false, false, true, false, {"H", "H"},
   "Your hit cards may also target the opponent's rearguard. Reload.", "sheet"},
  {"Stampede", Type::equipment, false, false, true, true, {"B", ""},
   "Always active. At the start of the bearer's turn that side's marker moves. Reload.", "sheet"},
  {"Beer", Type::action, false, false, false, false, {"", "B"},
   "Your characters in play regain a life point each.", "sheet"},
  {"Canteen", Type::action, false, false, true, false, {"BBBB", "B"},
   "Move your own or the opponent's marker. Reload.", "pair"},
  {"Derringer", Type::action, true, false, false, false, {"SHHH", ""},
   "A hit that does not count as a BANG! card; it may also be dodged by discarding any card.", "sheet"},
  {"Duel", Type::action, false, false, false, false, {"D", "H"},
   "The opponent may discard a hit card, then you, and so on. Who first does not loses a life point.", "sheet"},
  {"Gatling", Type::action, true, false, false, false, {"B", ""},
   "Every character in play except your active one is the target of a hit.", "sheet"},
  {"General Store", Type::action, false, false, false, false, {"S", "H"},
   "Turn up two cards from each player's deck; take them in turns, you first.", "sheet"},
  {"Indians!", Type::action, false, false, false, false, {"H", "H"},
   "For every character in play except your active one its owner discards a hit card, or it loses a life point.",
   "pair"},
  {"Knife", Type::action, true, false, false, false, {"", "SHH"},
   "A hit that does not count as a BANG! card.", "pair"},
  {"Missed!", Type::action, false, true, false, false, {"BSSSS", "BSSSSSH"},
   "Dodges a hit.", "pair"},
  {"Return Fire", Type::action, false, true, false, false, {"H", ""},
   "Dodges a hit; then the opponent's active character is the target of a hit.", "memory"},
  {"Robbery", Type::action, false, false, false, false, {"", "BHHH"},
   "Draw a random card from the opponent's hand, or discard an equipment card in play.", "memory"},
  {"Saloon", Type::action, false, false, false, false, {"B", ""},
   "The life of a character becomes exactly 3, up or down.", "memory"},
  {"Stagecoach", Type::action, false, false, false, false, {"BB", "B"},
   "Draw three cards and discard one of them.", "pair"},
  {"Teacher", Type::action, false, false, false, false, {"HH", ""},
   "Take an equipment card in play into your hand.", "memory"},
}};

enum Character : std::int8_t {
  alan, annie, bart, bill, bell, dalon, stranger, jango, pat, tex, wild_bill, wyatt,
  babe, bull, katie, daltons, jack, pearl, sid, slim, soundance, toco, tom, west,
};
inline constexpr int n_characters = 24;
inline constexpr int n_a_side = 12;

struct CharacterSheet {
  std::string_view name;
  std::int8_t life;
  bool is_always_active;
  std::string_view text;
  std::string_view source;
};

inline constexpr std::array<CharacterSheet, n_characters> characters{{
  {"Alan Pinkertoon", 4, false,
   "Each time he loses a life point, but not the last, the opponent's active character is the target of a hit.",
   "sheet"},
  {"Annie Oakey", 4, false,
   "Hit cards may be played as dodges, and Missed! as Colt.", "sheet"},
  {"Bart Masterson", 4, true,
   "Whenever anybody reveals, two cards are revealed; Bart's owner chooses which counts.", "sheet"},
  {"Bill Tightman", 5, false,
   "Each time another character is eliminated, draw two cards.", "sheet"},
  {"Buffalo Bell", 4, true,
   "When your other character would lose a life point, Bell may lose it instead, never her last.", "sheet"},
  {"Dalon Ranger", 5, false,
   "Each time he loses a life point through the opponent, but not the last, draw a card.", "sheet"},
  {"The Stranger", 4, true,
   "You may play one more BANG! card a turn.", "sheet"},
  {"Jango", 3, false,
   "Each time the opponent moves the own marker, draw a card.", "sheet"},
  {"Pat Garret", 5, false,
   "Draw the second card of the draw phase face up: on Horseshoe draw another from the opponent's deck.", "sheet"},
  {"Tex Killer", 4, false,
   "To dodge one of your BANG! cards the opponent must also discard a card.", "sheet"},
  {"Wild Bill", 5, false,
   "Each time the opponent takes or makes you discard a card from your hand or from his equipment, the opponent's "
   "active character is the target of a hit.", "sheet"},
  {"Wyatt Ear", 4, false,
   "Each time an enemy character dodges one of your hits, draw a card.", "sheet"},
  {"Babe Leroy", 4, false,
   "Once a turn, if your hand is empty, draw two cards.", "sheet"},
  {"Bull Anderson", 5, false,
   "When a character is eliminated, take up to two cards from its owner's hand and its equipment.", "sheet"},
  {"Cattle Katie", 4, false,
   "Once a turn discard one of her equipment cards that is not always active to draw two cards.", "sheet"},
  {"The Daltons", 3, false,
   "Draw three cards in your draw phase.", "sheet"},
  {"Jack Ransome", 4, false,
   "Your cards may be played on any character in play.", "sheet"},
  {"Pearl Hat", 3, false,
   "Once a turn discard a hand card to carry out the action card that lay on top of the discard pile.", "sheet"},
  {"Sid Curry", 4, false,
   "Each time he is the target of a hit you may reveal from the opponent's deck: Barrel dodges it, and the attacker is "
   "the target of a hit.", "sheet"},
  {"Slim Poet", 4, false,
   "Each time he loses a life point through the opponent, but not the last, you may discard a random card from the "
   "opponent's hand.", "sheet"},
  {"Soundance Kid", 4, true,
   "Once a turn discard a hand card, draw one card from each deck, and discard one of the two.", "sheet"},
  {"Toco Ramirez", 4, false,
   "Any hand card may be played as a Colt.", "sheet"},
  {"Tom Thorn", 4, false,
   "Each time the marker moves to him, the opponent's rearguard is the target of a hit.", "sheet"},
  {"West Harding", 4, false,
   "Play any number of BANG! cards.", "sheet"},
}};
// clang-format on

// The 80 cards: 0 to 39 the law deck, 40 to 79 the outlaw deck, in the order of the sheets.
inline constexpr int n_cards = 80, n_deck = 40;
using Card = std::int8_t;
inline constexpr Card no_card = -1;

struct Face {  // what cannot be told apart shares a face
  Name name = carbine;
  Symbol symbol = Symbol::barrel;
  Side back = law;
  std::int8_t number = 0;
};

namespace sheet_reading {

constexpr Symbol symbol_of(char letter) { return static_cast<Symbol>(symbol_letters.find(letter)); }

constexpr bool are_in_order() {
  for (const CardSheet& sheet : cards)
    for (const std::string_view copies : sheet.copies)
      for (std::size_t i = 1; i < copies.size(); ++i)
        if (symbol_of(copies[i - 1]) > symbol_of(copies[i])) return false;
  return true;
}

constexpr std::array<Face, n_cards> deal_faces() {
  std::array<Face, n_cards> faces{};
  int card = 0, number = -1;
  for (int side = 0; side < 2; ++side)
    for (int name = 0; name < n_names; ++name) {
      char last = 0;
      for (const char letter : cards[name].copies[side]) {
        if (letter != last) ++number;
        last = letter;
        faces[card++] = {static_cast<Name>(name), symbol_of(letter), static_cast<Side>(side),
                         static_cast<std::int8_t>(number)};
      }
    }
  return faces;
}

}  // namespace sheet_reading

inline constexpr std::array<Face, n_cards> faces = sheet_reading::deal_faces();
inline constexpr int n_faces = faces.back().number + 1;
static_assert(sheet_reading::are_in_order(), "copies are named in the order of the symbols");
static_assert(faces[n_deck - 1].back == law && faces[n_deck].back == outlaw, "each deck has 40 cards");
static_assert(n_faces <= 64);

constexpr Name name_of(Card card) { return faces[card].name; }
constexpr const CardSheet& sheet_of(Card card) { return cards[faces[card].name]; }
constexpr Side back_of(Card card) { return card < n_deck ? law : outlaw; }
constexpr bool is_equipment(Name name) { return cards[name].type == Type::equipment; }

}  // namespace standoff::bang
