#include "sim/model/check/check.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/fields/json_pointer.hpp"
#include "sim/model/check/check_applications.hpp"
#include "sim/model/check/check_cost.hpp"
#include "sim/model/check/check_maintenance.hpp"
#include "sim/model/check/check_measured_on.hpp"
#include "sim/model/check/check_notes.hpp"
#include "sim/model/check/check_sources.hpp"
#include "sim/model/check/check_storage.hpp"
#include "sim/model/check/fabric_notes.hpp"
#include "sim/model/check/model_checker.hpp"
#include "sim/model/collectives/job_exchanges.hpp"
#include "sim/model/collectives/plan_traffic.hpp"
#include "sim/model/each_spec.hpp"
#include "sim/model/failures/check_failures.hpp"
#include "sim/model/failures/check_saves.hpp"

namespace gpuscape {

namespace {

bool has_transfers(const ScenarioSpec& spec) {
  return std::ranges::any_of(spec.streams,
                             [](const StreamSpec& stream) { return stream.has_steps(); });
}

/// Says in the spec and in the resolved scenario what each `load` is a share of; nothing of a
/// cluster without GPUs, which a run refuses.
void fill_load_gpus(ScenarioSpec& spec, std::int64_t gpus) {
  if (gpus <= 0) return;
  JsonValue* workload = spec.resolved.find("workload");
  JsonValue* streams = workload == nullptr ? nullptr : workload->find("streams");
  for (StreamSpec& stream : spec.streams) {
    if (!stream.generate || !means_own_gpus(stream)) continue;
    stream.generate->load_gpus = gpus;
    JsonValue* resolved = streams == nullptr ? nullptr : streams->find(stream.name);
    if (resolved != nullptr) resolved = resolved->find("generate");
    if (resolved == nullptr) continue;
    // Beside the load, where a reader of it puts it: a resolved scenario resolves to itself.
    auto& members = resolved->members();
    const auto load = std::ranges::find(members, "load", &JsonMember::key);
    members.insert(load == members.end() ? load : load + 1,
                   {"load_gpus", JsonValue::make_integer(gpus), {}});
    spec.defaulted.push_back(child_pointer("/workload/streams", stream.name) +
                             "/generate/load_gpus");
  }
}

/// Null where no GPUs are lent.
std::shared_ptr<const RemoteAccess> check_access(ScenarioSpec& spec,
                                                 const std::shared_ptr<const Cluster>& cluster,
                                                 const ModelChecker& models,
                                                 const Registry& registry,
                                                 ReadingContext& context) {
  if (cluster->platform().lending() == nullptr) return nullptr;
  const std::size_t before = context.times_found();
  auto remote = std::make_shared<const RemoteAccess>(spec, cluster, models.access(),
                                                     models.attach_terms(), registry, context);
  if (context.times_found() > before) return nullptr;
  const WayFault fault = remote->fault();
  if (fault.message.empty()) {
    if (const std::string warning = remote->latency_warning(); !warning.empty())
      spec.notes.push_back(warning);
    return remote;
  }
  const auto placed = std::ranges::find_if(
      spec.models, [](const PlacedModel& of) { return of.place.is(kGpuAccessPlace); });
  context.add(placed->model.parameters.place(), placed->model.pointer,
              "clients do not reach the GPUs: " + fault.message, fault.hint);
  return nullptr;
}

constexpr const char* kLoadOfDesign =
    "load is a share of this design's own GPUs: the scenario itself, without variant and --set, "
    "has faults or no GPUs";

}  // namespace

namespace {

/// Whether a design has faults: what is wrong with another one of its file is none of its own.
class OwnFaults {
 public:
  /// `as_read`: it has some before it is checked.
  OwnFaults(const ReadingContext& context, bool as_read)
      : context_(context), before_(context.times_found()), as_read_(as_read) {}
  [[nodiscard]] bool any() const { return as_read_ || context_.times_found() > before_; }

