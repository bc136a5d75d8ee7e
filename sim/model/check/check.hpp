#pragma once
/// The second half of reading a scenario: the models read their own parameters, and what they build
/// is handed on. Everything that runs a scenario takes a CheckedScenario.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/model/access/remote_access.hpp"
#include "sim/model/applications/job_costs.hpp"
#include "sim/model/check/model_factories.hpp"
#include "sim/model/copy_plan.hpp"
#include "sim/model/exchange_pattern.hpp"
#include "sim/model/input_plan.hpp"
#include "sim/model/registry.hpp"
#include "sim/model/transfers/transfer_plan.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/platform/failing_parts.hpp"
#include "sim/platform/planned_outage.hpp"
#include "sim/scenario/load/loader.hpp"

namespace gpuscape {

class CostModel;
struct Bill;

/// A design without faults, and what it is made of.
struct CheckedScenario {
  ScenarioSpec spec;
  /// Guesses of the catalogue that it may rest on.
  std::vector<CatalogGuess> guesses;
  std::shared_ptr<const Cluster> cluster;
  ModelFactories models;
  TransferPlan plan;                                ///< at detail "step"; else empty
  std::shared_ptr<const CostModel> cost = nullptr;  ///< null where the scenario asks for none
  std::shared_ptr<const Bill> bill = nullptr;       ///< what the design is made of; never null
  /// Of jobs that exchange data by collectives; null where none do.
  std::shared_ptr<const ExchangePatterns> exchanges = nullptr;
  /// Of jobs whose steps depend on hardware; null where none do.
  std::shared_ptr<const JobSteps> steps = nullptr;
  /// Of jobs that use GPUs which other nodes lend; null where none are lent.
  std::shared_ptr<const RemoteAccess> access = nullptr;
  /// Of jobs that read what they train on from a store; null where none do.
  std::shared_ptr<const InputPlan> input = nullptr;
  /// Null where nothing is copied from store to store.
  std::shared_ptr<const CopyPlan> copies = nullptr;
  /// By storage of the cluster.
  std::vector<StoreWay> store_ways = {};
  /// By stream: on what its run times were measured; null where it does not say.
  std::vector<std::shared_ptr<const JobSteps>> measured_on = {};
  /// Maintenance, by date. Where dates are those of a calendar, outages_by_calendar() has them.
  std::vector<PlannedOutage> outages = {};
  bool outages_by_calendar = false;
  std::vector<FailingParts> failing = {};
  Spares spares = {};
};

/// Builds every model that the design names and records in `context` what is wrong: dates that are
/// none, unknown types, unknown or missing parameters, networks that do not fit the cluster, a
/// cluster beyond what this version holds, transfers that cannot be. Completes `resolved` and
/// `defaulted` of the spec with the models' defaults. `load_gpus` is what a `load` without
/// `load_gpus` is a share of; none: the design's own GPUs. Nothing where there are faults; the spec
/// stays with the caller then.
std::optional<CheckedScenario> check(DesignSpec& design, std::optional<std::int64_t> load_gpus,
                                     const Registry& registry, ReadingContext& context);

/// All designs of a file without faults.
struct CheckedFile {
  CheckedScenario chosen;
  std::vector<CheckedScenario> others;  ///< as LoadedScenario::others
};

/// The same for all designs of a file; their specs move. Nothing where any has faults.
std::optional<CheckedFile> check(LoadedScenario& loaded, const Registry& registry);

/// Visits the designs, the scenario itself first, with faults recorded under the design's name.
template <class Visit>
void for_each_design(const CheckedFile& file, ReadingContext& context, const Visit& visit) {
  const bool base_chosen = file.chosen.spec.variant.empty();
  if (base_chosen) visit(file.chosen);
  for (const CheckedScenario& other : file.others) {
    context.set_variant(other.spec.variant);
    visit(other);
  }
  context.set_variant("");
  if (!base_chosen) visit(file.chosen);
}

/// Reads and checks designs of one file, as many as are wanted.
class DesignChecker {
 public:
  /// All must outlive it. Faults go to `context`, which is the set's.
  DesignChecker(ScenarioSet& set, const Registry& registry, ReadingContext& context)
      : set_(set), registry_(registry), context_(context), unread_(context.has_issues()) {}

  /// As ScenarioSet::read, then `check` and `check_files`.
  std::optional<CheckedScenario> check(const Design& design, bool named = false);
  [[nodiscard]] ReadingContext& context() const { return context_; }

 private:
  ScenarioSet& set_;
  const Registry& registry_;
  ReadingContext& context_;
  bool unread_;                           // faults were found before anything was checked
  std::optional<std::int64_t> own_gpus_;  // of the scenario's own cluster, once it was asked for
};

}  // namespace gpuscape
