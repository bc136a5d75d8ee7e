#include "sim/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/engine/native_loop.hpp"
#include "sim/run/outages_of_run.hpp"
#include "sim/run/phases/attach_phase.hpp"
#include "sim/run/record/server_sharing.hpp"
#include "sim/run/rescaling.hpp"
#include "sim/run/run_state.hpp"
#include "sim/run/run_workload.hpp"
#include "sim/run/traffic_parts.hpp"

namespace gpuscape {

namespace {

Policies make_policies(const CheckedScenario& scenario) {
  Policies policies;
  policies.scheduler = scenario.models.scheduler();
  policies.backfill = scenario.models.backfill();
  policies.make_backfill = [&scenario] { return scenario.models.backfill(); };
  policies.placement = scenario.models.placement();
  policies.kill_overrun = scenario.spec.scheduler.kill_overrun;
  return policies;
}

/// What policies may know of the workload.
WorkloadFacts facts_of(const ScenarioSpec& scenario, const RunInputs& inputs,
                       const RunResult& header, Rescaling* rescaling) {
  WorkloadFacts facts;
  facts.origins = inputs.origins;
  facts.unix_origin = header.unix_origin;
  facts.demand.assign(scenario.streams.size(), std::vector<double>(inputs.origins->size(), 0.0));
  for (std::size_t i = 0; i < scenario.streams.size(); ++i) {
    facts.streams.push_back(scenario.streams[i].name);
    const JobTable* table = i < inputs.traces.size() ? inputs.traces[i].table.get() : nullptr;
    for (std::size_t row = 0; table != nullptr && row < table->size(); ++row) {
      Job job = table->job(row);
      job.stream = static_cast<std::uint16_t>(i);  // rows know no stream
      if (rescaling != nullptr) rescaling->submit(job);
      facts.demand[i][job.origin] += job.demand.gpu_amount() * job.run_time.value();
    }
  }
  return facts;
}

/// Names of the networks over which jobs exchange data, in the scenario's order.
std::vector<std::string> networks_for_jobs(const Cluster& cluster) {
  std::vector<std::string> names;
  for (std::size_t network = 0; network < cluster.networks().size(); ++network)
    for (std::size_t group = 0; group < cluster.platform().groups().size(); ++group)
      if (cluster.network_of(group) == network) {
        names.push_back(cluster.networks()[network].name);
        break;
      }
  return names;
}

/// GPUs have the names that the node's graph gives them, or their numbers where it has no graph.
std::vector<std::string> gpu_names(const NodeGroup& group) {
  std::vector<std::string> names;
  if (group.graph != nullptr)
    for (const DeviceIndex gpu : group.graph->of_kind(DeviceKind::gpu))
      names.push_back(group.graph->devices()[gpu].name);
  const auto gpus = static_cast<std::size_t>(group.capacity.gpus);
  if (names.size() == gpus) return names;
  names.clear();
  for (std::size_t gpu = 0; gpu < gpus; ++gpu) names.push_back(fmt::format("gpu{}", gpu));
  return names;
}

/// The cluster as the scheduler sees it.
Platform platform_of(const CheckedScenario& checked) {
  Platform platform = checked.cluster->platform();
  if (checked.spec.scheduler.shares_gpus) platform.share_gpus();
  if (checked.spec.scheduler.spans_groups) platform.span_groups();
  return platform;
}

/// Null where no stream says on what it was measured.
std::unique_ptr<Rescaling> make_rescaling(const CheckedScenario& checked, const RunInputs& inputs) {
  if (!Rescaling::is_asked(checked)) return nullptr;
  Platform platform = platform_of(checked);
  resolve_asks(inputs.origins->asks(), platform);
  return std::make_unique<Rescaling>(checked, std::move(platform));
}

std::unique_ptr<WorkloadSource> make_source(const CheckedScenario& checked, const RunInputs& inputs,
                                            Rescaling* rescaling) {
  auto source = build_workload(checked.spec, inputs, checked.cluster->platform());
  if (rescaling == nullptr) return source;
  return make_rescaled_source(std::move(source), *rescaling);
}

/// What is known before the run begins.
RunResult make_header(const ScenarioSpec& scenario, const Platform& platform,
                      const RunInputs& inputs) {
  RunResult header;
  header.origins = inputs.origins;
  for (std::size_t i = 0; i < platform.groups().size(); ++i) {
    const NodeGroup& group = platform.groups()[i];
    const Demand& node = group.capacity;
    header.nodes.push_back({group.name, platform.first_node(i), group.count, node.gpus, group.pool,
                            node.milli_cores, node.memory_mib, group.gpu_model});
    if (tells_gpus_apart(group)) header.nodes.back().gpu_names = gpu_names(group);
  }
  for (std::size_t i = 0; i < scenario.streams.size(); ++i) {
    header.streams.push_back(scenario.streams[i].name);
    const std::optional<ClosedSpec>& closed = scenario.streams[i].closed;
    header.closed.push_back(closed ? std::optional(closed->duration) : std::nullopt);
    header.classes.emplace_back().reserve(scenario.streams[i].classes.size());
    for (const JobClassSpec& job_class : scenario.streams[i].classes)
      header.classes.back().push_back(job_class.name);
    if (!scenario.streams[i].trace) continue;
    header.reads.push_back(inputs.traces[i].report);
  }
  header.unix_origin = unix_origin_of(inputs);
  return header;
}

}  // namespace

/// A run's state with what it knew before it began.
class RunParts {
 public:
  RunParts(const CheckedScenario& checked, const RunInputs& inputs)
      : scenario(checked.spec),
        networks(networks_for_jobs(*checked.cluster)),
        rescaling(make_rescaling(checked, inputs)),
        header(make_header(checked.spec, platform_of(checked), inputs)),
        state(platform_of(checked), make_policies(checked),
              make_source(checked, inputs, rescaling.get()),
              traffic_parts(checked, inputs.path_draw.value_or(inputs.replication)),
              facts_of(checked.spec, inputs, header, rescaling.get()), rescaling.get(),
              checked.outages) {
    if (checked.access == nullptr || !checked.access->attach().takes_time()) return;
    auto phase = std::make_unique<AttachPhase>(checked.access->attach(), state.capacity(),
                                               state.simulation(), checked.spec.run.seed,
                                               inputs.replication);
    attach = phase.get();
    state.add_phase(std::move(phase));
  }

