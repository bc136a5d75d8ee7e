#pragma once
/// The models of a checked scenario of which each run makes its own.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/model/build_model.hpp"
#include "sim/model/registry.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Makes new models with the parameters of a checked scenario. The registry must outlive it.
class ModelFactories {
 public:
  ModelFactories(const ScenarioSpec& spec, const Registry& registry)
      : scheduler_(spec.scheduler),
        applications_(spec.applications),
        further_(spec.models),
        registry_(&registry) {}

  [[nodiscard]] std::unique_ptr<Scheduler> scheduler() const;
  [[nodiscard]] std::unique_ptr<Backfill> backfill() const;
  [[nodiscard]] std::unique_ptr<PlacementPolicy> placement() const;
  // Those of a part.
  [[nodiscard]] std::unique_ptr<Scheduler> scheduler(const ModelSpec& spec) const;
  [[nodiscard]] std::unique_ptr<Backfill> backfill(const ModelSpec& spec) const;
  [[nodiscard]] std::unique_ptr<PlacementPolicy> placement(const ModelSpec& spec) const;

  /// What jobs compute, as ScenarioSpec::applications.
  [[nodiscard]] std::vector<std::shared_ptr<const Application>> applications() const;

  /// A model of a kind that the program adds (`Registry::of`); null where the scenario names none.
  template <class Interface>
  [[nodiscard]] std::unique_ptr<Interface> make() const {
    auto all = make_all<Interface>();
    return all.empty() ? nullptr : std::move(all.front().second);
  }
  /// All of such a kind, with the user's names, in the order written.
  template <class Interface>
  [[nodiscard]] std::vector<std::pair<std::string, std::unique_ptr<Interface>>> make_all() const {
    std::vector<std::pair<std::string, std::unique_ptr<Interface>>> made;
    const ModelShelf<Interface>* shelf = registry_->find<Interface>();
    for (const PlacedModel& placed : further_)
      if (shelf != nullptr && placed.place.is(shelf->place()))
        made.emplace_back(placed.name, build_model(*shelf, placed.model));
    return made;
  }

 private:
  SchedulerSpec scheduler_;
  std::vector<NamedApplicationSpec> applications_;
  std::vector<PlacedModel> further_;
  const Registry* registry_;
};

}  // namespace gpuscape
