// Writes the rows of decisions into columns: what `rows(View, Actions, Writer&)` of a game is handed.
#pragma once

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <span>

#include "batch.hpp"

namespace standoff {

// Entity and token rows whose number is known only after they are written: one store a thread.
struct LooseRows {
  Column<float> entities;
  Column<std::int32_t> card, zone, tokens;
};

// A cursor over the decisions of one thread. Fixed-width columns are written in place, loose rows appended.
class Writer {
 public:
  Writer(Rows& rows, LooseRows& loose) : rows_(rows), loose_(loose) {}

  // Turns to decision `row`, whose legal actions stand from `first_action` on.
  void turn_to(std::size_t row, std::size_t first_action) {
    row_ = row;
    action_ = first_action;
    n_entities_ = 0;
    n_tokens_ = 0;
  }

  // The G global numbers, zeroed.
  std::span<float> globals() {
    return zeroed(rows_.globals.data() + row_ * rows_.widths.globals, rows_.widths.globals);
  }

  // The C x H x W plane cells, zeroed.
  std::span<std::uint8_t> planes() {
    const std::size_t cells = rows_.widths.plane_cells();
    return zeroed(rows_.planes.data() + row_ * cells, cells);
  }

  // Appends an entity row, zeroed. Its place within the decision is `n_entities() - 1`.
  std::span<float> entity(std::int32_t card, std::int32_t zone) {
    const std::size_t width = rows_.widths.entities, at = loose_.entities.size();
    loose_.entities.resize(at + width);
    loose_.card.push_back(card);
    loose_.zone.push_back(zone);
    ++n_entities_;
    return zeroed(loose_.entities.data() + at, width);
  }

  // An entity row of this decision that was appended before.
  std::span<float> entity_again(std::int32_t place) {
    const std::size_t width = rows_.widths.entities;
    const std::size_t back = static_cast<std::size_t>(n_entities_ - place) * width;
    return {loose_.entities.data() + loose_.entities.size() - back, width};
  }

  // Appends a hashed sparse feature.
  void token(std::int32_t bucket) {
    loose_.tokens.push_back(bucket);
    ++n_tokens_;
  }

  // The row of the next legal action, zeroed; `refs` are entity rows of this decision, the rest -1.
  std::span<float> action(std::int32_t kind, std::int32_t id, std::initializer_list<std::int32_t> refs) {
    const std::size_t width = rows_.widths.actions, n_refs = rows_.widths.refs;
    rows_.action_kind[action_] = kind;
    rows_.action_id[action_] = id;
    std::int32_t* out = rows_.action_refs.data() + action_ * n_refs;
    std::fill_n(out, n_refs, -1);
    std::copy_n(refs.begin(), std::min(refs.size(), n_refs), out);
    return zeroed(rows_.actions.data() + action_++ * width, width);
  }

  std::int32_t n_entities() const { return n_entities_; }
  std::int32_t n_tokens() const { return n_tokens_; }

 private:
  template <class T>
  static std::span<T> zeroed(T* from, std::size_t count) {
    std::fill_n(from, count, T{});
    return {from, count};
  }

  Rows& rows_;
  LooseRows& loose_;
  std::size_t row_ = 0, action_ = 0;
  std::int32_t n_entities_ = 0, n_tokens_ = 0;
};

}  // namespace standoff
