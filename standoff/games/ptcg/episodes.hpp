// Games that were played elsewhere become games of the house: their choices, and a pool that plays them again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pool.hpp"
#include "table.hpp"

namespace standoff::ptcg {

// An episode with the row that was taken at every ply, forced ones too.
struct Imported {
  std::shared_ptr<const Episode> episode;
  std::vector<std::int32_t> choices;
};

// Finds the choices of an episode; a fault names the answer that can't be read or that no legal row stands for.
Fault import_episode(Episode episode, Imported& imported);

// A pool in which game i is the i-th of these episodes; each goes on as long as its choices are taken.
std::unique_ptr<Pool> replay(std::span<const Imported> games, std::span<const std::uint64_t> seeds,
                             std::shared_ptr<Crew> crew);

}  // namespace standoff::ptcg
