// What every family of networks reads: widths off the names of a game, columns in the memory of a pool's decisions.
#pragma once

#include "game.hpp"
#include "layers.hpp"

namespace standoff {

// The widths that every family has; the rest of `FamilyWidths` is 0.
template <class FamilyWidths>
FamilyWidths widths_off(const SchemaNames& names) {
  FamilyWidths widths{};
  widths.globals = names.globals.size();
  widths.entities = names.entities.size();
  widths.zones = names.zones.size();
  widths.actions = names.actions.size();
  widths.kinds = names.action_kinds.size();
  widths.refs = names.refs.size();
  return widths;
}

// The columns that every family reads; the rest of `FamilyRows` is empty.
template <class FamilyRows>
FamilyRows columns_in(const Heads& heads, const Rows& rows) {
  const std::size_t n_entities = rows.entity_card.size(), n_actions = rows.action_kind.size();
  FamilyRows columns{};
  columns.globals = {rows.globals.data(), {heads.size(), rows.widths.globals}};
  columns.entities = {rows.entities.data(), {n_entities, rows.widths.entities}};
  columns.entity_zone = rows.entity_zone;
  columns.entity_offsets = rows.entity_offsets;
  columns.actions = {rows.actions.data(), {n_actions, rows.widths.actions}};
  columns.action_kind = rows.action_kind;
  columns.action_refs = {rows.action_refs.data(), {n_actions, rows.widths.refs}};
  columns.action_offsets = heads.action_offsets;
  return columns;
}

}  // namespace standoff
