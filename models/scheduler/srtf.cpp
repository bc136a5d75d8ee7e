/// Shortest remaining time first, with preemption: in the order of the time that is believed to be
/// left, every job that fits runs; where one does not, running jobs with more left give their nodes
/// back, as few GPUs of them as will do, and wait again with their progress kept. With `round`,
/// decisions fall at multiples of it only (Muri's testbed: 360 s, Zhao et al., SIGCOMM 2022).
/// Leaves out: a backfill (whoever fits starts anyway), ageing: a long job may wait for ever.
/// Its numbers are the scenario's.

#include <algorithm>
#include <set>

#include "sim/base/units/round_clock.hpp"
#include "sim/model/registry.hpp"
#include "sim/scheduling/defragment/make_room.hpp"
#include "sim/scheduling/run_time_estimate.hpp"

namespace gpuscape {
namespace {

/// Jobs whose times differ by less, in s, let each other be.
constexpr double kClearly = 1e-6;

/// A running job that may have to make room.
struct Victim {
  double left;  ///< s, as believed
  std::uint32_t job;
  [[nodiscard]] bool goes_before(const Victim& other) const {
    return left > other.left || (left == other.left && job > other.job);
  }
};

class ShortestRemainingFirst final : public Scheduler {
 public:
  explicit ShortestRemainingFirst(ObjectReader& reader)
      : estimate_(reader),
        round_(reader.quantity<Seconds>(
            "round", Seconds(0.0),
            "Decisions fall at multiples of this time only; 0 s: at every change.")),
        restart_(reader.quantity<Seconds>(
            "restart", Seconds(0.0), "What a preempted job loses: added to what is left of it.")) {}

  [[nodiscard]] double rank(const WaitingJob& job) const override {
    return estimate_.left(job).value();
  }
  [[nodiscard]] PolicyParts parts() override {
    return {.rules = nullptr, .limits = nullptr, .preempts = true};
  }
  [[nodiscard]] std::optional<Seconds> wake() const override { return wake_; }

  void schedule(SchedulingPass& pass) override {
    wake_ = round_.next(pass.now());
    if (wake_) return;
    find_victims(pass);
    refused_.clear();
    for (std::size_t i = 0; i < pass.queue().size(); ++i) consider(pass, i);
  }

 private:
  void find_victims(const SchedulingPass& pass) {
    victims_.clear();
    for (const auto& [job, running] : pass.running()) {
      const Seconds ran = pass.now() - running.started;
      victims_.push_back({(estimate_.left(running.asks) - ran).value(), job});
    }
    std::sort(victims_.begin(), victims_.end(),
              [](const Victim& a, const Victim& b) { return a.goes_before(b); });
  }

  void consider(SchedulingPass& pass, std::size_t i) {
    const WaitingJob job = pass.queue()[i];
    const bool remember = job.demand.is_gpus_alone() && job.starts == 0;
    if (remember && refused_.contains(job.demand.gpus)) return;
    if (pass.start(i)) return;
    if (pass.make_way(job) && pass.start(i)) return;
    if (make_room(pass, job) && pass.start(i)) return;
    if (remember) refused_.insert(job.demand.gpus);
  }

  /// Preempts running jobs with more left than `job`; false, with nothing done, where all of them
  /// together would not make room.
  bool make_room(SchedulingPass& pass, const WaitingJob& job) {
    longer_.clear();
    for (const Victim& victim : victims_) {
      if (!(victim.left > job.rank + kClearly)) break;
      longer_.push_back(victim.job);
    }
    const auto stopped = jobs_in_the_way(pass, job, longer_);
    if (!stopped || stopped->empty()) return false;
    for (const std::uint32_t victim : *stopped)
      pass.interrupt({.job = victim, .keeps = {.restart = restart_}, .may_resume = true});
    std::erase_if(victims_, [&](const Victim& v) {
      return std::ranges::find(*stopped, v.job) != stopped->end();
    });
    refused_.clear();
    return true;
  }

  RunTimeEstimate estimate_;
  RoundClock round_;
  Seconds restart_;
  std::optional<Seconds> wake_;
  std::vector<Victim> victims_;        // the most left first
  std::vector<std::uint32_t> longer_;  // scratch: of those, with more left than one that waits
  std::set<std::int32_t> refused_;     // GPUs that found no room since anything was freed
};

}  // namespace

void register_scheduler_srtf(Registry& registry) {
  registry.schedulers.add(
      "srtf", "Shortest remaining time first: running jobs with more left make room.",
      [](ObjectReader& reader) { return std::make_unique<ShortestRemainingFirst>(reader); });
}

}  // namespace gpuscape
