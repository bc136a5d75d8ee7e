#include "sim/study/run_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/study/as_logged.hpp"
#include "sim/study/estimates.hpp"
#include "sim/study/parallel.hpp"
#include "sim/study/progress_observer.hpp"
#include "sim/study/warm_up.hpp"

namespace gpuscape {

namespace {

// Batches have fixed sizes, so that how many replications there are never depends on the threads.
constexpr std::size_t kFirstBatch = 5;
constexpr std::size_t kBatch = 10;
constexpr std::size_t kMostReplications = 100;

/// Until when a generated workload submits; none where a stream is a log or counts its jobs.
std::optional<Seconds> generated_span(const ScenarioSpec& scenario) {
  std::optional<Seconds> longest;
  for (const StreamSpec& stream : scenario.streams) {
    if (!stream.closed && (!stream.generate || !stream.generate->duration)) return std::nullopt;
    longest = std::max(longest.value_or(Seconds(0.0)),
                       stream.closed ? stream.closed->duration : *stream.generate->duration);
  }
  return longest;
}

class Study {
 public:
  Study(const ScenarioSpec& scenario, const Registry& registry, const StudyOptions& options)
      : scenario_(scenario),
        registry_(registry),
        options_(options),
        span_(generated_span(scenario)) {
    result_.scenario = scenario;
    result_.synthetic =
        std::any_of(scenario.streams.begin(), scenario.streams.end(),
                    [](const StreamSpec& stream) { return !stream.trace.has_value(); });
  }

  StudyResult run() {
    inputs_ = load_traces(scenario_);
    run_first();
    const std::size_t wanted = replications_wanted();
    if (wanted == 1) {
      find_warm_up_on({&result_.first});
      summarize_first();
      estimate_by_bootstrap(result_, window_of(result_.first));
    } else {
      replicate(wanted);
    }
    result_.as_logged = as_logged(result_.first, inputs_.traces);
    result_.worst_week = worst_week(result_.first.jobs, window_of(result_.first));
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::size_t replications_wanted() const {
    if (!result_.synthetic || result_.partial) return 1;
    return static_cast<std::size_t>(scenario_.run.replications.value_or(kMostReplications));
  }

  void run_first() {
    Run run(scenario_, registry_, inputs_);
    ProgressObserver observer(scenario_, inputs_, options_.progress);
    if (options_.progress) run.observe(&observer);
    if (options_.drive_first) {
      options_.drive_first(run, options_.stop);
    } else {
      run.step_until(kForever, options_.stop);
    }
    result_.first = run.finish();
    result_.partial = result_.first.partial;
    const JobRecords& jobs = result_.first.jobs;
    for (std::size_t job = 0; job < jobs.size(); ++job) result_.jobs += jobs.in_statistics(job);
    if (jobs.size() > 0) result_.span = jobs.submit(jobs.size() - 1) - jobs.submit(0);
    report(1);
  }

  [[nodiscard]] MetricWindow window_of(const RunResult& run) const {
    MetricWindow window = result_.synthetic ? after_warm_up(run, result_.warm_up) : whole_run(run);
    if (!run.partial) window.load_span = span_;
    return window;
  }

  void find_warm_up_on(const std::vector<const RunResult*>& runs) {
    if (!result_.synthetic) return;
    if (scenario_.run.warm_up) {
      result_.warm_up = *scenario_.run.warm_up;
      result_.warm_up_method = "given";
      return;
    }
    Seconds end = kForever;
    for (const RunResult* run : runs) end = std::min(end, whole_run(*run).last_submit);
    const auto found = find_warm_up(runs, end);
    result_.warm_up = found.value_or(end * 0.5);
    result_.warm_up_method =
        fmt::format("MSER-5 over {} replication{}", runs.size(), runs.size() == 1 ? "" : "s");
    if (!found) result_.warm_up_method += ": not settled, so the first half";
  }

  void summarize_first() { add(summarize(result_.first, window_of(result_.first), scenario_)); }

  void add(ReplicationSummary summary) {
    if (summaries_.empty()) result_.metrics = summary.metrics;
    result_.unfinished += summary.unfinished;
    result_.never_fit += summary.never_fit;
    result_.timed_out += summary.timed_out;
    result_.dependency_failed += summary.dependency_failed;
    summaries_.push_back(std::move(summary));
  }

  [[nodiscard]] RunResult run_replication(std::size_t index) const {
    RunInputs inputs = inputs_;
    inputs.replication = index;
    Run run(scenario_, registry_, inputs);
    run.step_until(kForever, options_.stop);
    return run.finish();
  }

  /// The first few are kept until the warm-up is known, which their statistics depend on.
  void first_batch(std::size_t wanted) {
    std::vector<RunResult> runs(std::min(kFirstBatch, wanted) - 1);
    for_each_index(runs.size(), options_.threads,
                   [&](std::size_t i) { runs[i] = run_replication(i + 1); });
    std::erase_if(runs, [](const RunResult& run) { return run.partial; });
    std::vector<const RunResult*> all{&result_.first};
    for (const RunResult& run : runs) all.push_back(&run);
    find_warm_up_on(all);
    summarize_first();
    for (const RunResult& run : runs) {
      if (options_.keep) options_.keep(static_cast<std::int64_t>(summaries_.size()), run);
      add(summarize(run, window_of(run), scenario_));
    }
  }

  void next_batch(std::size_t wanted) {
    struct Outcome {
      ReplicationSummary summary;
      RunResult run;
      bool partial = false;
    };
    const std::size_t done = summaries_.size();
    std::vector<Outcome> outcomes(std::min(kBatch, wanted - done));
    for_each_index(outcomes.size(), options_.threads, [&](std::size_t i) {
      RunResult run = run_replication(done + i);
      outcomes[i].partial = run.partial;
      if (run.partial) return;
      outcomes[i].summary = summarize(run, window_of(run), scenario_);
      if (options_.keep) outcomes[i].run = std::move(run);
    });
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i].partial) continue;
      if (options_.keep) options_.keep(static_cast<std::int64_t>(done + i), outcomes[i].run);
      add(std::move(outcomes[i].summary));
    }
  }

  void replicate(std::size_t wanted) {
    const bool until_precise = !scenario_.run.replications.has_value();
    first_batch(wanted);
    for (;;) {
      estimate_by_replications(result_, summaries_);
      report(static_cast<std::int64_t>(summaries_.size()));
      if (summaries_.size() >= wanted || (until_precise && precise_enough(result_))) break;
      result_.partial = options_.stop.stop_requested();
      if (result_.partial) break;
      next_batch(wanted);
    }
    result_.replications = static_cast<std::int64_t>(summaries_.size());
    result_.precision_reached = !until_precise || precise_enough(result_);
  }

  void report(std::int64_t replications) const {
    if (options_.progress)
      options_.progress({.share = 1.0, .jobs_ended = result_.jobs, .replications = replications});
  }

  const ScenarioSpec& scenario_;
  const Registry& registry_;
  const StudyOptions& options_;
  std::optional<Seconds> span_;
  RunInputs inputs_;
  StudyResult result_;
  std::vector<ReplicationSummary> summaries_;
};

}  // namespace

StudyResult run_study(const ScenarioSpec& scenario, const Registry& registry,
                      const StudyOptions& options) {
  return Study(scenario, registry, options).run();
}

}  // namespace gpuscape
