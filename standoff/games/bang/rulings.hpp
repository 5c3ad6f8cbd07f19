// The rulings of BANG! The Duel: what the printed rules leave open, and how this engine settles it.
//
// The numbers are promises: docs/rules/bang.md prints them, and each has a test that bears its number. The basis says
// how firm a ruling is: "printed" it can be read off the rules or a card, "derived" it follows from them, "chosen" it
// could as well be otherwise.
#pragma once

#include <array>
#include <string_view>

namespace standoff::bang {

struct Ruling {
  std::string_view title, text, basis;
};

// clang-format off
inline constexpr std::array rulings{
  Ruling{"Moves of the marker by cards",
         "Canteen, Shotgun and Stampede do not use up the marker's one move a turn.", "derived"},
  Ruling{"West Harding and a swap",
         "BANG! cards that were played while West Harding was active do not count against the limit of who "
         "comes after him.", "derived"},
  Ruling{"BANG! limit",
         "One BANG! card a turn, two with The Stranger in play in either position. A card that is played "
         "while the active character is West Harding or bears Gun Belt is not counted.", "derived"},
  Ruling{"Tex Killer's price",
         "Who has no card to pay with cannot dodge, so the dodge is not offered.", "derived"},
  Ruling{"Discarding against Derringer",
         "The discarded card is a dodge: Wyatt Ear draws.", "derived"},
  Ruling{"Dodged: which comes first",
         "First what the attacking card brings when it is dodged, then counter-shots.", "printed"},
  Ruling{"Whom Sid Curry shoots",
         "The character that attacked him, even if a marker has moved since. That is the active one for "
         "Gatling, Return Fire and Wild Bill, and the bearer of the ability for an ability. If it is gone by "
         "then, the shot lapses.", "derived"},
  Ruling{"Causes of a loss",
         "Alan Pinkertoon answers every lost point but the last, whatever the cause. Dalon Ranger and Slim "
         "Poet answer only the opponent's cards and abilities: a duel that the opponent has called counts, "
         "an own one, Dynamite and Rattlesnake do not.", "chosen"},
  Ruling{"Buffalo Bell and several points",
         "She decides point by point, and stops at one life point. A point that she takes over is lost by "
         "her, so nothing of her partner is set off.", "derived"},
  Ruling{"Saloon",
         "Setting the life is no loss: it sets nothing off, and Buffalo Bell cannot step in.", "chosen"},
  Ruling{"Beer and a lone character",
         "It regains one point, not two.", "derived"},
  Ruling{"A lone character",
         "It is active and rearguard at once: its owner may play equipment on it, the opponent as well, "
         "Dynamite passes to it, and its equipment works.", "derived"},
  Ruling{"Tom Thorn",
         "Any move of the marker to him counts, whoever causes it.", "derived"},
  Ruling{"Clock and Jango",
         "They count the moves that the opponent makes and those of Stampede, not the moves that their own "
         "side makes with the opponent's marker.", "chosen"},
  Ruling{"Replacing an eliminated active",
         "It is no move of the marker: Clock, Jango and Tom Thorn stay quiet.", "printed"},
  Ruling{"Wild Bill's causes",
         "Robbery in both its forms, Peacemaker, Slim Poet, Bull Anderson, and Carbine or Teacher on his own "
         "equipment; a shot for each card. What is discarded as an answer or as a price does not count.", "derived"},
  Ruling{"Jack Ransome's Duel",
         "It may be called on the opponent's rearguard; who loses is that character, or Jack.", "derived"},
  Ruling{"Cards as Colt in Duel and Indians!",
         "Annie Oakey may use Missed!, Toco Ramirez any card, where they themselves are asked; a rearguard "
         "that is asked puts the active character's ability to sleep.", "derived"},
  Ruling{"Pearl Hat's copy",
         "It keeps the target rules of the copied card. Knife, Derringer and Gatling can be copied, cards "
         "that dodge cannot.", "derived"},
  Ruling{"When the discard pile is shuffled",
         "Only when a card is wanted and deck and common deck are empty. The card that is being played lies "
         "on the pile already, so it is shuffled in. Where nothing is left, no card is drawn.", "chosen"},
  Ruling{"Once a turn",
         "Abilities that work once a turn, and reloading, are for the own play phase, between cards.", "derived"},
  Ruling{"Elimination at the start of a turn",
         "It is settled with its draws before the next of Dynamite, Rattlesnake and Stampede, and before the "
         "draw. Who comes in inherits no equipment.", "derived"},
  Ruling{"The same equipment on an opponent",
         "It may be played, and replaces the other copy.", "derived"},
  Ruling{"Bull Anderson's cards",
         "Up to two, one by one: from the hand at random by the back, from the equipment by choice. Of an "
         "own eliminated character only the equipment is there to take.", "derived"},
  Ruling{"Both last characters",
         "They cannot fall at once: effects come one after another, and the first side without characters "
         "has lost.", "derived"},
  Ruling{"General Store on two kinds of deck",
         "Two cards for each side, from its own deck, or from the common deck where that is gone.", "derived"},
  Ruling{"Bart Masterson and the last card",
         "The first card is revealed, the discard pile is shuffled if need be, then the second; where there "
         "is none, the first counts.", "derived"},
  Ruling{"May and must",
         "Barrel, Sid Curry, Buffalo Bell, Slim Poet, Shotgun, Carbine and Bull Anderson may be declined. "
         "Peacemaker's discard, and whatever lets somebody draw or shoot, happens by itself.", "printed"},
  Ruling{"Order of what is set off",
         "Draws, shots and Slim Poet's snatch wait until the effect and its eliminations are over; then they "
         "follow in the order in which they were set off, and what they set off queues behind.", "derived"},
  Ruling{"Who is shot",
         "A shot at the opponent's active character hits whoever is active when it is fired.", "derived"},
  Ruling{"Set off by the dead",
         "What a character has set off happens even if it is eliminated before its turn in the order comes.", "chosen"},
  Ruling{"Two eliminations",
         "Each is settled whole, with its draws and the next character, in this order: the active of the "
         "side whose turn it is, the opponent's active, the own rearguard, the opponent's rearguard.", "derived"},
  Ruling{"Who draws two, in the published rules",
         "The opponent of the eliminated character's owner; nobody where the owner's own card or ability has "
         "done it, an own lost duel included. In the rulebook's rules it is always the owner.", "chosen"},
  Ruling{"Own characters as targets",
         "Knife and Derringer may be aimed at them. BANG! cards may not, even with Jack Ransome, and Duel is "
         "only called on opponents.", "chosen"},
  Ruling{"Cards without effect",
         "Robbery and Teacher need something to take, Canteen a marker that can move; otherwise they cannot "
         "be played.", "chosen"},
  Ruling{"Replaced equipment",
         "A replaced card goes to the discard pile; that is nobody's taking, so Wild Bill stays quiet.", "chosen"},
  Ruling{"Endless games",
         "After 400 turns the game is drawn.", "chosen"},
  Ruling{"Fanning's number",
         "The equipment is counted when the card is played; the hits end when the target has fallen.", "derived"},
  Ruling{"Barrel, Sid Curry, cards and Hat",
         "They may be tried in any order, Barrel and Sid Curry once a hit.", "derived"},
  Ruling{"Tex Killer and other dodges",
         "The price is due after any dodge of a BANG! card, also by Barrel, Hat or Sid Curry, and for each "
         "hit of Fanning.", "printed"},
  Ruling{"Too few cards",
         "If Stagecoach or Soundance Kid cannot draw all their cards, all that were drawn are kept.", "chosen"},
  Ruling{"Pat Garret's second card",
         "It is always the second of the draw phase, however many are drawn, and the opponent has seen it.", "derived"},
  Ruling{"Own equipment",
         "Robbery, Teacher and Carbine may also take what an own character bears.", "printed"},
  Ruling{"Draft and opening",
         "Both sides pick and name their active character secretly and at once; hands are drawn after that.", "chosen"},
  Ruling{"Bart Masterson's choice",
         "His side is asked only where one of the two symbols fits and the other does not.", "derived"},
  Ruling{"An own card hits the own side",
         "Wyatt Ear draws only for dodges of enemies, and Tex Killer's price is only the opponent's.", "printed"},
  Ruling{"Like cards in a hand",
         "Of cards with the same name, symbol and back the one that the opponent has seen is played or "
         "discarded first, as nobody at a table could tell them apart.", "derived"},
};
// clang-format on

}  // namespace standoff::bang
