#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/run/run_state.hpp"

namespace gpuscape {

/// Called before anything changes at a new instant.
void RunState::hold_until_now() {
  const double now = simulation_.now().value();
  if (now <= held_until_) return;
  const double stranded = stranded_over(now - held_until_);
  const auto free = static_cast<double>(platform_.gpus_total() - gpus_allocated_);
  // Who waits for the end of another job could use none yet.
  const bool wanted = waiting_ > std::ssize(unmet_);
  recorder_.hold(simulation_.now(),
                 ClusterSample{.gpus_allocated = static_cast<double>(gpus_allocated_),
                               .gpus_stranded = stranded,
                               .gpus_idle_queued = wanted ? free - stranded : 0.0,
                               .jobs_waiting = static_cast<double>(waiting_),
                               .jobs_running = static_cast<double>(running_)});
  if (traffic_) {
    network_recorder_.hold(
        simulation_.now(),
        NetworkSample{traffic_->used(LinkTier::host), traffic_->used(LinkTier::fabric),
                      static_cast<double>(traffic_->jobs_exchanging()),
                      static_cast<double>(traffic_->jobs_slowed())});
  }
  held_until_ = now;
}

/// Mean number of stranded GPUs to record for a stretch of `span` seconds in which nothing changed.
/// Long stretches are looked at. Of the short ones, laid end to end, one is looked at in every
/// `step` seconds, at dates that keep step with nothing (multiples of the golden ratio), and stands
/// for that long: looking costs more than a whole event.
double RunState::stranded_over(double span) {
  constexpr double kStep = 60.0;
  const double step = stranded_meter_.looks_at_every_node()
                          ? std::max(kStep, recorder_.interval().value() / 4.0)
                          : kStep;
  if (span >= step) return stranded_meter_.stranded();
  short_stretches_ += span / step;
  double looks = 0.0;
  for (; short_stretches_ >= next_look_; looks += 1.0) {
    constexpr double kGolden = 0.6180339887498949;
    ++look_;
    const double offset = kGolden * static_cast<double>(look_);
    next_look_ = static_cast<double>(look_) + offset - std::floor(offset);
  }
  return looks > 0.0 ? stranded_meter_.stranded() * looks * step / span : 0.0;
}

namespace {

constexpr std::int64_t kMilli = 1000;

bool asks_for_cores_alone(const JobRecords& jobs) {
  bool cores = false;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    const Demand& demand = jobs.demand(job);
    if (demand.gpus > 0) return false;
    cores = cores || demand.milli_cores > 0;
  }
  return cores;
}

}  // namespace

void RunState::fill_in(RunResult& result) const {
  // Wake-ups and the ends of preempted jobs come to nothing: they are no part of the run.
  result.end = has_next_ || running_ > 0 ? simulation_.now() : last_change_;
  result.timeline = recorder_.timeline();
  for (std::size_t i = 0; i < result.timeline.gpus_stranded.size(); ++i) {
    const double free =
        static_cast<double>(platform_.gpus_total()) - result.timeline.gpus_allocated[i];
    double& stranded = result.timeline.gpus_stranded[i];
    stranded = std::clamp(stranded, 0.0, std::max(0.0, free));
    // Stranded ones are looked at now and then: what is left may be a little off.
    double& idle = result.timeline.gpus_idle_queued[i];
    idle = std::clamp(idle, 0.0, std::max(0.0, free - stranded));
  }
  result.waits = wait_reasons_.result(simulation_.now());
  if (traffic_) {
    network_recorder_.add_network(result.timeline);
    result.traffic = traffic_->result(platform_);
  }
  if (parts_.rules != nullptr) result.policy_notes = parts_.rules->notes();
  result.partial = has_next_ || running_ > 0;
  if (result.partial)
    result.not_submitted = static_cast<std::int64_t>(inlet_.expected_jobs()) + (has_next_ ? 1 : 0);
  result.gpus_total = platform_.gpus_total();
  for (const NodeGroup& group : platform_.groups())
    if (!group.pool) result.cores_total += group.count * (group.capacity.milli_cores / kMilli);
  result.counts_cores = result.cores_total > 0 && asks_for_cores_alone(records_);
  result.never_fit = never_fit_;
  result.cores_or_memory_ignored = ignored_on_pool_;
  result.backfilled = lanes_.front()->backfill->depth().has_value();
  result.expected_by_run_time = result.backfilled ? without_limit_ : 0;
}

}  // namespace gpuscape
