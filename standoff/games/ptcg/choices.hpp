// What a seat chooses at a time: equal options as one action, and one pick of several until enough are picked.
#pragma once

#include <span>
#include <vector>

#include "observation.hpp"

namespace standoff::ptcg {

// A legal action: one more option picked, or STOP, which sends the picks.
struct Action {
  std::int16_t option = -1;  // the first of the equal options that is not picked yet; -1 is STOP
  std::int16_t copies = 0;   // equal options that are left, this one too
  bool operator==(const Action&) const = default;
  bool is_stop() const { return option < 0; }
};

using Picks = std::vector<int>;  // places of options, in the order in which they were picked

// The card that an option is about, as far as the seat sees it; id 0 where it lies face down or there is none.
Card card_of(const Observation& seen, const Option& option);

// The kind of each option: the place of the first that means the same, such as a copy of the card in one hidden or
// unordered place.
std::vector<int> kinds_of(const Observation& seen);

// What an answer means: the kinds that it picks, in the order in which `list_actions` lets them be picked. A place that
// has no option is of the kind -1.
std::vector<int> meaning_of(const Observation& seen, std::span<const int> answer);

// Whether the order of the picks changes what happens.
bool is_ordered(const Select& select);

// Appends what is legal after these picks. Where order has no meaning, each pick is of the kind of the last or of a
// later one, so that every set of options can be picked in one way only.
void list_actions(const Observation& seen, const Picks& picks, std::vector<Action>& found);

// Whether these picks are sent as they are: as many as can be.
bool is_complete(const Observation& seen, const Picks& picks);

}  // namespace standoff::ptcg
