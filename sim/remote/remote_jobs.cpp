#include "sim/remote/remote_jobs.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/base/error.hpp"
#include "sim/run/rescaling.hpp"
#include "sim/run/run_workload.hpp"
#include "sim/scenario/located.hpp"

namespace gpuscape {

namespace {

void refuse_circulating(const ScenarioSpec& scenario) {
  for (const StreamSpec& stream : scenario.streams) {
    if (!stream.closed) continue;
    throw ScenarioError(located(
        {{.file = "",
          .pointer = "/workload/streams/" + stream.name + "/closed",
          .message = fmt::format("stream \"{}\" keeps jobs in circulation: which jobs there are "
                                 "only a run tells",
                                 stream.name),
          .hint = "streams with `trace` or `generate`, or without it by --set "
                  "'/workload/streams/NAME=null'"}},
        scenario));
  }
}

/// The class of a job that was cut short stands behind that of what it ran.
ApplicationKey runs_of(const ScenarioSpec& scenario, const Job& job) {
  ApplicationKey key{job.stream, job.application};
  if (job.application.is_none()) return key;
  const std::uint16_t index = job.application.index();
  if (scenario.streams[job.stream].classes[index].cut_short && index > 0)
    key.application = ClassId(static_cast<std::uint16_t>(index - 1));
  return key;
}

bool is_cut_short(const ScenarioSpec& scenario, const Job& job) {
  return !job.application.is_none() &&
         scenario.streams[job.stream].classes[job.application.index()].cut_short;
}

std::optional<NotPriced> why_not(const ScenarioSpec& scenario, const Job& job,
                                 ApplicationKey runs) {
  if (!job.application.is_none() &&
      scenario.streams[job.stream].classes[job.application.index()].interactive)
    return NotPriced::interactive;
  const ApplicationSpec* application = application_of(scenario, runs);
  if (application == nullptr) return NotPriced::no_application;
  if (!application->model) return NotPriced::only_step_time;
  if (job.demand.gpu_milli != 0) return NotPriced::part_of_gpu;
  return std::nullopt;
}

/// Numbers texts in the order in which they come.
class Groups {
 public:
  Groups(const ScenarioSpec& scenario, const OriginTable& origins, std::string_view by)
      : scenario_(scenario), origins_(origins), by_(by) {}

  std::uint32_t of(const Job& job, ApplicationKey runs) {
    std::string name = name_of(job, runs);
    any_ = any_ || !name.empty();
    if (name.empty() && !by_.empty()) name = fmt::format("no {}", by_);
    const auto [at, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return at->second;
  }
  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] std::vector<std::string>& names() { return names_; }

 private:
  [[nodiscard]] std::string name_of(const Job& job, ApplicationKey runs) const {
    const JobOrigin& origin = origins_[job.origin];
    if (by_ == "user") return origin.user;
    if (by_ == "account") return origin.account;
    if (by_ == "partition") return origin.partition;
    if (by_ == "qos") return origin.qos;
    if (by_ == "stream") return scenario_.streams[job.stream].name;
    const ApplicationSpec* application = application_of(scenario_, runs);
    if (by_ == "application" && application != nullptr && application->model)
      return scenario_.applications[*application->model].name;
    return "";
  }

  const ScenarioSpec& scenario_;
  const OriginTable& origins_;
  std::string_view by_;
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
  bool any_ = false;
};

}  // namespace

const ApplicationSpec* application_of(const ScenarioSpec& scenario, ApplicationKey runs) {
  const StreamSpec& stream = scenario.streams[runs.stream];
  const std::optional<ApplicationSpec>& found =
      runs.application.is_none() ? stream.application
                                 : stream.classes[runs.application.index()].application;
  return found ? &*found : nullptr;
}

RemoteKinds::Key RemoteKinds::key_of(const ScenarioSpec& scenario, const Job& job) {
  const ApplicationKey runs = runs_of(scenario, job);
  const Demand& demand = job.demand;
  return {runs.stream,       runs.application.is_none() ? 0U : runs.application.index() + 1U,
          demand.gpus,       demand.milli_cores,
          demand.memory_mib, demand.nodes,
          demand.asks};
}

std::optional<std::uint32_t> RemoteKinds::find(const ScenarioSpec& scenario, const Job& job) const {
  if (why_not(scenario, job, runs_of(scenario, job))) return std::nullopt;
  const auto at = numbers_.find(key_of(scenario, job));
  return at == numbers_.end() ? std::nullopt : std::optional(at->second);
}

std::uint32_t RemoteKinds::add(const ScenarioSpec& scenario, const Job& job) {
  const auto [at, is_new] =
      numbers_.try_emplace(key_of(scenario, job), static_cast<std::uint32_t>(kinds_.size()));
  if (!is_new) return at->second;
  const ApplicationKey runs = runs_of(scenario, job);
  const ApplicationSpec* application = application_of(scenario, runs);
  if (application == nullptr || !application->model)
    throw InternalError("a kind of jobs has an application");
  kinds_.push_back({runs, scenario.applications[*application->model].name, job.demand});
  return at->second;
}

RemoteJobs remote_jobs(const CheckedScenario& scenario, const RunInputs& inputs,
                       std::string_view by, const StopCheck& stop) {
  const ScenarioSpec& spec = scenario.spec;
  refuse_circulating(spec);
  Platform platform = scenario.cluster->platform();
  resolve_asks(inputs.origins->asks(), platform);
  std::optional<Rescaling> rescaling;
  if (Rescaling::is_asked(scenario)) rescaling.emplace(scenario, platform);
  const auto source = build_workload(spec, inputs, scenario.cluster->platform());
  RemoteJobs found;
  Groups groups(spec, *inputs.origins, by);
  Job job;
  for (std::size_t seen = 0; source->next(job); ++seen) {
    stop.look_at(seen);
    if (job.carried_over != CarriedOver::no) continue;
    if (job.demand.gpus <= 0) {
      ++found.without_gpus;
      continue;
    }
    if (rescaling) rescaling->submit(job);
    const GpuSeconds asked = gpus_for(job.demand.gpu_amount(), job.run_time);
    found.all.add(asked);
    const ApplicationKey runs = runs_of(spec, job);
    if (const auto why = why_not(spec, job, runs)) {
      found.apart.at(static_cast<std::size_t>(*why)).add(asked);
      continue;
    }
    if (is_cut_short(spec, job)) found.cut_short.add(asked);
    found.jobs.push_back({found.kinds.add(spec, job), groups.of(job, runs), job.run_time});
  }
  if (!by.empty() && !found.jobs.empty() && !groups.any())
    throw ScenarioError({{.file = "--by",
                          .pointer = "",
                          .message = fmt::format("the workload has no {} for any job", by),
                          .hint = "--by application, or a log with a column for it"}});
  found.groups = std::move(groups.names());
  return found;
}

}  // namespace gpuscape
