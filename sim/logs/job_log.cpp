#include "sim/logs/job_log.hpp"

#include <cmath>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/run/run.hpp"
#include "sim/run/run_workload.hpp"
#include "sim/scenario/located.hpp"
#include "sim/workload/formats/read_trace.hpp"

namespace gpuscape {

namespace {

/// 1970-01-01 was a Thursday.
std::optional<Seconds> week_clock_of(const std::optional<Seconds>& unix_origin) {
  constexpr double kSinceMonday = 3.0 * kSecondsPerDay;
  return unix_origin ? std::optional(*unix_origin + Seconds(kSinceMonday)) : std::nullopt;
}

/// The jobs of a closed stream follow from the ends of others, so from the run.
void refuse_closed(const ScenarioSpec& scenario) {
  for (const StreamSpec& stream : scenario.streams) {
    if (!stream.closed) continue;
    throw ScenarioError(
        located({{.file = "",
                  .pointer = "/workload/streams/" + stream.name + "/closed",
                  .message = "which jobs a closed stream submits depends on the run",
                  .hint = "run the scenario: jobs.csv lists them"}},
                scenario));
  }
}

/// Adds jobs of several streams to one table.
class Collector {
 public:
  Collector(const ScenarioSpec& scenario, const RunInputs& inputs)
      : inputs_(inputs), places_(scenario.streams.size()) {
    table_->keep_states_and_names();
  }

  std::shared_ptr<const JobTable> collect(WorkloadSource& source) {
    for (Job job; source.next(job);) add(job, source);
    table_->finish();
    return table_;
  }

 private:
  /// Those whose success was found to be out of reach are found so again, by their states.
  void add_dependency(const Dependency& dependency, const std::vector<std::int64_t>& earlier,
                      LoggedJob& row) {
    const bool any_end = dependency.how == DependsOn::end;
    row.after_ids.push_back(
        {earlier.at(dependency.on.index()), any_end ? DependsOn::end : DependsOn::success});
  }

  void add(const Job& job, const WorkloadSource& source) {
    LoggedJob row;
    static_cast<Job&>(row) = job;
    const std::vector<std::int64_t>& earlier = places_[job.stream];
    row.after = StreamJobId::none();
    row.waits_for_more = false;
    if (!job.after.is_none()) add_dependency({job.after, job.after_how}, earlier, row);
    if (job.waits_for_more) {
      const auto place = static_cast<std::uint32_t>(earlier.size());
      for (const Dependency& further : source.further_dependencies(job, place))
        add_dependency(further, earlier, row);
    }
    row.id = places_.size() == 1 ? job.id : static_cast<std::int64_t>(table_->size()) + 1;
    const JobOrigin& origin = (*inputs_.origins)[job.origin];
    row.user = origin.user;
    row.account = origin.account;
    row.partition = origin.partition;
    row.qos = origin.qos;
    row.stream = 0;
    if (const JobTable* logged = inputs_.traces[job.stream].table.get()) {
      const Seconds wait =
          logged->logged_start(earlier.size()) - logged->job(earlier.size()).submit;
      row.logged_start = job.submit + wait;
      row.state = logged->state(earlier.size());
      row.name = logged->name(earlier.size());
    }
    places_[job.stream].push_back(row.id);
    table_->add_row(row, 0);
  }

  const RunInputs& inputs_;
  std::shared_ptr<JobTable> table_ = std::make_shared<JobTable>();
  std::vector<std::vector<std::int64_t>> places_;  // by stream: ids in order of submission
};

void set_clocks(JobLog& log, const ScenarioSpec& scenario, const RunInputs& inputs) {
  if (log.reads.size() == scenario.streams.size()) {
    log.unix_origin = unix_origin_of(inputs);
    if (log.unix_origin) *log.unix_origin += log.table->origin();
    log.week_clock = week_clock_of(log.unix_origin);
    return;
  }
  if (scenario.streams.size() != 1) return;
  const auto& generate = scenario.streams.front().generate;
  const double starts_on = generate && generate->week ? generate->week->starts_on : 0;
  log.week_clock = log.table->origin() + Seconds(starts_on * kSecondsPerDay);
}

[[noreturn]] void refuse_empty(const ScenarioSpec& scenario) {
  throw ScenarioError(located({{.file = "",
                                .pointer = "/workload",
                                .message = "the scenario yields no job",
                                .hint = "a longer duration, or a higher load"}},
                              scenario));
}

}  // namespace

std::size_t hour_of_week(double week_clock) {
  constexpr double kHoursPerWeek = 168.0;
  const double hours = std::floor(week_clock / kSecondsPerHour);
  const double hour = hours - kHoursPerWeek * std::floor(hours / kHoursPerWeek);
  return static_cast<std::size_t>(hour);
}

JobLog read_job_log(const TraceSpec& spec) {
  JobLog log;
  auto table = std::make_shared<JobTable>();
  table->keep_states_and_names();
  log.reads.push_back(read_trace(spec, *table));
  log.title = log.reads.front().file;
  log.table = std::move(table);
  log.unix_origin = log.reads.front().unix_origin;
  log.week_clock = week_clock_of(log.unix_origin);
  return log;
}

JobLog collect_jobs(const CheckedScenario& checked) {
  const ScenarioSpec& scenario = checked.spec;
  JobLog log;
  log.title = scenario.title.empty() ? scenario.file : scenario.title;
  refuse_closed(scenario);
  const Platform& platform = checked.cluster->platform();
  log.gpus_total = platform.gpus_total();
  log.cores_total = 0;
  constexpr std::int64_t kMilli = 1000;
  log.nodes_total = 0;
  for (const NodeGroup& group : platform.groups())
    if (!group.pool) *log.nodes_total += group.count;
  for (const NodeGroup& group : platform.groups())
    if (!group.pool) *log.cores_total += group.count * (group.capacity.milli_cores / kMilli);
  const RunInputs inputs = load_traces(scenario, true);
  const auto source = build_workload(scenario, inputs, platform);
  log.table = Collector(scenario, inputs).collect(*source);
  if (log.table->size() == 0) refuse_empty(scenario);
  for (std::size_t i = 0; i < scenario.streams.size(); ++i)
    if (scenario.streams[i].trace) log.reads.push_back(inputs.traces[i].report);
  set_clocks(log, scenario, inputs);
  return log;
}

}  // namespace gpuscape
