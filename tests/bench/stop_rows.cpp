/// How long a stop takes while a log of a million jobs is read, and while its statistics are taken.

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include "sim/base/interrupted.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "tests/bench/bench_log.hpp"
#include "tests/bench/rows.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Asks for a stop after so long.
class DelayedStop {
 public:
  void begin(double seconds) {
    thread_ = std::jthread([this, seconds] {
      std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
      asked_ = Clock::now();
      source_.request_stop();
    });
  }
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  /// From the stop until now, s; none where the work ended before it.
  std::optional<double> seconds_since() {
    const Clock::time_point now = Clock::now();
    const bool was_asked = source_.stop_requested();
    thread_.join();
    if (!was_asked) return std::nullopt;
    return std::chrono::duration<double>(now - asked_).count();
  }

 private:
  std::stop_source source_;
  Clock::time_point asked_;
  std::jthread thread_;
};

/// The longest that a stop took, over stops at shares of what the work takes.
double longest(double takes,
               const std::function<std::optional<double>(double delay)>& stopped_after) {
  double most = 0.0;
  int stopped = 0;
  for (const double share : {0.1, 0.25, 0.4, 0.55, 0.7, 0.85}) {
    const std::optional<double> seconds = stopped_after(share * takes);
    stopped += seconds.has_value();
    most = std::max(most, seconds.value_or(0.0));
  }
  if (stopped < 3) throw std::runtime_error("the work ended before it was stopped");
  return most;
}

/// A log and a cluster that it keeps busy.
class Replay {
 public:
  const CheckedScenario& scenario() {
    if (!scenario_) scenario_ = std::make_shared<const CheckedScenario>(make());
    return *scenario_;
  }
  const std::string& file() { return log_.plain(); }
  TraceCache& traces() { return traces_; }

  /// The run alone: neither read nor summarized.
  double seconds_to_run() {
    const RunInputs inputs = traces_.inputs(scenario().spec, {});
    return seconds_of([&] {
      Run run(scenario(), inputs);
      run.step_until(kForever, {});
      run.finish();
    });
  }

 private:
  CheckedScenario make() {
    LoadedScenario loaded = load_scenario_text(
        R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 4000, "gpus": 8,
            "cores": 64, "memory": "512 GiB"}}}, "workload": {"streams": {"log": {"generate": {
            "jobs": 1, "load": 0.5, "gpus": {"1": 1}, "run_time": {"distribution": "exponential",
            "mean": "1 h"}}}}}, "scheduler": {"backfill": "easy"}})",
        "bench.json");
    StreamSpec& stream = loaded.spec.streams.front();
    stream.generate.reset();
    stream.trace = BenchLog::spec(file());
    return test::checked(std::move(loaded));
  }

  BenchLog log_;
  TraceCache traces_;
  std::shared_ptr<const CheckedScenario> scenario_;
};

double stop_while_reading(Replay& replay) {
  const TraceSpec spec = BenchLog::spec(replay.file());
  const double takes = seconds_of([&] {
    JobTable table;
    read_trace(spec, table);
  });
  return longest(takes, [&](double delay) -> std::optional<double> {
    JobTable table;
    DelayedStop stop;
    stop.begin(delay);
    try {
      read_trace(spec, table, stop.token());
    } catch (const Interrupted&) {
      return stop.seconds_since();
    }
    return stop.seconds_since();
  });
}

/// What statistics take, and how long until a stop in their midst ends them.
double stop_in_statistics(Replay& replay) {
  Clock::time_point run_ended;
  StudyOptions options;
  options.threads = 1;
  options.progress = [&](const StudyProgress& progress) {
    if (progress.replications == 1) run_ended = Clock::now();
  };
  run_study(replay.scenario(), replay.traces(), options);
  const double takes = std::chrono::duration<double>(Clock::now() - run_ended).count();
  return longest(takes, [&](double delay) -> std::optional<double> {
    DelayedStop stop;
    options.stop = stop.token();
    options.progress = [&](const StudyProgress& progress) {
      if (progress.replications == 1) stop.begin(delay);
    };
    const StudyOutcome outcome = run_study(replay.scenario(), replay.traces(), options);
    const std::optional<double> seconds = stop.seconds_since();
    if (seconds && !outcome.result.partial)
      throw std::runtime_error("a stopped study is not marked partial");
    return seconds;
  });
}

}  // namespace

std::vector<Row> make_stop_rows() {
  constexpr double kGoal = 1.0 / 0.02;
  const auto replay = std::make_shared<Replay>();
  const Side run{"stop/run", 1.0, [replay] { return replay->seconds_to_run(); }};
  return {{"a stop while 1 M jobs are read, against their run",
           {"stop/reading", 1.0, [replay] { return stop_while_reading(*replay); }},
           run,
           kGoal,
           {}},
          {"a stop in the statistics of 1 M jobs, against the run",
           {"stop/statistics", 1.0, [replay] { return stop_in_statistics(*replay); }},
           run,
           kGoal,
           {}}};
}

}  // namespace gpuscape::bench
