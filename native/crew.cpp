// The threads of the crew: with the lock on an open pool in python.cpp, all that the core knows of threads.
#include "crew.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace standoff {

struct Crew::Threads {
  explicit Threads(int count) : n(count < 1 ? 1 : static_cast<std::size_t>(count)) {
    try {
      for (std::size_t part = 1; part < n; ++part) helpers.emplace_back([this, part] { serve(part); });
    } catch (...) {
      // The machine gives no more threads; those that run must end before the fault is told.
      close();
      throw;
    }
  }

  ~Threads() { close(); }

  void close() {
    {
      const std::lock_guard lock(mutex);
      is_closing = true;
    }
    wake.notify_all();
    for (std::thread& helper : helpers) helper.join();
  }

  void serve(std::size_t part) {
    std::size_t seen = 0;
    for (;;) {
      await(wake, [&] { return is_closing || round != seen; });
      if (is_closing) return;
      seen = round;
      do_part(part);
      if (--n_working == 0) {
        const std::lock_guard lock(mutex);
        done.notify_one();
      }
    }
  }

  // Steps of a pool follow each other within microseconds: looking again for a moment is cheaper than falling asleep.
  template <class Ready>
  void await(std::condition_variable& signal, Ready is_ready) {
    for (int look = 0; look < 200; ++look) {
      if (is_ready()) return;
      std::this_thread::yield();
    }
    std::unique_lock lock(mutex);
    signal.wait(lock, is_ready);
  }

  void do_part(std::size_t part) const {
    const std::size_t begin = n_items * part / n, end = n_items * (part + 1) / n;
    if (begin < end) (*work)(part, begin, end);
  }

  const std::size_t n;
  std::vector<std::thread> helpers;
  std::mutex callers, mutex;
  std::condition_variable wake, done;
  const Work* work = nullptr;
  std::size_t n_items = 0;
  std::atomic<std::size_t> n_working{0}, round{0};
  std::atomic<bool> is_closing{false};
};

Crew::Crew(int n_threads) : threads_(std::make_unique<Threads>(n_threads)) {}
Crew::~Crew() = default;

int Crew::n_threads() const { return static_cast<int>(threads_->n); }

void one_at_a_time(const std::function<void()>& work) {
  static std::mutex turn;
  const std::lock_guard mine(turn);
  work();
}

void Crew::share(std::size_t n_items, const Work& work) {
  Threads& threads = *threads_;
  const std::lock_guard one_caller(threads.callers);
  {
    const std::lock_guard lock(threads.mutex);
    threads.work = &work;
    threads.n_items = n_items;
    threads.n_working = threads.n - 1;
    ++threads.round;
  }
  threads.wake.notify_all();
  threads.do_part(0);
  threads.await(threads.done, [&] { return threads.n_working == 0; });
}

}  // namespace standoff
