// The stable catalogue of action ids: a number for each verb with each card, character, place, back or target.
#pragma once

#include <string>
#include <vector>

#include "view.hpp"

namespace standoff::bang {

struct VerbEntry {
  std::string_view name;
  int n_things;   // cards, characters, names ... that the verb is about
  int n_targets;  // 1 where it has none
};

inline constexpr std::array<VerbEntry, n_verbs> verbs{{
    {"pick", n_a_side * 2, 1},
    {"lead", 2, 1},
    {"play", n_cards, 5},
    {"play_as_colt", n_cards, 5},
    {"reload", n_cards, 1},
    {"swap", 1, 1},
    {"end_turn", 1, 1},
    {"draw_two", 1, 1},
    {"strip_for_two", n_cards, 1},
    {"pay_to_copy", n_cards, 1},
    {"pay_to_look", n_cards, 1},
    {"copy", n_names, 5},
    {"dodge", n_cards, 1},
    {"throw_away", n_cards, 1},
    {"reveal_barrel", 1, 1},
    {"doff_hat", 1, 1},
    {"reveal_sid", 1, 1},
    {"take_hit", 1, 1},
    {"pay", n_cards, 1},
    {"answer", n_cards, 1},
    {"give_in", 1, 1},
    {"shield", 1, 1},
    {"let_go", 1, 1},
    {"discard", n_cards, 1},
    {"take", n_cards, 1},
    {"put_back", n_cards, 1},
    {"snatch", 2, 1},
    {"strip", n_cards, 1},
    {"teach", n_cards, 1},
    {"stop", 1, 1},
    {"move_mine", 1, 1},
    {"move_theirs", 1, 1},
    {"read_first", 1, 1},
    {"read_second", 1, 1},
}};

inline constexpr std::array<std::string_view, 5> target_names{"", "my_active", "my_rear", "their_active", "their_rear"};

constexpr std::array<int, n_verbs + 1> first_ids() {
  std::array<int, n_verbs + 1> first{};
  for (int verb = 0; verb < n_verbs; ++verb)
    first[verb + 1] = first[verb] + verbs[verb].n_things * verbs[verb].n_targets;
  return first;
}
inline constexpr std::array<int, n_verbs + 1> first_id = first_ids();
inline constexpr int n_action_ids = first_id[n_verbs];

inline std::int32_t id_of(const View& view, const Action& action) {
  const auto verb = static_cast<std::size_t>(action.verb);
  int thing = action.card == none ? 0 : action.card;
  if (action.verb == Verb::pick) thing += view.seat * n_a_side;
  const int target = verbs[verb].n_targets == 1 ? 0 : static_cast<int>(action.target);
  return first_id[verb] + thing * verbs[verb].n_targets + target;
}

// The names of all ids, in order.
const std::vector<std::string>& action_names();

}  // namespace standoff::bang
