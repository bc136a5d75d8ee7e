#include "sim/validation/crosscheck_jobs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/calibration/least_squares.hpp"
#include "sim/run/pace/traffic_parts.hpp"
#include "sim/validation/steps_as_flows.hpp"

namespace gpuscape {

namespace {

/// A job that exchanges data in some segment of its life.
struct Exchanging {
  std::uint32_t job = 0;
  Seconds start{0.0};
  Seconds end{0.0};
};

template <class Belongs>
JobStepsBand band_of(std::span<const JobStepsRow> rows, const Belongs& belongs) {
  JobStepsBand band;
  std::vector<double> errors;
  std::vector<double> baseline;
  for (const JobStepsRow& row : rows) {
    if (!belongs(row)) continue;
    errors.push_back(std::abs(row.error()));
    baseline.push_back(std::abs(row.baseline_error()));
    band.worst = std::max(band.worst, errors.back());
  }
  band.jobs = std::ssize(errors);
  band.median = median_of(std::move(errors));
  band.baseline = median_of(std::move(baseline));
  return band;
}

void add_bands(JobStepsResult& result) {
  for (std::size_t i = 0; i < JobStepsResult::kBands.size(); ++i) {
    const bool last = i + 1 == JobStepsResult::kBands.size();
    const double from = JobStepsResult::kBands[i];
    const double to =
        last ? std::numeric_limits<double>::infinity() : JobStepsResult::kBands[i + 1];
    JobStepsBand band = band_of(
        result.rows, [=](const JobStepsRow& row) { return row.load >= from && row.load < to; });
    band.least_load = from;
    if (band.jobs > 0) result.bands.push_back(band);
  }
  result.all = band_of(result.rows, [](const JobStepsRow&) { return true; });
  result.contended = band_of(result.rows, [](const JobStepsRow& row) {
    return std::abs(row.baseline_error()) >= JobStepsResult::kContended;
  });
}

/// Instants at which many jobs exchange data, the busiest first; no job exchanges at two of them.
std::vector<Seconds> busy_instants(const std::vector<Exchanging>& lives, std::int64_t most) {
  std::map<double, std::int64_t> changes;
  for (const Exchanging& life : lives) {
    ++changes[life.start.value()];
    --changes[life.end.value()];
  }
  std::vector<std::pair<std::int64_t, double>> counts;  // from that date on
  std::int64_t count = 0;
  for (const auto& [date, change] : changes) {
    count += change;
    if (count > 0) counts.emplace_back(count, date);
  }
  std::ranges::stable_sort(counts, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Seconds> instants;
  std::set<std::uint32_t> seen;
  std::int64_t found = 0;
  constexpr std::size_t kMostTried = 2000;
  for (std::size_t i = 0; i < std::min(counts.size(), kMostTried) && found < most; ++i) {
    std::vector<std::uint32_t> running;
    for (const Exchanging& life : lives)
      if (life.start.value() <= counts[i].second && counts[i].second < life.end.value())
        running.push_back(life.job);
    const auto known = [&](std::uint32_t job) { return seen.contains(job); };
    if (std::ranges::any_of(running, known)) continue;
    seen.insert(running.begin(), running.end());
    found += std::ssize(running);
    instants.emplace_back(counts[i].second);
  }
  std::ranges::sort(instants);
  return instants;
}

/// The jobs of one instant, by mean presence and as flows.
class Instant {
 public:
  Instant(const RunView& view, const RunResult& whole, TrafficShaper& shaper)
      : view_(view),
        whole_(whole),
        shaper_(shaper),
        presence_(shaper.links().count()),
        flows_(capacities(shaper.links())),
        loads_(shaper.links().count(), 0.0) {
    for (const RunView::Running& running : view.running) add(running);
    presence_.solve();
    for (const Job& job : jobs_)
      for (const MeanPresence::Use& use : job.shape.uses)
        loads_[use.resource] += use.time / presence_.step_time(job.presence);
  }

  /// At most `most` rows; false where it was stopped.
  bool compare(std::int64_t most, const std::stop_token& stop, JobStepsResult& result) {
    constexpr std::int64_t kWarmUp = 5;
    constexpr std::int64_t kSteps = 40;
    constexpr std::int64_t kLeast = 10;
    constexpr std::int64_t kMostFlows = 5'000'000;
    if (!flows_.run(kWarmUp, kSteps, kMostFlows, stop)) return false;
    for (std::size_t i = 0; i < jobs_.size() && most > 0; ++i, --most) {
      const std::optional<Seconds> stepped = flows_.mean_step(i, kLeast);
      if (!stepped) {
        ++result.unsettled;
        continue;
      }
      JobStepsRow row = row_of(jobs_[i]);
      row.stepped = *stepped;
      result.rows.push_back(std::move(row));
    }
    return true;
  }

 private:
  struct Job {
    std::uint32_t job;
    std::span<const AllocationSpan> spans;
    TrafficShape shape;
    MeanPresence::JobIndex presence;
  };

  static std::vector<BytesPerSecond> capacities(const SharedLinks& links) {
    std::vector<BytesPerSecond> all;
    all.reserve(links.count());
    for (LinkIndex link = 0; link < links.count(); ++link) all.push_back(links.capacity(link));
    return all;
  }

  void add(const RunView::Running& running) {
    const std::span<const AllocationSpan> spans = view_.spans_of(running);
    const gpuscape::Job& of = whole_.jobs.job(running.job);
    const ApplicationKey runs{of.stream, of.application};
    if (!shaper_.exchanges(runs, spans)) return;
    Job job{.job = running.job, .spans = spans, .shape = {}, .presence = 0};
    std::vector<TrafficFlow> flows;
    shaper_.shape(runs, spans, job.shape, flows);
    job.presence = presence_.add(job.shape.step, job.shape.uses);
    // Steps that begin apart, as evenly as can be whatever their number: by the golden section.
    constexpr double kGolden = 0.6180339887498949;
    double whole = 0.0;
    const double part = std::modf(kGolden * static_cast<double>(jobs_.size()), &whole);
    flows_.add(job.shape.step, flows, job.shape.ideal_step * part);
    jobs_.push_back(std::move(job));
  }

  [[nodiscard]] JobStepsRow row_of(const Job& of) const {
    JobStepsRow row;
    row.job = whole_.jobs.id(of.job);
    row.nodes = std::ssize(of.spans);
    row.at = view_.now;
    for (const AllocationSpan& span : of.spans) row.gpus += span.gpus;
    MeanPresence alone(shaper_.links().count());
    const MeanPresence::JobIndex single = alone.add(of.shape.step, of.shape.uses);
    alone.solve();
    row.alone = alone.step_time(single);
    row.averaged = presence_.step_time(of.presence);
    for (const MeanPresence::Use& use : of.shape.uses) {
      const double load = loads_[use.resource];
      if (load <= row.load) continue;
      row.load = load;
      row.link = shaper_.links().name(use.resource);
    }
    return row;
  }

  const RunView& view_;
  const RunResult& whole_;
  TrafficShaper& shaper_;
  MeanPresence presence_;
  StepsAsFlows flows_;
  std::vector<double> loads_;  // by link: share of time on which bytes cross it
  std::vector<Job> jobs_;
};

std::vector<Exchanging> exchanging_lives(const TrafficResult& traffic, const JobRecords& jobs) {
  std::vector<Exchanging> lives;
  std::optional<std::uint32_t> last;  // a job that was preempted has a record for each of its lives
  for (const TrafficRecord& record : traffic.jobs) {
    if (last == record.job) continue;
    last = record.job;
    for (const Segment& segment : jobs.segments(record.job))
      lives.push_back({record.job, segment.start, segment.end});
  }
  return lives;
}

}  // namespace

JobStepsResult crosscheck_jobs(const CheckedScenario& scenario, const RunInputs& inputs,
                               std::int64_t most, const std::stop_token& stop) {
  JobStepsResult result;
  if (scenario.access != nullptr)
    throw RunError("GPUs are lent here: steps as flows are compared for exchanges alone");
  Run whole(scenario, inputs);
  result.partial = !whole.step_until(kForever, stop);
  const RunResult replay = whole.finish();
  if (result.partial) return result;
  if (!replay.traffic || replay.traffic->jobs.empty())
    throw RunError("no job of this scenario exchanges data: there is nothing to compare");
  const std::vector<Exchanging> lives = exchanging_lives(*replay.traffic, replay.jobs);
  std::set<std::uint32_t> exchanging;
  for (const Exchanging& life : lives) exchanging.insert(life.job);
  result.exchanging = std::ssize(exchanging);
  const std::vector<Seconds> instants = busy_instants(lives, most);
  Run again(scenario, inputs);
  TrafficShaper shaper(traffic_parts(scenario, inputs.path_draw.value_or(inputs.replication)),
                       again.capacity());
  for (const Seconds date : instants) {
    if (!again.step_until(date, stop)) break;
    const RunView view = again.view();
    Instant instant(view, replay, shaper);
    const std::int64_t left = most - std::ssize(result.rows) - result.unsettled;
    if (!instant.compare(left, stop, result)) break;
    ++result.instants;
  }
  result.partial = result.instants < std::ssize(instants);
  add_bands(result);
  return result;
}

}  // namespace gpuscape