 private:
  const ReadingContext& context_;
  std::size_t before_;
  bool as_read_;
};

void add_notes(const Cluster& cluster, const TransferPlan& plan, const JobCosts* costs,
               ScenarioSpec& spec) {
  std::ranges::move(fabric_notes(spec, cluster), std::back_inserter(spec.notes));
  std::ranges::copy(plan.notes, std::back_inserter(spec.notes));
  std::ranges::move(application_notes(spec, cluster.platform(), costs),
                    std::back_inserter(spec.notes));
}

std::optional<CheckedScenario> check_parts(DesignSpec& design,
                                           std::optional<std::int64_t> load_gpus,
                                           const Registry& registry, ReadingContext& context,
                                           const OwnFaults& faults) {
  ScenarioSpec& spec = design.spec;
  ModelChecker models(spec, registry, context);
  models.check();
  check_dates(spec, context);
  fill_load_gpus(spec, load_gpus.value_or(models.gpus()));
  if (faults.any()) return std::nullopt;
  const auto cluster = models.build_cluster();
  ModelFactories factories(spec, registry);
  const auto costs = check_applications(spec, factories, cluster, context);
  if (faults.any()) return std::nullopt;
  CheckedStorage storage = check_storage(spec, factories, *cluster, costs.get(), context);
  if (faults.any()) return std::nullopt;
  TransferPlan plan;
  if (has_transfers(spec))
    plan = plan_traffic(spec, cluster->graph(), registry, costs.get(), models.access().get(),
                        *storage.plan, context);
  const auto exchanges = plan_job_exchanges(
      spec, cluster, registry, context,
      [&](const ApplicationSpec& application) { return costs->most_exchanged(application); });
  if (faults.any()) return std::nullopt;
  auto access = check_access(spec, cluster, models, registry, context);
  if (faults.any()) return std::nullopt;
  auto measured_on = check_measured_on(spec, factories, registry, context);
  if (faults.any()) return std::nullopt;
  PlannedMaintenance planned = check_maintenance(spec, cluster->platform(), context);
  std::vector<FailingParts> failing = check_failures(spec, *cluster, context);
  check_saves(spec, costs.get(), context);
  Spares spares = check_spares(spec, cluster->platform(), context);
  check_shrink(spec, cluster->platform(), context);
  check_regroup(spec, cluster->platform(), factories.scheduler()->parts(), context);
  check_hours(spec, cluster->platform(), factories.scheduler()->parts(), context);
  if (faults.any()) return std::nullopt;
  std::shared_ptr<const CostModel> cost = check_cost(spec, *cluster, factories, registry, context);
  if (faults.any()) return std::nullopt;
  std::shared_ptr<const Bill> bill = make_bill(spec, *cluster, factories, cost.get());
  const auto steps = costs == nullptr
                         ? nullptr
                         : std::make_shared<const JobSteps>(platform_of(cluster), costs, exchanges);
  add_notes(*cluster, plan, costs.get(), spec);
  for (const std::string& mixed : mixed_bases(rate_bases(spec, steps.get(), measured_on)))
    spec.notes.push_back("rates are not on one basis: " + mixed);
  return CheckedScenario{.spec = std::move(spec),
                         .guesses = std::move(design.guesses),
                         .cluster = cluster,
                         .models = std::move(factories),
                         .plan = std::move(plan),
                         .cost = std::move(cost),
                         .bill = std::move(bill),
                         .exchanges = exchanges,
                         .steps = steps,
                         .access = std::move(access),
                         .input = std::move(storage.input),
                         .copies = std::move(storage.copies),
                         .store_ways = std::move(storage.ways),
                         .measured_on = std::move(measured_on),
                         .outages = std::move(planned.outages),
                         .outages_by_calendar = planned.by_calendar,
                         .failing = std::move(failing),
                         .spares = std::move(spares)};
}

}  // namespace

std::optional<CheckedScenario> check(DesignSpec& design, std::optional<std::int64_t> load_gpus,
                                     const Registry& registry, ReadingContext& context) {
  const OwnFaults faults(context, context.has_issues());
  return check_parts(design, load_gpus, registry, context, faults);
}

std::optional<CheckedFile> check(LoadedScenario& loaded, const Registry& registry) {
  std::optional<std::int64_t> load_gpus;
  if (loaded.own_cluster) load_gpus = gpus_of(*loaded.own_cluster, registry);
  std::optional<CheckedScenario> chosen;
  std::vector<CheckedScenario> others;
  // Where one could not be read, it is not known of which others that holds, too.
  const bool as_read = loaded.context.has_issues();
  for_each_spec(loaded, [&](ScenarioSpec& spec) {
    const bool is_chosen = &spec == &loaded.spec;
    DesignSpec design{.spec = std::move(spec), .guesses = {}};
    if (is_chosen) {
      design.guesses = std::move(loaded.guesses);
      if (loaded.lacks_own_cluster || (loaded.own_cluster && !load_gpus))
        design.spec.notes.emplace_back(kLoadOfDesign);
      const OwnFaults faults(loaded.context, as_read);
      chosen = check_parts(design, load_gpus, registry, loaded.context, faults);
      return;
    }
    const OwnFaults faults(loaded.context, as_read);
    if (auto other = check_parts(design, {}, registry, loaded.context, faults))
      others.push_back(std::move(*other));
  });
  if (!chosen || loaded.context.has_issues()) return std::nullopt;
  return CheckedFile{std::move(*chosen), std::move(others)};
}

std::optional<CheckedScenario> DesignChecker::check(const Design& design, bool named) {
  const std::size_t before = context_.times_found();
  DesignSpec read = set_.read(design, named);
  unread_ = unread_ || context_.times_found() > before;
  const bool is_own = design.variant.empty() && design.is_as_written();
  if (!is_own && std::ranges::any_of(read.spec.streams, means_own_gpus)) {
    const OwnCluster* cluster = set_.own_cluster();
    if (cluster != nullptr && !own_gpus_) own_gpus_ = gpus_of(*cluster, registry_);
    if (!own_gpus_) read.spec.notes.emplace_back(kLoadOfDesign);
  }
  context_.set_variant(named ? design.variant : "");
  const OwnFaults faults(context_, unread_);
  check_files(read.spec, context_);
  auto checked = check_parts(read, is_own ? std::nullopt : own_gpus_, registry_, context_, faults);
  context_.set_variant("");
  return checked;
}

}  // namespace gpuscape
