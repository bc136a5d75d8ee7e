#pragma once
/// Where answers are put up for readers that never wait for a run.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "sim/live/live_study.hpp"

namespace gpuscape {

class LiveBoard {
 public:
  explicit LiveBoard(std::function<void()> published) : published_(std::move(published)) {}

  [[nodiscard]] std::shared_ptr<const LiveState> latest() const;
  /// A new request: what was known of its designs is put up as stale, or stays where the design is
  /// the same. Returns its number. Tells nobody: who asks knows.
  std::uint64_t begin(std::vector<LiveDesign> designs);
  /// Puts up the newest request as given up, unless it is finished.
  void cancel();
  /// Changes the state of that request and puts it up; without effect where it is not the newest
  /// one, or finished.
  void change(std::uint64_t generation, const std::function<void(LiveState&)>& change);
  /// The same of what changes all the time: shown as often as an eye can follow.
  void show_progress(std::uint64_t generation, const std::function<void(LiveState&)>& change);
  /// Until the newest request is finished.
  void wait() const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kFrame{16};

  [[nodiscard]] bool takes(std::uint64_t generation) const;
  std::shared_ptr<const LiveState> put_up(std::shared_ptr<const LiveState> state);

  std::function<void()> published_;
  mutable std::mutex mutex_;
  mutable std::condition_variable finished_;
  std::shared_ptr<const LiveState> state_ = std::make_shared<const LiveState>();
  Clock::time_point shown_;  // when the last was put up
};

}  // namespace gpuscape
