// Light cycles as rows: planes of the board, the cells that matter, two numbers a move; labels and the page.
#include "cycles.hpp"
#include "reach.hpp"

namespace standoff::cycles {
namespace {

constexpr std::string_view turn_names[] = {"straight", "right", "left"};
enum Plane { plane_free, plane_mine, plane_theirs };
enum Card { card_cycle, card_cell };
enum Zone { zone_mine, zone_theirs, zone_open };

std::int32_t write_cell(Writer& writer, Card card, Zone zone, Cell cell) {
  const auto features = writer.entity(card, zone);
  features[0] = cell.row;
  features[1] = cell.column;
  return writer.n_entities() - 1;
}

void write_planes(const View& view, std::span<std::uint8_t> planes) {
  const Public& table = view.table;
  const std::size_t cells = std::size_t{table.height} * table.width;
  std::uint8_t* out = planes.data() + plane_free * cells;
  for (int row = 0; row < table.height; ++row) {
    const std::uint64_t trails = table.trail[0][row] | table.trail[1][row];
    for (int column = 0; column < table.width; ++column) *out++ = !((trails >> column) & 1U);
  }
  const auto at = [&](Cell cell) { return std::size_t{cell.row} * table.width + cell.column; };
  planes[plane_mine * cells + at(view.mine().at)] = 1;
  planes[plane_theirs * cells + at(view.theirs().at)] = 1;
}

}  // namespace

const SchemaNames& Cycles::schema() {
  static const SchemaNames names{
      .game = "cycles",
      .kinds = {"turn"},
      .globals = {"free_cells", "height", "width"},
      .planes = {"free", "my_cycle", "their_cycle"},
      .entities = {"row", "column"},
      .cards = {"cycle", "cell"},
      .zones = {"mine", "theirs", "open"},
      .actions = {"reachable_after", "margin_after"},
      .action_kinds = {"straight", "right", "left"},
      .action_ids = {"straight", "right", "left"},
      .refs = {"enters"},
      .secrets = {},
      .reasons = {"crash"},
  };
  return names;
}

void Cycles::rows(const View& view, std::span<const Action> legal, Writer& writer) {
  const Public& table = view.table;
  write_planes(view, writer.planes());
  int free_cells = table.height * table.width;
  for (int row = 0; row < table.height; ++row) free_cells -= std::popcount(table.trail[0][row] | table.trail[1][row]);
  const auto globals = writer.globals();
  globals[0] = static_cast<float>(free_cells);
  globals[1] = table.height;
  globals[2] = table.width;

  write_cell(writer, card_cycle, zone_mine, view.mine().at);
  write_cell(writer, card_cycle, zone_theirs, view.theirs().at);
  on_field(table, [&](auto& field) {
    for (const Action& action : legal) {
      const std::int32_t cell = write_cell(writer, card_cell, zone_open, action.enters);
      const auto turn = static_cast<std::int32_t>(action.turn);
      const auto features = writer.action(turn, turn, {cell});
      field.block(action.enters);
      features[0] = static_cast<float>(field.reachable(action.enters));
      features[1] = static_cast<float>(field.margin(action.enters, view.theirs().at));
      field.unblock(action.enters);
    }
  });
}

std::string Cycles::label(const View&, const Action& action) {
  return std::string(turn_names[static_cast<int>(action.turn)]);
}

// Board rows as text: '.' free, 'm' and 't' my and their trail, 'M' and 'T' the cycles.
std::string Cycles::page(const View& view) {
  const Public& table = view.table;
  std::string text = "{\"board\":[";
  for (std::uint8_t row = 0; row < table.height; ++row) {
    text += row == 0 ? "\"" : ",\"";
    for (std::uint8_t column = 0; column < table.width; ++column) {
      const Cell cell{row, column};
      const bool is_mine = (table.trail[view.seat][row] >> column) & 1U;
      if (cell == view.mine().at)
        text += 'M';
      else if (cell == view.theirs().at)
        text += 'T';
      else
        text += table.is_free(cell) ? '.' : is_mine ? 'm' : 't';
    }
    text += '"';
  }
  constexpr std::string_view headings[] = {"up", "right", "down", "left"};
  const auto heading = [&](const Cycle& cycle) { return std::string(headings[static_cast<int>(cycle.heading)]); };
  return text + "],\"seat\":" + std::to_string(view.seat) + ",\"my_heading\":\"" + heading(view.mine()) +
         "\",\"their_heading\":\"" + heading(view.theirs()) + "\"}";
}

}  // namespace standoff::cycles
