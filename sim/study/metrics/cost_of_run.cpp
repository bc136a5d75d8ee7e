#include "sim/study/metrics/cost_of_run.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sim/run/record/stays.hpp"
#include "sim/study/metrics/held_share.hpp"

namespace gpuscape {

namespace {

/// Progress of a job alone ÷ the time for which it held its GPUs: 1 for one that nothing slows, 0
/// for one that failures ended.
double pace_of(const JobRecords& jobs, std::size_t job, std::span<const Segment> segments) {
  if (jobs.state(job) == JobState::failed) return 0.0;
  if (jobs.state(job) != JobState::completed) return 1.0;
  if (was_resized(jobs, job)) {
    GpuSeconds held{0.0};
    for (const Segment& segment : segments)
      held += gpus_for(gpus_in(jobs, job, segment), segment.end - segment.start);
    return std::min(1.0, gpus_for(jobs.demand(job).gpu_amount(), jobs.run_time(job)) / held);
  }
  Seconds held{0.0};
  for (const Segment& segment : segments) held += segment.end - segment.start;
  return held > Seconds(0.0) ? std::min(1.0, jobs.run_time(job) / held) : 1.0;
}

/// The time of a stretch that lies in the window; one that has not ended lasts until its end.
template <class Stretch>
Seconds within(const Stretch& stretch, const MetricWindow& window) {
  const Seconds end = std::isnan(stretch.end.value()) ? window.average_to : stretch.end;
  return std::max(Seconds(0.0), std::min(end, window.average_to) -
                                    std::max(stretch.start, window.submitted_from));
}

std::size_t group_of(const RunResult& run, std::uint32_t node) {
  if (run.nodes.size() == 1) return 0;
  const auto after = std::ranges::upper_bound(run.nodes, node, {}, &NodeLabel::first_node);
  return static_cast<std::size_t>(after - run.nodes.begin()) - 1;
}

/// For pools that are billed by use.
void add_up_shares(const RunResult& run, const MetricWindow& window, const StopCheck& stop,
                   Usage& usage) {
  if (run.cost == nullptr) return;
  for (std::size_t i = 0; i < run.nodes.size(); ++i) {
    const CostPoolSpec* said = run.cost->spec().pool(run.nodes[i].group);
    if (said != nullptr && said->billed_in_use)
      usage.pools[i].up_share = up_share(run, i, window, said->least_bill, stop);
  }
}

}  // namespace

HeldTime held_time(const RunResult& run, std::size_t job, const MetricWindow& window) {
  HeldTime held;
  const std::span<const Segment> segments = run.jobs.segments(job);
  for (const Segment& segment : segments) {
    const Seconds time = within(segment, window);
    for (const AllocationSpan& span : run.jobs.spans(segment))
      held.held += gpus_for(run.jobs.gpus_held(job, span), time);
  }
  held.useful = held.held * pace_of(run.jobs, job, segments);
  for (const StandbyStay& stay : standby_stays(run.jobs, job))
    held.held += gpus_for(stay.at.gpus, within(stay, window));
  return held;
}

double up_share(const RunResult& run, std::size_t group, const MetricWindow& window, Seconds least,
                const StopCheck& stop) {
  struct Stretch {
    std::uint32_t node;
    Seconds start;
    Seconds end;
  };
  std::vector<Stretch> held;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    for_each_stay(run.jobs, job, [&](const Stay& stay) {
      const Seconds time = within(stay, window);
      if (!(time > Seconds(0.0)) || group_of(run, stay.at.node) != group) return;
      const Seconds start = std::max(stay.start, window.submitted_from);
      held.push_back({stay.at.node, start, start + time});
    });
  }
  std::ranges::sort(held, [](const Stretch& a, const Stretch& b) {
    return a.node != b.node ? a.node < b.node : a.start < b.start;
  });
  Seconds up{0.0};
  for (std::size_t i = 0; i < held.size();) {
    Seconds end = held[i].end;
    std::size_t next = i + 1;
    for (; next < held.size() && held[next].node == held[i].node && !(held[next].start > end);
         ++next)
      end = std::max(end, held[next].end);
    up += std::max(end - held[i].start, least);
    i = next;
  }
  const Seconds all = (window.average_to - window.submitted_from) * run.nodes[group].count;
  return all > Seconds(0.0) ? std::min(1.0, up / all) : 0.0;
}

