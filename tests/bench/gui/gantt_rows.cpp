#include <algorithm>
#include <memory>
#include <vector>

#include "gui/view/gantt_view.hpp"
#include "gui/view/jobs_table.hpp"
#include "sim/base/error.hpp"
#include "tests/bench/bench_jobs.hpp"
#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::size_t kJobs = 1'000'000;
constexpr std::uint32_t kNodes = 1000;
constexpr int kPixels = 2000;

/// One replay of a million jobs, with what reports call its nodes.
const RunResult& replayed() {
  static const RunResult run = [] {
    RunResult made = run_ours(make_jobs(kJobs, kNodes, 0.85), kNodes, "none", Loop::native);
    made.nodes = {{"gpu", 0, kNodes, 8, false}};
    made.streams = {"jobs"};
    return made;
  }();
  return run;
}

/// Of the last part of the run, or all of it.
Side drawn(std::string name, Seconds part) {
  return {std::move(name), 1.0, [part] {
            const RunResult& run = replayed();
            const gui::TimeWindow window{std::max(Seconds(0.0), run.end - part), run.end};
            return seconds_of([&] {
              const gui::GanttView view =
                  gui::gantt_view(run, {.window = window, .width = kPixels});
              ensure(view.gpu_time > GpuSeconds(0.0), "jobs hold GPUs");
            });
          }};
}

/// The table of its jobs, sorted by their waits and by what they held, and filtered.
Side tabled() {
  return {"jobs table/sorted", 1.0, [] {
            auto outcome = std::make_shared<StudyOutcome>();
            outcome->result.first = replayed();
            gui::JobsTable table(outcome);
            return seconds_of([&] {
              table.sort_by(4, true);
              ensure(table.filter("gpus>=8").empty(), "a filter that can be read");
              ensure(table.size() > 0, "some jobs are large");
            });
          }};
}

Side run_again() {
  const auto jobs = std::make_shared<const std::vector<Job>>(make_jobs(kJobs, kNodes, 0.85));
  return {"gantt/its run", 1.0,
          [jobs] { return seconds_of([&] { run_ours(*jobs, kNodes, "none", Loop::native); }); }};
}

}  // namespace

// The quickest run that there is: FIFO without backfill.
std::vector<Row> make_gantt_rows() {
  constexpr double kGoal = 1.0 / 0.05;
  return {{"Gantt of 1 M jobs to 2000 pixels against its run",
           drawn("gantt/whole", kForever),
           run_again(),
           kGoal,
           {}},
          {"the same, the last two hours of it",
           drawn("gantt/two hours", Seconds(7200.0)),
           run_again(),
           kGoal,
           {}},
          {"its jobs sorted by wait, then filtered, against its run",
           tabled(),
           run_again(),
           std::nullopt,
           {}}};
}

}  // namespace gpuscape::bench
