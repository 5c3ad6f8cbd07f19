// A fixed crew of threads that share out a range, each of them a contiguous part.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace standoff {

class Crew {
 public:
  // Works on item `index` of a range.
  using Work = std::function<void(std::size_t part, std::size_t begin, std::size_t end)>;

  explicit Crew(int n_threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int n_threads() const;

  // Cuts [0, n_items) into n_threads() neighbouring parts and works on all of them at once. One caller at a time.
  void share(std::size_t n_items, const Work& work);

 private:
  struct Threads;
  std::unique_ptr<Threads> threads_;
};

// Runs this while no other thread runs anything that was handed here.
void one_at_a_time(const std::function<void()>& work);

}  // namespace standoff
