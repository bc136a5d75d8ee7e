#include "core/crew.hpp"

#include <atomic>
#include <cerrno>
#include <system_error>

#include "core/measure.hpp"

namespace gpuscape::bench {

namespace {

std::atomic<int> left_to_give{-1};

/// As pthread_create refuses where a limit on processes is reached.
void take_one_of_the_given() {
  if (left_to_give < 0) return;
  if (left_to_give == 0) throw std::system_error(EAGAIN, std::generic_category());
  --left_to_give;
}

}  // namespace

void give_threads(int most) { left_to_give = most; }

Crew::Crew(std::size_t members, Work work) : work_(std::move(work)) {
  threads_.reserve(members);
  try {
    for (std::size_t member = 1; member < members; ++member) start(member);
  } catch (const std::system_error& fault) {
    const std::size_t given = threads_.size();
    join();
    throw Failure("measure failed: the system gives " + std::to_string(given) + " of " +
                  std::to_string(members - 1) + " threads (" + fault.code().message() +
                  "); raise the limit on processes: ulimit -u, or pids of the container or job");
  }
}

void Crew::start(std::size_t member) {
  take_one_of_the_given();
  threads_.emplace_back([this, member] { stand_ready(member); });
}

Crew::~Crew() { join(); }

void Crew::stand_ready(std::size_t member) {
  {
    std::unique_lock<std::mutex> lock(guard_);
    ordered_.wait(lock, [this] { return order_ != Order::kWait; });
    if (order_ == Order::kGoHome) return;
  }
  guarded(member);
}

void Crew::guarded(std::size_t member) {
  try {
    work_(member);
  } catch (...) {
    const std::lock_guard<std::mutex> lock(guard_);
    if (!first_) first_ = std::current_exception();
  }
}

void Crew::order(Order order) {
  const std::lock_guard<std::mutex> lock(guard_);
  if (order_ != Order::kWait) return;
  order_ = order;
  ordered_.notify_all();
}

/// Those that were not told to work never do.
void Crew::join() {
  order(Order::kGoHome);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Crew::run() {
  order(Order::kWork);
  guarded(0);
  join();
  if (first_) std::rethrow_exception(first_);
}

}  // namespace gpuscape::bench
