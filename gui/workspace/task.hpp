#pragma once
/// Work that takes longer than a frame: writing results of a million jobs.

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace gpuscape::gui {

/// How it ended, in words.
struct TaskEnd {
  std::string message;
  bool is_failure = false;
};

class Task {
 public:
  explicit Task(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// `work` returns what to say when it is done; an exception is a failure. It is told to stop
  /// where the task goes before it has ended. False where another is under way.
  bool start(std::function<std::string(const std::stop_token& stop)> work);
  [[nodiscard]] bool is_busy() const { return is_busy_; }
  /// Once, after it has ended.
  std::optional<TaskEnd> take();

 private:
  std::function<void()> wake_;
  std::atomic<bool> is_done_ = false;
  bool is_busy_ = false;
  TaskEnd end_;  // of the thread until `is_done_`
  std::jthread thread_;
};

}  // namespace gpuscape::gui