  const ScenarioSpec& scenario;
  std::vector<std::string> networks;  // over which jobs exchange data
  std::unique_ptr<Rescaling> rescaling;
  RunResult header;
  RunState state;
  const AttachPhase* attach = nullptr;  // in the state
};

namespace {

/// Why jobs that fit nowhere cannot have lent GPUs either.
void add_never_lent(const RunParts& parts, RunResult& result) {
  const LentGpus* lent = parts.state.capacity().lent();
  if (lent == nullptr || result.never_fit == 0) return;
  std::int64_t largest = 0;
  for (const LendingPool& pool : lent->pools()) largest = std::max(largest, pool.largest());
  std::int64_t per_job = 0;
  std::int64_t per_island = 0;
  std::int64_t clients = 0;
  for (std::size_t job = 0; job < result.jobs.size(); ++job) {
    const Demand& demand = result.jobs.demand(job);
    if (result.jobs.state(job) != JobState::never_fits || demand.gpus <= 0) continue;
    if (demand.gpus > lent->lending().most_per_job)
      ++per_job;
    else
      ++(demand.gpus > largest ? per_island : clients);
  }
  const auto say = [&](std::int64_t jobs, const std::string& why) {
    if (jobs > 0) result.policy_notes.push_back(fmt::format("never fit: {} {}", jobs, why));
  };
  say(per_job, fmt::format("with more than {} GPUs, which is \"max_gpus_per_job\"",
                           lent->lending().most_per_job));
  say(per_island, fmt::format("with more than the {} GPUs that {} lends", largest,
                              lent->lending().islands > 1 ? "an island" : "a pool of one model"));
  say(clients,
      "for which the clients lack cores, memory or \"max_gpus_per_client\", or of which "
      "no server has the GPU model");
}

}  // namespace

Run::Run(const CheckedScenario& scenario, const RunInputs& inputs)
    : parts_(std::make_unique<RunParts>(scenario, inputs)) {}
Run::~Run() = default;
Run::Run(Run&&) noexcept = default;

bool Run::step_until(Seconds date, const std::stop_token& stop) {
  return run_natively(parts_->state.simulation(), date, stop);
}

bool Run::done() const { return !parts_->state.simulation().next_date(); }
Seconds Run::now() const { return parts_->state.simulation().now(); }
std::int64_t Run::jobs_ended() const { return parts_->state.ended(); }
Simulation& Run::simulation() { return parts_->state.simulation(); }
void Run::observe(RunObserver& observer) { parts_->state.observe(observer); }

RunView Run::view() const { return parts_->state.view(); }
const FreeCapacity& Run::capacity() const { return parts_->state.capacity(); }

RunResult Run::finish() {
  RunResult result = parts_->state.take_result(parts_->header);
  if (parts_->attach != nullptr) result.attach = parts_->attach->result();
  if (result.attach)
    for (const auto& [job, wait] : result.attach->waits) result.remote[job].attach += wait;
  if (result.traffic)
    for (const auto& [job, cost] : result.traffic->remote) {
      result.remote[job].calls += cost.calls;
      result.remote[job].copies += cost.copies;
    }
  if (result.traffic) result.traffic->networks = parts_->networks;
  if (parts_->state.capacity().lent() != nullptr) add_server_sharing(result);
  add_never_lent(*parts_, result);
  result.use = workload_use(result, parts_->scenario);
  if (parts_->rescaling) result.rescaling = parts_->rescaling->phrases(result);
  add_outages(parts_->state.outages(), result);
  result.assumptions = assumptions_of(parts_->scenario, result);
  return result;
}

}  // namespace gpuscape
