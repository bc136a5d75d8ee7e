#pragma once
/// How many jobs wait, run, and had what happen to them.

#include <cstdint>

#include "sim/run/record/run_events.hpp"

namespace gpuscape {

class JobCounts {
 public:
  void on(const JobSubmitted& event) {
    last_change_ = event.date;
    if (event.state == JobState::never_fits) ++never_fit_;
    if (event.state != JobState::waiting) return;
    ++waiting_;
    if (event.has_dependency) ++with_open_dependency_;
    if (!event.has_limit) ++without_limit_;
  }
  void on(const JobLetGo& event) {
    if (event.held_by == WaitReason::dependency) --with_open_dependency_;
  }
  void on(const DependencyFailed& /*event*/) {
    --with_open_dependency_;
    --waiting_;
  }
  void on(const JobStarted& event) {
    last_change_ = event.date;
    --waiting_;
    ++running_;
    milli_allocated_ += event.gpu_milli;
    if (event.on_pool && !event.demand.amounts().is_gpus_alone()) ++ignored_on_pool_;
  }
  void on(const JobPreempted& event) {
    last_change_ = event.date;
    milli_allocated_ -= event.gpu_milli;
    --running_;
    ++waiting_;
  }
  void on(const JobHolds& event) { milli_allocated_ += event.more_gpu_milli; }
  void on(const JobEnded& event) {
    last_change_ = event.date;
    milli_allocated_ -= event.gpu_milli;
    --running_;
    ++ended_;
  }

  /// In queues and held back.
  [[nodiscard]] std::int64_t waiting() const { return waiting_; }
  /// Some job waits, and not only for the end of others.
  [[nodiscard]] bool any_could_start() const { return waiting_ > with_open_dependency_; }
  [[nodiscard]] std::int64_t running() const { return running_; }
  [[nodiscard]] std::int64_t ended() const { return ended_; }
  [[nodiscard]] std::int64_t never_fit() const { return never_fit_; }
  [[nodiscard]] std::int64_t without_limit() const { return without_limit_; }
  /// Starts on a pool of jobs that ask for cores or memory, which a pool does not count.
  [[nodiscard]] std::int64_t ignored_on_pool() const { return ignored_on_pool_; }
  /// Of a shared GPU, what jobs hold of it.
  [[nodiscard]] double gpus_allocated() const {
    return static_cast<double>(milli_allocated_) / Demand::kWholeGpu;
  }
  /// When a job was submitted, started, preempted or ended last.
  [[nodiscard]] Seconds last_change() const { return last_change_; }

 private:
  Seconds last_change_{0.0};
  std::int64_t waiting_ = 0;
  std::int64_t running_ = 0;
  std::int64_t milli_allocated_ = 0;
  std::int64_t ended_ = 0;
  std::int64_t with_open_dependency_ = 0;
  std::int64_t never_fit_ = 0;
  std::int64_t without_limit_ = 0;
  std::int64_t ignored_on_pool_ = 0;
};

}  // namespace gpuscape
