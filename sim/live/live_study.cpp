#include "sim/live/live_study.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "sim/live/free_memory.hpp"
#include "sim/live/live_board.hpp"
#include "sim/live/live_request.hpp"

namespace gpuscape {

/// One thread works off orders, the newest one only; each has helpers of its own while it runs.
class LiveStudy::Worker {
 public:
  Worker(const Registry& registry, const LiveOptions& options)
      : board_(options.published),
        means_{.reader = DesignReader(registry),
               .threads = threads_of(options),
               .free_memory = options.free_memory ? options.free_memory : free_memory},
        coordinator_([this](const std::stop_token& stop) { work_off(stop); }) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    const std::scoped_lock lock(mutex_);
    stop_.request_stop();
  }

  void ask(std::vector<LiveDesign> designs, WhenMemoryIsShort when_short) {
    const std::scoped_lock lock(mutex_);
    stop_.request_stop();
    stop_ = std::stop_source();
    const std::uint64_t generation = board_.begin(designs);
    next_ = LiveOrder{generation, std::move(designs), stop_, when_short};
    arrived_.notify_one();
  }

  void cancel() {
    const std::scoped_lock lock(mutex_);
    stop_.request_stop();
    next_.reset();
    board_.cancel();
  }

  [[nodiscard]] const LiveBoard& board() const { return board_; }

 private:
  static unsigned threads_of(const LiveOptions& options) {
    if (options.threads > 0) return options.threads;
    return std::max(2U, std::thread::hardware_concurrency()) - 1;
  }

  void work_off(const std::stop_token& stop) {
    while (const std::optional<LiveOrder> order = next_order(stop))
      LiveRequest(means_, board_, *order).run();
  }

  std::optional<LiveOrder> next_order(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait(lock, stop, [this] { return next_.has_value(); })) return std::nullopt;
    return std::exchange(next_, std::nullopt);
  }

  LiveBoard board_;
  LiveMeans means_;
  std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::optional<LiveOrder> next_;
  std::stop_source stop_;  // of the newest order
  std::jthread coordinator_;
};

LiveStudy::LiveStudy(const Registry& registry, const LiveOptions& options)
    : worker_(std::make_unique<Worker>(registry, options)) {}
LiveStudy::~LiveStudy() = default;

void LiveStudy::ask(std::vector<LiveDesign> designs, WhenMemoryIsShort when_short) {
  worker_->ask(std::move(designs), when_short);
}
void LiveStudy::cancel() { worker_->cancel(); }
std::shared_ptr<const LiveState> LiveStudy::latest() const { return worker_->board().latest(); }
void LiveStudy::wait() const { worker_->board().wait(); }

}  // namespace gpuscape