Usage usage_of(const RunResult& run, const MetricWindow& window, const StopCheck& stop) {
  Usage usage{.pools = std::vector<PoolUsage>(run.nodes.size())};
  usage.window = window.average_to - window.submitted_from;
  if (!(usage.window > Seconds(0.0))) return usage;
  std::size_t ended = 0;
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    stop.look_at(job);
    const std::span<const Segment> segments = run.jobs.segments(job);
    if (segments.empty()) continue;
    if (run.jobs.ended_by_itself(job)) {
      const Seconds end = segments.back().end;
      if (end > window.submitted_from && !(end > window.average_to)) ++ended;
    }
    const double pace = pace_of(run.jobs, job, segments);
    for (const Segment& segment : segments) {
      const double time = within(segment, window).value();
      if (!(time > 0.0)) continue;
      const std::span<const AllocationSpan> spans = run.jobs.spans(segment);
      const double nodes = nodes_by_cores(spans);
      for (const AllocationSpan& span : spans) {
        const std::size_t group = group_of(run, span.node);
        PoolUsage& pool = usage.pools[group];
        const double gpus = run.jobs.gpus_held(job, span);
        pool.held_share += time * gpus;
        pool.useful_share += time * gpus * pace;
        if (run.nodes[group].gpus == 0)
          pool.core_share += time * cores_share(run.jobs.demand(job), nodes, run.nodes[group]);
      }
    }
    for (const StandbyStay& stay : standby_stays(run.jobs, job))
      usage.pools[group_of(run, stay.at.node)].held_share +=
          within(stay, window).value() * stay.at.gpus;
  }
  for (std::size_t i = 0; i < run.nodes.size(); ++i) {
    const NodeLabel& group = run.nodes[i];
    const double all = usage.window.value() * group.count * group.gpus;
    usage.pools[i].held_share = all > 0.0 ? usage.pools[i].held_share / all : 0.0;
    usage.pools[i].useful_share = all > 0.0 ? usage.pools[i].useful_share / all : 0.0;
    usage.pools[i].core_share =
        std::min(1.0, usage.pools[i].core_share / (usage.window.value() * group.count));
  }
  add_up_shares(run, window, stop, usage);
  usage.jobs_per_second = static_cast<double>(ended) / usage.window.value();
  if (run.end > Seconds(0.0))
    for (const FailureCount& failed : run.failures)
      usage.failures_per_second += static_cast<double>(failed.times) / run.end.value();
  return usage;
}

std::vector<CostSwing> all_swings(const StudyResult& result) {
  std::vector<CostSwing> all = result.first.cost->swings(result.usage);
  for (const VariedCost& varied : result.varied) {
    if (varied.totals.size() < 2) continue;
    CostSwing swing{.input = {.name = varied.input, .source = "the run at each of its values"},
                    .at_low = varied.totals.front().total,
                    .at_high = varied.totals.back().total};
    swing.input.low_text = varied.values.front();
    swing.input.high_text = varied.values.back();
    all.push_back(std::move(swing));
  }
  std::ranges::stable_sort(
      all, [](const CostSwing& a, const CostSwing& b) { return a.width() > b.width(); });
  return all;
}

const CostTotals& cost_of(const MetricInput& input) {
  if (!input.cost)
    input.cost = input.run.cost->totals(
        input.usage != nullptr ? *input.usage : usage_of(input.run, input.window, input.stop));
  return *input.cost;
}

}  // namespace gpuscape
