#include "sim/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/engine/native_loop.hpp"
#include "sim/run/life/parts_of_lives.hpp"
#include "sim/run/nodes/outages_of_run.hpp"
#include "sim/run/pace/remote_result.hpp"
#include "sim/run/pace/traffic_parts.hpp"
#include "sim/run/rescaling.hpp"
#include "sim/run/run_state.hpp"
#include "sim/run/run_workload.hpp"
#include "sim/run/serving/serving_of.hpp"
#include "sim/scheduling/parts/parts_scheduler.hpp"
#include "sim/workload/shape/parts_source.hpp"

namespace gpuscape {

namespace {

/// Each part has a scheduler of its own.
void divide(const CheckedScenario& scenario, Policies& policies) {
  const std::vector<NodeGroup>& groups = scenario.cluster->platform().groups();
  const SchedulerSpec& spec = scenario.spec.scheduler;
  std::vector<PartsScheduler::Part> parts;
  for (const PartSpec& one : spec.parts) {
    PartsScheduler::Part& part = parts.emplace_back();
    part = {.name = one.name,
            .policy = scenario.models.scheduler(one.policy),
            .nodes = {},
            .least = one.least,
            .streams = one.streams,
            .partitions = one.partitions,
            .accounts = one.accounts,
            .is_default = one.is_default};
    for (const auto& [name, count] : one.nodes) {
      const auto group = std::ranges::find(groups, name, &NodeGroup::name);
      part.nodes.emplace_back(group - groups.begin(), count);
    }
    policies.lanes.push_back(
        {scenario.models.backfill(one.backfill), scenario.models.placement(one.placement)});
  }
  std::optional<PartMoves> moves;
  if (spec.moves) moves = PartMoves{spec.moves->after, spec.moves->takes};
  policies.scheduler = std::make_unique<PartsScheduler>(std::move(parts), moves);
}

Policies make_policies(const CheckedScenario& scenario) {
  Policies policies;
  policies.scheduler = scenario.models.scheduler();
  policies.backfill = scenario.models.backfill();
  policies.make_backfill = [&scenario] { return scenario.models.backfill(); };
  policies.placement = scenario.models.placement();
  if (!scenario.spec.scheduler.parts.empty()) divide(scenario, policies);
  policies.decision_time = scenario.spec.scheduler.decision_time;
  policies.defragment = scenario.spec.scheduler.defragment;
  policies.hours = scenario.spec.scheduler.hours;
  for (const StreamSpec& stream : scenario.spec.streams) {
    if (!stream.generate || !stream.generate->week) continue;
    policies.starts_on = stream.generate->week->starts_on;
    break;
  }
  policies.near_data = scenario.spec.scheduler.near_data;
  policies.kill_overrun = scenario.spec.scheduler.kill_overrun;
  policies.start_up = scenario.spec.scheduler.start_up;
  return policies;
}

/// What policies may know of the workload.
WorkloadFacts facts_of(const ScenarioSpec& scenario, const RunInputs& inputs,
                       const RunResult& header, Rescaling* rescaling) {
  WorkloadFacts facts;
  facts.origins = inputs.origins;
  facts.unix_origin = header.unix_origin;
  facts.seed = scenario.run.seed;
  facts.replication = inputs.replication;
  facts.demand.assign(scenario.streams.size(), std::vector<double>(inputs.origins->size(), 0.0));
  for (std::size_t i = 0; i < scenario.streams.size(); ++i) {
    facts.streams.push_back(scenario.streams[i].name);
    facts.gpu_use.push_back(scenario.streams[i].gpu_use);
    facts.serves.push_back(scenario.streams[i].serves.has_value());
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
  platform.share_gpus();
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
  if (checked.spec.scheduler.shares_gpus) {
    Platform platform = platform_of(checked);
    resolve_asks(inputs.origins->asks(), platform);
    source = make_parts_source(std::move(source), std::move(platform));
  }
  if (rescaling == nullptr) return source;
  return make_rescaled_source(std::move(source), *rescaling);
}

/// The facts, with the shapes of all jobs where a placement wants to know them.
WorkloadFacts with_shapes(WorkloadFacts facts, const CheckedScenario& checked,
                          const RunInputs& inputs) {
  const auto wants = [&](const ModelSpec& placement) {
    return checked.models.placement(placement)->needs().job_shapes;
  };
  const SchedulerSpec& spec = checked.spec.scheduler;
  if (!wants(spec.placement) &&
      std::ranges::none_of(spec.parts, wants,
                           [](const PartSpec& part) -> const ModelSpec& { return part.placement; }))
    return facts;
  const std::unique_ptr<Rescaling> rescaling = make_rescaling(checked, inputs);
  facts.shapes = shapes_of(*make_source(checked, inputs, rescaling.get()));
  return facts;
}

/// By stream.
std::vector<SavesSpec> terms_of(const ScenarioSpec& scenario) {
  std::vector<SavesSpec> terms;
  terms.reserve(scenario.streams.size());
  for (const StreamSpec& stream : scenario.streams) terms.push_back(stream.saves);
  return terms;
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
  header.may_lose_work = may_lose_work(scenario);
  header.unix_origin = unix_origin_of(inputs);
  return header;
}

}  // namespace

/// A run's state with what it knew before it began.
class RunParts {
 public:
  RunParts(const CheckedScenario& checked, const RunInputs& inputs)
      : scenario(checked.spec),
        replication(inputs.replication),
        rescaling(make_rescaling(checked, inputs)),
        header(make_header(checked.spec, platform_of(checked), inputs)),
        state(platform_of(checked), make_policies(checked),
              make_source(checked, inputs, rescaling.get()),
              traffic_parts(checked, inputs.path_draw.value_or(inputs.replication)),
              with_shapes(facts_of(checked.spec, inputs, header, rescaling.get()), checked, inputs),
              rescaling.get(),
              {.planned = planned_outages(checked, platform_of(checked), header.unix_origin, notes),
               .unforeseen = unforeseen_outages(checked, inputs.replication),
               .slows = std::ranges::any_of(
                   checked.failing,
                   [](const FailingParts& parts) { return parts.effect == OutageEffect::slow; }),
               .spares = checked.spares},
              terms_of(checked.spec)) {
    if (WriteTargets targets = write_targets(checked); !targets.stores.empty())
      state.write_to(std::move(targets));
    state.lose_parts_of(stores_of(scenario));
    if (InputParts parts = input_parts(checked); parts.plan != nullptr)
      state.read_from(std::move(parts));
    if (checked.copies != nullptr) state.copy(checked.copies);
    for (auto& part : parts_of_lives(checked, state.capacity(), inputs.replication))
      state.add_part(std::move(part));
  }

  const ScenarioSpec& scenario;
  std::uint64_t replication;
  std::unique_ptr<Rescaling> rescaling;
  RunResult header;
  std::vector<std::string> notes;
  RunState state;
};

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
  add_remote(parts_->state.capacity(), result);
  result.use = workload_use(result, parts_->scenario);
  if (parts_->rescaling) result.rescaling = parts_->rescaling->phrases(result);
  std::ranges::copy(parts_->notes, std::back_inserter(result.policy_notes));
  add_outages(parts_->state.outages(), parts_->scenario, result);
  result.serving = serving_of(result, parts_->scenario, parts_->replication);
  result.assumptions = assumptions_of(parts_->scenario, result);
  return result;
}

}  // namespace gpuscape
