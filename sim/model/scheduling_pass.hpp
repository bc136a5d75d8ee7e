#pragma once
/// One look at the queue, at one instant: what a scheduler and a backfill see, and how they say
/// which jobs start. The pass claims capacity at once, so that the next question sees what is left;
/// the run applies the decisions when the pass is over.

#include <span>
#include <vector>

#include "sim/model/job_queue.hpp"
#include "sim/model/placer.hpp"
#include "sim/platform/expected_releases.hpp"

namespace gpuscape {

class Backfill;

/// A decision as data: this job starts now on these nodes.
struct Placement {
  std::uint32_t job = 0;
  std::uint32_t group = 0;
  std::uint32_t first_share = 0;  ///< into SchedulingPass::shares()
  std::uint32_t shares = 0;
};

class SchedulingPass {
 public:
  /// `releases` is null where the backfill needs none; `backfill` is null where there is none.
  struct Parts {
    JobQueue& queue;
    FreeCapacity& capacity;
    Placer& placer;
    ExpectedReleases* releases;
    Backfill* backfill;
  };
  explicit SchedulingPass(const Parts& parts) : parts_(parts) {}

  /// Opens the pass. `freed` says whether capacity came back since the last one.
  void begin(Seconds now, bool freed);

  [[nodiscard]] Seconds now() const { return now_; }
  [[nodiscard]] bool capacity_was_freed() const { return freed_; }
  [[nodiscard]] const JobQueue& queue() const { return parts_.queue; }
  [[nodiscard]] const FreeCapacity& capacity() const { return parts_.capacity; }
  [[nodiscard]] ExpectedReleases& releases() const { return *parts_.releases; }

  /// Starts the i-th waiting job if it fits (and `filter` allows); false when not. Not twice for
  /// one job.
  bool start(std::size_t i, const NodeFilter* filter = nullptr);
  /// Starts jobs from the head on until one does not fit, then lets the backfill look behind it.
  void start_in_order();

  /// Closes the pass: started jobs leave the queue.
  void end();
  [[nodiscard]] const std::vector<Placement>& decisions() const { return decisions_; }
  [[nodiscard]] std::span<const PlacedShare> shares(const Placement& p) const {
    return std::span(shares_).subspan(p.first_share, p.shares);
  }

 private:
  void expect_release(const WaitingJob& job, const Placement& placement);

  Parts parts_;
  Seconds now_{0.0};
  bool freed_ = false;
  std::size_t looked_at_ = 0;  // no started job lies at or behind this position
  std::vector<Placement> decisions_;
  std::vector<PlacedShare> shares_;
};

}  // namespace gpuscape
