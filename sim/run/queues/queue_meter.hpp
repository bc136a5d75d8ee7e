#pragma once
/// What queues held over a run, where the policy has queues.

#include <memory>
#include <optional>
#include <vector>

#include "sim/run/record/run_events.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/run/record/timeline_recorder.hpp"
#include "sim/scheduling/queues/queue_view.hpp"

namespace gpuscape {

class QueueMeter {
 public:
  /// `view` must outlive this; null: there are no queues.
  void watch(QueueView* view);
  void on(const TimePasses& event) { last_ = event.date; }
  void on(const InstantSettled& event);
  /// What was measured until `now`, with series of each queue; nothing where there are none.
  void add_to(RunResult& result, Seconds now) const;

 private:
  static constexpr std::size_t kValues = 4;
  struct Watched {
    QueueFacts facts;
    QueueState last;
    TimelineRecorder recorder;
    std::array<double, kValues> sums{};  // value × s
    Seconds since{0.0};
  };
  [[nodiscard]] static std::array<double, kValues> values(const Watched& queue);
  static void hold(Watched& queue, Seconds now);

  QueueView* view_ = nullptr;
  Seconds last_{0.0};  // until when the cluster was watched
  std::vector<Watched> queues_;
};

}  // namespace gpuscape
