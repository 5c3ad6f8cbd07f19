// What a seat knows of cards that it does not see, as rows, and effects that last, as columns.
#pragma once

#include <span>
#include <string_view>

#include "view.hpp"
#include "writer.hpp"

namespace standoff::ptcg {

// A row for each different card, with its copies. A card is in one of these zones only.
constexpr std::string_view known_zones[] = {
    "my_unseen",          // own cards in the deck or the prizes
    "my_known_prizes",    // those in the prizes
    "my_known_deck",      // those in the deck
    "their_known_hand",   // cards that were seen, and lie in the hand
    "their_known_deck",   // those in the deck
    "their_known_hidden"  // those in the hand, the deck or the prizes
};

// Of a Pokémon: 1 where the effect holds now or in a turn to come, or how much damage it makes.
constexpr std::string_view lasting_columns[] = {"no_attack",   "no_retreat", "no_damage", "less_damage",
                                                "more_damage", "weaker",     "stronger"};

// Of a side: 1 where it holds now or in a turn to come.
constexpr std::string_view lasting_globals[] = {"my_no_items", "my_no_supporters", "their_no_items",
                                                "their_no_supporters"};

void write_known_cards(const View& view, std::int32_t first_zone, std::size_t copies_column, Writer& writer);
void write_lasting(const Effects& effects, std::int16_t serial, std::span<float> columns);
void write_lasting_globals(const View& view, std::span<float> globals);

// Whether an effect that lasts keeps a Pokémon from using an attack.
bool is_barred(const Effects& effects, std::int16_t serial, std::int16_t attack);

}  // namespace standoff::ptcg
