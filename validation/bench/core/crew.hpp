#pragma once
/// Threads that begin together, or not at all: under a limit on processes the system may give some
/// and refuse the next.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gpuscape::bench {

class Crew {
 public:
  using Work = std::function<void(std::size_t)>;

  /// Whoever calls run() is member 0; each of the others is a thread that stands ready. Throws
  /// Failure where the system gives fewer: nobody has done anything then.
  Crew(std::size_t members, Work work);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  Crew(Crew&&) = delete;
  Crew& operator=(Crew&&) = delete;
  ~Crew();

  /// Once. Returns when every member has ended; throws what the first that failed threw.
  void run();

 private:
  enum class Order { kWait, kWork, kGoHome };

  void start(std::size_t member);
  void stand_ready(std::size_t member);
  void guarded(std::size_t member);
  void order(Order order);
  void join();

  Work work_;
  std::mutex guard_;
  std::condition_variable ordered_;
  Order order_ = Order::kWait;
  std::exception_ptr first_;
  std::vector<std::thread> threads_;
};

/// For tests: from now on the system seems to give no more threads than this; -1: as many as it
/// has.
void give_threads(int most);

}  // namespace gpuscape::bench
