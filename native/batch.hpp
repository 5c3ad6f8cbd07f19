// The columns of a batch: the memory that a reader in Python owns and that nobody writes again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace standoff {

// Leaves new numbers unset, so that growing a column of a few megabytes does not write it twice.
template <class T>
struct Unset : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = Unset<U>;
  };
  template <class U>
  void construct(U* where) {
    ::new (static_cast<void*>(where)) U;
  }
  template <class U, class... Arguments>
  void construct(U* where, Arguments&&... arguments) {
    ::new (static_cast<void*>(where)) U(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
using Column = std::vector<T, Unset<T>>;

// What is known of B open decisions without writing their rows.
struct Heads {
  Column<std::int32_t> game;            // [B] which game of the pool
  Column<std::int8_t> seat;             // [B] who decides
  Column<std::int32_t> ply;             // [B] choices made before this one, forced ones too
  Column<std::int32_t> kind;            // [B] type of choice
  Column<std::uint64_t> information;    // [B] hash of all that this seat has been shown
  Column<std::int64_t> action_offsets;  // [B+1]

  std::size_t size() const { return game.size(); }
};

// The widths of the rows of one game, fixed for a pool.
struct Widths {
  std::size_t globals = 0, entities = 0, actions = 0, refs = 0, secrets = 0;
  std::size_t planes = 0, height = 0, width = 0;

  std::size_t plane_cells() const { return planes * height * width; }
};

// The rows of B decisions.
struct Rows {
  // Rows whose fixed-width columns have their sizes and are unset; entities and tokens are still to come.
  static Rows of(const Widths& widths, std::size_t n_decisions, std::size_t n_actions) {
    Rows rows;
    rows.widths = widths;
    rows.globals.resize(n_decisions * widths.globals);
    rows.planes.resize(n_decisions * widths.plane_cells());
    rows.actions.resize(n_actions * widths.actions);
    rows.action_kind.resize(n_actions);
    rows.action_id.resize(n_actions);
    rows.action_refs.resize(n_actions * widths.refs);
    return rows;
  }

  Widths widths;
  Column<float> globals;                // [B, G]
  Column<std::uint8_t> planes;          // [B, C, H, W]
  Column<float> entities;               // [sum E, F]
  Column<std::int32_t> entity_card;     // [sum E]
  Column<std::int32_t> entity_zone;     // [sum E]
  Column<std::int64_t> entity_offsets;  // [B+1]
  Column<std::int32_t> tokens;          // [sum T]
  Column<std::int64_t> token_offsets;   // [B+1]
  Column<float> actions;                // [sum A, K]
  Column<std::int32_t> action_kind;     // [sum A]
  Column<std::int32_t> action_id;       // [sum A]
  Column<std::int32_t> action_refs;     // [sum A, R]
};

// What a scripted player does with B decisions.
struct Picks {
  Column<std::int32_t> index;  // [B]
  Column<float> weights;       // [sum A]
};

// A row a finished game.
struct Ended {
  Column<std::int32_t> game;            // [N]
  Column<float> score;                  // [N] of seat 0: 1, 0.5, 0
  Column<std::int32_t> plies;           // [N]
  Column<std::int32_t> reason;          // [N]
  Column<std::int64_t> choice_offsets;  // [N+1]
  Column<std::int32_t> choices;         // [sum plies] the row taken at each ply
};

// Empty when all is well; otherwise the sentence that a person reads.
using Fault = std::string;

}  // namespace standoff
