#pragma once
/// How long a step takes of a job that is alone on the cluster, on GPUs in its own nodes and on
/// lent ones.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "sim/engine/mean_presence.hpp"
#include "sim/model/check/check.hpp"
#include "sim/remote/remote_jobs.hpp"
#include "sim/workload/node_asks.hpp"

namespace gpuscape {

/// Of one step of all GPUs together.
struct StepPrice {
  Seconds step{0.0};
  Seconds own{0.0};            ///< of it: it computes, or prepares samples where that takes longer
  double samples = 0.0;        ///< of all GPUs, above 0
  Seconds calls{0.0};          ///< of it: what calls to lent GPUs add
  Seconds copies{0.0};         ///< likewise, copies that nothing hides
  std::string slowed_by = {};  ///< the link that copies wait for; empty: none that others share
  bool calls_assumed = false;  ///< nobody said how many calls the application makes

  [[nodiscard]] Seconds per_sample() const { return step / samples; }
};

/// On GPUs in the job's own nodes: as few as hold it.
class LocalSteps {
 public:
  /// The scenario must outlive it.
  LocalSteps(const CheckedScenario& scenario, const NodeAsks& asks);
  /// Nothing where no nodes hold it.
  [[nodiscard]] std::optional<StepPrice> of(const RemoteJobKind& kind) const;

 private:
  const CheckedScenario& scenario_;
  Platform platform_;
};

/// On lent GPUs: on as few servers as hold the job, and as many clients as a run takes. What a run
/// says of a job that is alone.
class LentSteps {
 public:
  /// A scenario in which GPUs are lent; it must outlive this.
  LentSteps(const CheckedScenario& scenario, const NodeAsks& asks);
  LentSteps(const LentSteps&) = delete;  // parts refer to each other
  LentSteps& operator=(const LentSteps&) = delete;
  /// Nothing where the clients, or the GPUs that are lent, do not hold it.
  [[nodiscard]] std::optional<StepPrice> of(const RemoteJobKind& kind);
  /// Until a job has its GPUs, on average: none was its client's already, and the controller looks
  /// for them at its next period.
  [[nodiscard]] Seconds attach() const;
  /// What the slowest adapter of the network carries, of the fastest of each group on the way.
  [[nodiscard]] BytesPerSecond line() const;

 private:
  using Key = std::tuple<std::uint16_t, std::uint32_t, std::int32_t, std::uint16_t, std::uint32_t>;
  [[nodiscard]] std::vector<AllocationSpan> spans_of(const Demand& demand,
                                                     std::uint32_t clients) const;
  [[nodiscard]] std::optional<StepPrice> price(const RemoteJobKind& kind, std::uint32_t clients);

  const CheckedScenario& scenario_;
  Platform platform_;
  FreeCapacity capacity_;
  TrafficShaper shaper_;
  MeanPresence presence_;
  std::map<Key, std::optional<StepPrice>> known_;
};

}  // namespace gpuscape
