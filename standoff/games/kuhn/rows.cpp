// Kuhn poker as rows: the moves so far in numbers, the own card, two actions; labels and the page.
#include "kuhn.hpp"

namespace standoff::kuhn {
namespace {

constexpr std::string_view rank_names[] = {"jack", "queen", "king"};
constexpr std::string_view move_names[] = {"", "pass", "bet"};

}  // namespace

const SchemaNames& Kuhn::schema() {
  static const SchemaNames names{
      .game = "kuhn",
      .kinds = {"turn"},
      .globals = {"my_chips", "their_chips", "bets", "first_move", "second_move"},
      .planes = {},
      .entities = {"rank"},
      .cards = {"jack", "queen", "king"},
      .zones = {"mine"},
      .actions = {"cost"},
      .action_kinds = {"pass", "bet"},
      .action_ids = {"pass", "bet"},
      .refs = {"own_card"},
      .secrets = {"first_jack", "first_queen", "first_king", "second_jack", "second_queen", "second_king"},
      .reasons = {"fold", "showdown"},
  };
  return names;
}

void Kuhn::rows(const View& view, std::span<const Action> legal, Writer& writer) {
  const Public& table = view.table;
  const auto globals = writer.globals();
  globals[0] = static_cast<float>(table.chips(view.seat));
  globals[1] = static_cast<float>(table.chips(1 - view.seat));
  globals[2] = static_cast<float>(table.bets());
  for (std::size_t move = 0; move < 2; ++move)
    if (table.moves[move] != Move::none) globals[3 + move] = table.moves[move] == Move::bet ? 1.0F : -1.0F;
  writer.entity(view.card, 0)[0] = static_cast<float>(view.card + 1);
  for (const Action& action : legal) {
    const std::int32_t id = action.move == Move::bet;
    writer.action(id, id, {0})[0] = static_cast<float>(id);
  }
}

std::string Kuhn::label(const View&, const Action& action) {
  return std::string(move_names[static_cast<std::size_t>(action.move)]);
}

std::string Kuhn::page(const View& view) {
  const Public& table = view.table;
  std::string moves;
  for (int move = 0; move < table.n_moves; ++move) {
    const auto made = static_cast<std::size_t>(table.moves[static_cast<std::size_t>(move)]);
    moves += (move == 0 ? "\"" : ",\"") + std::string(move_names[made]) + '"';
  }
  return "{\"seat\":" + std::to_string(view.seat) + ",\"card\":\"" +
         std::string(rank_names[static_cast<std::size_t>(view.card)]) + "\",\"table\":{\"chips\":[" +
         std::to_string(table.chips(0)) + "," + std::to_string(table.chips(1)) + "],\"moves\":[" + moves + "]}}";
}

}  // namespace standoff::kuhn
