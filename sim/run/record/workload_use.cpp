#include "sim/run/record/workload_use.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/run/record/run_result.hpp"
#include "sim/run/record/run_time_got.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

namespace {

/// Applications of several streams count together where they have one name.
ApplicationUse& application_of(WorkloadUse& use, const std::string& name) {
  const auto known = std::ranges::find(use.applications, name, &ApplicationUse::name);
  if (known != use.applications.end()) return *known;
  use.applications.push_back({name, {}, {}});
  return use.applications.back();
}

void add_job(WorkloadUse& use, const StreamSpec& stream, ClassId application, GpuSeconds asked) {
  use.all.add(asked);
  if (application.is_none()) {
    if (stream.application)
      application_of(use, stream.name).all.add(asked);
    else
      use.without.add(asked);
    return;
  }
  const JobClassSpec& job_class = stream.classes[application.index()];
  if (!job_class.interactive) {
    ApplicationUse& of = application_of(use, job_class.name);
    of.all.add(asked);
    if (job_class.cut_short) of.cut_short.add(asked);
    return;
  }
  use.interactive.all.add(asked);
  if (!job_class.gpu_duty) return;
  use.interactive.with_duty.add(asked);
  use.interactive.used += asked * job_class.gpu_duty->value;
  use.interactive.used_low += asked * job_class.gpu_duty->low;
  use.interactive.used_high += asked * job_class.gpu_duty->high;
}

}  // namespace

std::optional<WorkloadUse> workload_use(const RunResult& run, const ScenarioSpec& scenario) {
  const bool any = std::ranges::any_of(
      scenario.streams, [](const StreamSpec& stream) { return !stream.rules.empty(); });
  if (!any) return std::nullopt;
  WorkloadUse use;
  for (const StreamSpec& stream : scenario.streams)
    for (const JobClassSpec& job_class : stream.classes)
      if (job_class.application) application_of(use, job_class.name);
  for (std::size_t i = 0; i < run.jobs.size(); ++i) {
    if (!run.jobs.in_statistics(i) || run.jobs.state(i) == JobState::never_fits) continue;
    const Job& job = run.jobs.job(i);
    add_job(use, scenario.streams[job.stream], job.application,
            gpus_for(job.demand.gpu_amount(),
                     run_time_got(run.jobs, i, scenario.scheduler.kill_overrun)));
  }
  return use;
}

std::vector<std::string> use_phrases(const WorkloadUse& use) {
  std::vector<std::string> phrases;
  const auto share = [&](GpuSeconds gpu_seconds) {
    return use.all.gpu_seconds > GpuSeconds(0.0) ? 100.0 * (gpu_seconds / use.all.gpu_seconds)
                                                 : 0.0;
  };
  if (use.without.jobs > 0)
    phrases.push_back(fmt::format("{:.1f} % of GPU-hours have no application: durations kept",
                                  share(use.without.gpu_seconds)));
  JobShare cut_short;
  for (const ApplicationUse& application : use.applications) {
    cut_short.jobs += application.cut_short.jobs;
    cut_short.gpu_seconds += application.cut_short.gpu_seconds;
  }
  if (cut_short.jobs > 0)
    phrases.push_back(
        fmt::format("{:.1f} % are of jobs that did not complete in their log: durations kept, "
                    "nothing exchanged",
                    share(cut_short.gpu_seconds)));
  return phrases;
}

}  // namespace gpuscape
