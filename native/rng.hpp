// Seeds and streams: SplitMix64, and keys mixed from several seeds.
#pragma once

#include <cstdint>

namespace standoff {

// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that scatters every bit.
constexpr std::uint64_t scatter(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// A stream of random numbers that is nothing but its seed: copying it copies the future.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return scatter(state_ += 0x9E3779B97F4A7C15ULL); }

  // Uniform in [0, bound) up to a bias of bound / 2^64; bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) { return next() % bound; }

  // What the stream goes on from.
  constexpr std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

// One key from two: used for streams (run seed, deal), (player seed, deal, ply), (history, choice).
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return scatter(a * 0x9E3779B97F4A7C15ULL + scatter(b + 0x9E3779B97F4A7C15ULL));
}

}  // namespace standoff
