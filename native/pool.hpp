// N games in step: what Python holds of a game, whatever the game is.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "batch.hpp"
#include "crew.hpp"
#include "game.hpp"

namespace standoff {

class Pool;

// The open decisions of one step as Views: nothing in here knows a State. It never changes, and outlives its pool.
class Worlds {
 public:
  virtual ~Worlds() = default;

  virtual const std::shared_ptr<const Heads>& heads() const = 0;

  // Writes the rows of every decision.
  virtual std::shared_ptr<const Rows> rows() const = 0;

  // A number a decision that only (seed, deal, ply, seat) decide: what all noise is drawn from.
  virtual Column<std::uint64_t> keys(std::uint64_t seed, std::span<const std::int32_t> at) const = 0;

  // Lets a scripted player choose in the decisions at `at`; a fault names an unknown bot or depth.
  virtual Fault play_bot(const std::string& bot, std::int32_t depth, std::uint64_t seed,
                         std::span<const std::int32_t> at, Picks& picks) const = 0;

  // A pool of dealt worlds, one for each of `at`, game i being the i-th of them; a fault where the game deals none.
  virtual Fault deal(std::span<const std::int32_t> at, std::span<const std::uint64_t> seeds,
                     std::unique_ptr<Pool>& pool) const = 0;

  virtual std::vector<std::string> labels(std::size_t row) const = 0;
  virtual std::string told(std::size_t row, std::size_t action) const = 0;
  virtual std::string page(std::size_t row) const = 0;

  // The seat's View as bytes, for tests that a dealt world looks the same.
  virtual bool looks_like(std::size_t row, const Worlds& other, std::size_t other_row) const = 0;
};

class Pool {
 public:
  virtual ~Pool() = default;

  // Plays forced choices and refills slots until every slot has an open decision or no deal is left.
  virtual std::shared_ptr<const Worlds> open() = 0;

  // Plays the rows chosen in the decisions last opened; a fault leaves every game as it was.
  virtual Fault apply(std::span<const std::int32_t> index) = 0;

  // What only a critic may see of the open decisions, [B, S].
  virtual Fault secrets(Column<float>& numbers) const = 0;

  // The games that have ended since this was last asked, in the order of their deals.
  virtual Ended take_ended() = 0;

  virtual const Widths& widths() const = 0;
};

// A deal to be played: its seed, and which of the pool's options it is played under.
struct Deals {
  std::vector<std::uint64_t> seeds;
  std::vector<std::int32_t> option;
};

// A game as the table in games.cpp lists it.
struct BotEntry {
  std::string name, summary;
  std::int32_t least_depth, most_depth;
};

struct GameEntry {
  const SchemaNames& schema;
  std::vector<BotEntry> bots;
  std::vector<Sheet> sheets;
  bool deals_worlds;
  // A fault where an option is bad; otherwise `pool` is filled.
  Fault (*make_pool)(const std::vector<OptionValues>&, Deals, std::size_t n_slots, bool asks_forced,
                     std::shared_ptr<Crew>, std::unique_ptr<Pool>& pool);
};

const std::vector<GameEntry>& games();

}  // namespace standoff
