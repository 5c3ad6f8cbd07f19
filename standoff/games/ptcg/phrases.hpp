// Reads from the English of cards the few mechanics that the pilot counts with; all else of a text it does not know.
#pragma once

#include <string_view>

#include "catalogue.hpp"

namespace standoff::ptcg {

// Adds to a card what one of its effects says.
void read_effect(std::string_view text, Printed& card);

// Adds to an attack what its text says.
void read_attack_text(std::string_view text, PrintedAttack& attack);

}  // namespace standoff::ptcg
