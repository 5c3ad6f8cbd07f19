// What one seat may see: what the engine told it last, what follows from all before, its picks, and a hash of it all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "choices.hpp"
#include "engine.hpp"
#include "knowledge.hpp"
#include "observation.hpp"

namespace standoff::ptcg {

// What a seat knows that has not been asked yet.
inline const std::shared_ptr<const Observation> nothing_seen = std::make_shared<Observation>();
inline const std::shared_ptr<const Knowledge> nothing_known = std::make_shared<Knowledge>();

// What a search can begin from: the engine hands it to the seat that it asks, beside the question.
struct Start {
  std::string input;  // opaque
  Version version = Version::v2;
  std::int32_t most_answers = 0;                    // of a game that begins here
  std::shared_ptr<const std::vector<Deck>> belief;  // lists that the other seat may play
};

struct View {
  std::shared_ptr<const Observation> seen = nothing_seen;  // it never changes
  std::shared_ptr<const Knowledge> known = nothing_known;  // what follows from all that it was told; nor does this
  std::shared_ptr<const Start> start;  // null in a search and in an imported game: no search can begin there
  Picks picks;
  std::uint64_t information = 0;  // of all that the seat was told and chose
  std::int8_t seat = 0;

  // The opaque input stays out: it can differ where all that a seat sees and knows is equal. Worlds that are dealt from
  // it do not, as tests/native/ptcg_worlds.cpp compares.
  bool operator==(const View& other) const {
    return seat == other.seat && information == other.information && picks == other.picks && *seen == *other.seen &&
           *known == *other.known;
  }

  // Empty where no search can begin.
  std::string_view input() const { return start == nullptr ? std::string_view{} : start->input; }

  const Select& select() const { return seen->select; }
  const Side& mine() const { return seen->sides[static_cast<std::size_t>(seat)]; }
  const Side& theirs() const { return seen->sides[static_cast<std::size_t>(1 - seat)]; }
};

}  // namespace standoff::ptcg
