// What one seat of BANG! The Duel may see: the table, and what it holds itself.
#pragma once

#include "state.hpp"

namespace standoff::bang {

struct View {
  Public table;
  Private mine;
  std::int8_t seat = 0;
  std::array<std::int8_t, 7> unused{};
  bool operator==(const View&) const = default;
};

// No padding: a View is hashed and compared as bytes.
static_assert(std::has_unique_object_representations_v<View>);

enum class Verb : std::uint8_t {
  pick,
  lead,  // draft and opening
  play,
  play_as_colt,
  reload,
  swap,
  end_turn,  // the own turn
  draw_two,
  strip_for_two,
  pay_to_copy,
  pay_to_look,  // Babe Leroy, Cattle Katie, Pearl Hat, Soundance Kid
  copy,         // Pearl Hat's card, at a target
  dodge,
  throw_away,
  reveal_barrel,
  doff_hat,
  reveal_sid,
  take_hit,  // answers to a hit
  pay,       // Tex Killer
  answer,
  give_in,  // Duel and Indians!
  shield,
  let_go,  // Buffalo Bell
  discard,
  take,
  put_back,
  snatch,
  strip,
  teach,
  stop,  // from the other hand by its back; from the table
  move_mine,
  move_theirs,
  read_first,
  read_second,  // Bart Masterson
};
inline constexpr int n_verbs = 34;

// Relative to who acts.
enum class Target : std::int8_t { nobody, my_active, my_rear, their_active, their_rear };

struct Action {
  Verb verb = Verb::end_turn;
  std::int8_t card = none;  // a card; for pick a character of the own side, for lead a place, for snatch a back
  Target target = Target::nobody;
  bool operator==(const Action&) const = default;
};

}  // namespace standoff::bang
