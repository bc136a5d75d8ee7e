#include "sim/run/rescaling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/hours_text.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/pace/client_cores.hpp"
#include "sim/run/record/run_time_got.hpp"

namespace gpuscape {

namespace {

class RescaledSource final : public WorkloadSource {
 public:
  RescaledSource(std::unique_ptr<WorkloadSource> source, Rescaling& rescaling)
      : source_(std::move(source)), rescaling_(rescaling) {}

  bool next(Job& job) override {
    if (!source_->next(job)) return false;
    rescaling_.submit(job);
    return true;
  }
  std::optional<Job> job_ended(const Job& job, Seconds date) override {
    std::optional<Job> follows = source_->job_ended(job, date);
    if (follows) rescaling_.submit(*follows);
    return follows;
  }
  [[nodiscard]] std::vector<Dependency> further_dependencies(const Job& job,
                                                             std::uint32_t place) const override {
    return source_->further_dependencies(job, place);
  }
  [[nodiscard]] std::size_t expected_jobs() const override { return source_->expected_jobs(); }

 private:
  std::unique_ptr<WorkloadSource> source_;
  Rescaling& rescaling_;
};

std::string jobs_text(std::int64_t jobs) {
  return fmt::format("{} {}", human_count(jobs), jobs == 1 ? "job" : "jobs");
}

/// What the nodes are called where the log was measured.
std::string name_of(const ModelSpec& node) {
  const JsonValue* entry = node.parameters.find("entry");
  return excerpt(entry != nullptr && entry->is_text() ? entry->text() : node.type);
}

/// The names of the nodes that the logs were recorded on, each once, in the order of the streams.
std::vector<std::string> nodes_measured_on(std::span<const StreamSpec> streams) {
  std::vector<std::string> names;
  for (const StreamSpec& stream : streams)
    if (stream.measured_on &&
        std::ranges::find(names, name_of(stream.measured_on->node)) == names.end())
      names.push_back(name_of(stream.measured_on->node));
  return names;
}

}  // namespace

std::unique_ptr<WorkloadSource> make_rescaled_source(std::unique_ptr<WorkloadSource> source,
                                                     Rescaling& rescaling) {
  return std::make_unique<RescaledSource>(std::move(source), rescaling);
}

Rescaling::Rescaling(const CheckedScenario& scenario, Platform platform)
    : scenario_(scenario), platform_(std::move(platform)) {}

bool Rescaling::is_asked(const CheckedScenario& scenario) {
  return std::ranges::any_of(scenario.measured_on, [](const auto& on) { return on != nullptr; });
}

/// Null with the reason for which the job's run time is kept.
const ApplicationSpec* Rescaling::application(const Job& job, Kept& kept) const {
  kept = Kept::no_application;
  const StreamSpec& stream = scenario_.spec.streams[job.stream];
  const std::optional<ApplicationSpec>* found = &stream.application;
  if (!job.application.is_none()) {
    const JobClassSpec& job_class = stream.classes[job.application.index()];
    if (job_class.cut_short) kept = Kept::cut_short;
    if (job_class.interactive) kept = Kept::interactive;
    found = &job_class.application;
  }
  if (!*found || !(*found)->model) return nullptr;
  if (job.demand.gpus <= 0 || job.demand.gpu_milli != 0) {
    kept = Kept::not_whole;
    return nullptr;
  }
  kept = Kept::no;
  return &**found;
}

Rescaling::Ratio Rescaling::make_ratio(const Job& job) const {
  Ratio ratio;
  const ApplicationSpec* here = application(job, ratio.kept);
  const std::shared_ptr<const JobSteps>& measured_on = scenario_.measured_on[job.stream];
  const std::optional<MeasuredOnSpec>& on = scenario_.spec.streams[job.stream].measured_on;
  if (here == nullptr || measured_on == nullptr || !on) return ratio;
  const ApplicationSpec there = on->as_measured(*here);
  // Cores and memory do not decide how many nodes a step is computed on.
  Demand logged{.gpus = job.demand.gpus};
  logged.nodes = job.demand.nodes;
  Demand asked = logged;
  asked.asks = job.demand.asks;
  if (here->sized_for_gpus > 0) logged.gpus = static_cast<std::int32_t>(here->sized_for_gpus);
  const auto step_there = measured_on->packed(there, logged, measured_on->platform());
  const auto step_here = scenario_.steps->packed(*here, asked, platform_);
  if (!step_there || !step_here) {
    ratio.kept = Kept::too_large;
    return ratio;
  }
  ratio.here = per_sample(*step_here);
  ratio.bases = {step_there->costs->basis, step_here->costs->basis};
  ratio.at_submit = ratio.here / per_sample(*step_there);
  return ratio;
}

const Rescaling::Ratio& Rescaling::ratio(const Job& job) {
  std::optional<std::uint16_t> of_class;
  if (!job.application.is_none()) of_class = job.application.index();
  const Key key{job.stream, of_class, job.demand.gpu_milli != 0 ? 0 : job.demand.gpus,
                job.demand.nodes, job.demand.asks};
  const auto at = ratios_.find(key);
  if (at != ratios_.end()) return at->second;
  return ratios_.emplace(key, make_ratio(job)).first->second;
}

double Rescaling::at_submit(const Job& job) { return ratio(job).at_submit; }

void Rescaling::submit(Job& job) {
  const double factor = at_submit(job);
  job.run_time *= factor;
  const std::optional<MeasuredOnSpec>& on = scenario_.spec.streams[job.stream].measured_on;
  if (on && on->rescales_limits && job.time_limit < kForever) job.time_limit *= factor;
}

double Rescaling::at_start(const Job& job, std::span<const AllocationSpan> spans,
                           const FreeCapacity& capacity) {
  const Ratio& known = ratio(job);
  if (known.kept != Kept::no || !(known.here > 0.0)) return 1.0;
  Kept kept = Kept::no;
  const ApplicationSpec* runs = application(job, kept);
  if (runs == nullptr) return 1.0;
  nodes_.clear();
  for (const AllocationSpan& span : spans) {
    if (span.gpus == 0) continue;  // a client of GPUs elsewhere
    const NodeGpus* gpus = capacity.groups()[platform_.group_of(span.node)].node_gpus();
    nodes_.push_back({span.node, static_cast<std::uint32_t>(span.gpus),
                      gpus == nullptr ? GpuSet() : gpus->sets()[span.which]});
  }
  std::ranges::sort(nodes_, {}, &ExchangeNode::node);
  return per_sample(scenario_.steps->alone(*runs, nodes_, clients_of(spans, platform_))) /
         known.here;
}

std::vector<std::string> Rescaling::phrases(const RunResult& result) {
  struct Sum {
    std::int64_t jobs = 0;
    double gpu_hours = 0.0;
    void add(double hours) {
      ++jobs;
      gpu_hours += hours;
    }
  };
  std::array<Sum, static_cast<std::size_t>(Kept::count_)> sums{};
  double as_logged = 0.0;
  std::int64_t past_limit = 0;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    if (!result.jobs.in_statistics(i) || result.jobs.state(i) == JobState::never_fits) continue;
    const Job& job = result.jobs.job(i);
    if (scenario_.measured_on[job.stream] == nullptr) continue;
    const Ratio& of = ratio(job);
    const double gpus = job.demand.gpu_amount();
    const Seconds got = run_time_got(result.jobs, i, scenario_.spec.scheduler.kill_overrun);
    sums.at(static_cast<std::size_t>(of.kept)).add(gpus * got.value() / 3600.0);
    if (of.kept != Kept::no) continue;
    as_logged += gpus * job.run_time.value() / 3600.0 / of.at_submit;
    if (job.time_limit < job.run_time && !(job.time_limit < job.run_time / of.at_submit))
      ++past_limit;
  }
  const std::vector<std::string> from = nodes_measured_on(scenario_.spec.streams);
  std::vector<std::string> bases;
  for (const auto& [key, of] : ratios_)
    for (const std::string& basis : of.bases)
      if (std::ranges::find(bases, basis) == bases.end()) bases.push_back(basis);
  const Sum& rescaled = sums[0];
  std::vector<std::string> phrases;
  phrases.push_back(
      fmt::format("run times rescaled from {}: {} with an application, {} GPU-hours there, {} here "
                  "on as few nodes as hold each",
                  fmt::join(from, ", "), jobs_text(rescaled.jobs), hours_text(as_logged),
                  hours_text(rescaled.gpu_hours)));
  if (!bases.empty())
    phrases.push_back(fmt::format("rates of one GPU: {}", fmt::join(bases, "; ")));
  const std::pair<Kept, const char*> reasons[] = {
      {Kept::no_application, "without an application that depends on hardware"},
      {Kept::cut_short, "not completed in the log"},
      {Kept::interactive, "interactive"},
      {Kept::not_whole, "not for whole GPUs"},
      {Kept::too_large, "on more GPUs than those nodes have"}};
  for (const auto& [kept, reason] : reasons) {
    const Sum& sum = sums.at(static_cast<std::size_t>(kept));
    if (sum.jobs > 0)
      phrases.push_back(fmt::format("run times kept: {} ({} GPU-hours) {}", jobs_text(sum.jobs),
                                    hours_text(sum.gpu_hours), reason));
  }
  if (past_limit > 0)
    phrases.push_back(fmt::format(
        "past the time limit here, but not there: {} (\"overrun\" of the scheduler says what "
        "happens; \"time_limits\" of measured_on rescales limits)",
        jobs_text(past_limit)));
  return phrases;
}

}  // namespace gpuscape
