// The official engine of the game behind plain calls: a shared library that is loaded by path and seeded from outside.
//
// Nothing of the engine is part of this house. It draws all of its randomness through one symbol of the standard
// library; that one slot of its table of calls is pointed at a stream of ours, so that whole games repeat bit for bit.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch.hpp"
#include "rng.hpp"

namespace standoff::ptcg {

constexpr std::size_t deck_size = 60;
using Deck = std::vector<int>;  // card ids, the last of a list is the top of its deck

enum class Version : std::uint8_t { v1 = 1, v2 = 2 };

struct StartData {
  void* battle;
  int error_player, error_type;
};

struct SerialData {
  char* json;
  unsigned char* data;
  int count, select_player;
};

// The calls of one loaded library.
struct Engine {
  StartData (*battle_start)(int*) = nullptr;
  SerialData (*battle_data)(void*) = nullptr;
  int (*select)(void*, int*, int) = nullptr;
  void (*battle_finish)(void*) = nullptr;
  void* (*agent_start)() = nullptr;
  char* (*search_begin)(void*, char*, int, int*, int*, int*, int*, int*, int*, int) = nullptr;
  char* (*search_step)(void*, std::int64_t, int*, int) = nullptr;
  void (*search_release)(void*, std::int64_t) = nullptr;
  void (*search_end)(void*) = nullptr;
  char* (*all_cards)() = nullptr;
  char* (*all_attacks)() = nullptr;
};

// Loads a version of the engine from the folder `cg` of its package; a second call does nothing. One call at a time.
Fault load_engine(const std::string& folder, Version version);

// A loaded engine; null before load_engine.
const Engine* engine(Version version);

// Says in a sentence why a seat can't play a deck; empty where it can. Length, ids, copies, Basic Pokémon.
Fault check_deck(const Engine& engine, std::span<const int> deck, int seat);

// A battle of the engine's own kind, seeded; it moves on and can't be copied.
class Battle {
 public:
  // Starts a battle of two decks that were checked.
  Battle(const Engine& engine, std::span<const int> first, std::span<const int> second, std::uint64_t seed);
  ~Battle();
  Battle(const Battle&) = delete;
  Battle& operator=(const Battle&) = delete;

  // The question that stands, as JSON, and the opaque input that a search begins from; good until the next call. The
  // log is told only once: keep it.
  std::string_view json();
  std::string_view search_input() const { return input_; }

  // Answers it: 0, or the number of an error.
  int select(std::span<const int> indices);

  bool is_started() const { return battle_ != nullptr; }

 private:
  const Engine& engine_;
  Rng rng_;
  void* battle_ = nullptr;
  std::string_view input_;
};

// What a search is told of the cards that can't be seen.
struct Filling {
  std::vector<int> my_deck, my_prize, opponent_deck, opponent_prize, opponent_hand, opponent_active;
};

// A search arena: a tree of positions. One thread at a time may use it, and it can't be freed.
class Arena {
 public:
  Arena(const Engine& engine, std::uint64_t seed);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Both answer with JSON that is good until the next call.
  std::string_view begin(std::string_view input, const Filling& filling);
  std::string_view step(std::int64_t node, std::span<const int> indices);

  // Frees one position, or all.
  void release(std::int64_t node);
  void end();

  std::int32_t n_begun() const { return n_begun_; }
  bool is_of(const Engine& engine) const { return &engine == &engine_; }

 private:
  const Engine& engine_;
  void* agent_ = nullptr;
  std::int32_t n_begun_ = 0;
};

// The input that every game begins from, whatever the decks: the question who goes first.
std::string_view first_question(const Engine& engine, std::span<const int> first, std::span<const int> second);

}  // namespace standoff::ptcg
