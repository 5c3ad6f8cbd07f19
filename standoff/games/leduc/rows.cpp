// Leduc hold'em as rows: chips and moves in numbers, the own card and the public one, up to three actions; the page.
#include "leduc.hpp"

namespace standoff::leduc {
namespace {

constexpr std::string_view rank_names[] = {"jack", "queen", "king"};
constexpr std::string_view move_names[] = {"", "fold", "call", "raise"};

enum Global { g_round, g_my_chips, g_their_chips, g_raises, g_moves };
enum Zone { zone_mine, zone_public };

std::int32_t add_card(Writer& writer, Rank card, Zone zone) {
  writer.entity(card, zone)[0] = static_cast<float>(card + 1);
  return writer.n_entities() - 1;
}

}  // namespace

const SchemaNames& Leduc::schema() {
  static const SchemaNames names{
      .game = "leduc",
      .kinds = {"turn"},
      .globals = {"round", "my_chips", "their_chips", "raises", "opening_move_a", "opening_move_b", "opening_move_c",
                  "opening_move_d", "closing_move_a", "closing_move_b", "closing_move_c", "closing_move_d"},
      .planes = {},
      .entities = {"rank"},
      .cards = {"jack", "queen", "king"},
      .zones = {"mine", "public"},
      .actions = {"cost"},
      .action_kinds = {"fold", "call", "raise"},
      .action_ids = {"fold", "call", "raise"},
      .refs = {"own_card", "public_card"},
      .secrets = {"first_jack", "first_queen", "first_king", "second_jack", "second_queen", "second_king",
                  "public_jack", "public_queen", "public_king"},
      .reasons = {"fold", "showdown"},
  };
  return names;
}

void Leduc::rows(const View& view, std::span<const Action> legal, Writer& writer) {
  const Public& table = view.table;
  const auto globals = writer.globals();
  globals[g_round] = static_cast<float>(table.round);
  globals[g_my_chips] = table.chips[static_cast<std::size_t>(view.seat)];
  globals[g_their_chips] = table.chips[static_cast<std::size_t>(1 - view.seat)];
  globals[g_raises] = table.n_raises;
  std::size_t at = g_moves;
  for (const auto& round : table.moves)
    for (const Move move : round) {
      if (move != Move::none) globals[at] = move == Move::raise ? 1.0F : -1.0F;
      ++at;
    }
  const std::int32_t own = add_card(writer, view.card, zone_mine);
  const std::int32_t turned = table.card == no_card ? -1 : add_card(writer, table.card, zone_public);
  for (const Action& action : legal) {
    const std::int32_t id = static_cast<std::int32_t>(action.move) - 1;
    writer.action(id, id, {own, turned})[0] = static_cast<float>(cost(view, action));
  }
}

std::string Leduc::label(const View& view, const Action& action) {
  if (action.move == Move::call && view.table.behind(view.seat) == 0) return "check";
  return std::string(move_names[static_cast<std::size_t>(action.move)]);
}

// A call with nothing to pay is a check; in `moves` each round is a list.
std::string Leduc::page(const View& view) {
  const Public& table = view.table;
  std::string moves;
  for (std::size_t round = 0; round < n_rounds; ++round) {
    moves += round == 0 ? "[" : ",[";
    bool is_raised = false;
    for (std::size_t i = 0; i < most_moves && table.moves[round][i] != Move::none; ++i) {
      const Move move = table.moves[round][i];
      const bool is_check = move == Move::call && !is_raised;
      is_raised |= move == Move::raise;
      moves +=
          (i == 0 ? "\"" : ",\"") + std::string(is_check ? "check" : move_names[static_cast<std::size_t>(move)]) + '"';
    }
    moves += ']';
  }
  const auto name = [](Rank card) {
    return card == no_card ? std::string("null") : '"' + std::string(rank_names[static_cast<std::size_t>(card)]) + '"';
  };
  return "{\"seat\":" + std::to_string(view.seat) + ",\"card\":" + name(view.card) +
         ",\"table\":{\"round\":" + std::to_string(table.round + 1) + ",\"card\":" + name(table.card) + ",\"chips\":[" +
         std::to_string(table.chips[0]) + "," + std::to_string(table.chips[1]) + "],\"moves\":[" + moves + "]}}";
}

}  // namespace standoff::leduc
