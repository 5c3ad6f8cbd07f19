// The crew where there are no threads, as in WebAssembly: the caller does all of the work.
#include "crew.hpp"

namespace standoff {

struct Crew::Threads {};

Crew::Crew(int) {}
Crew::~Crew() = default;

int Crew::n_threads() const { return 1; }

void Crew::share(std::size_t n_items, const Work& work) {
  if (n_items > 0) work(0, 0, n_items);
}

void one_at_a_time(const std::function<void()>& work) { work(); }

}  // namespace standoff
