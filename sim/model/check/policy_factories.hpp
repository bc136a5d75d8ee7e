#pragma once
/// The policies of a checked scenario, each run making its own.

#include <memory>

#include "sim/model/registry.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// Makes new policies with the parameters of a checked scenario. The registry must outlive it.
class PolicyFactories {
 public:
  PolicyFactories(SchedulerSpec spec, const Registry& registry)
      : spec_(std::move(spec)), registry_(&registry) {}

  [[nodiscard]] std::unique_ptr<Scheduler> scheduler() const;
  [[nodiscard]] std::unique_ptr<Backfill> backfill() const;
  [[nodiscard]] std::unique_ptr<PlacementPolicy> placement() const;

 private:
  SchedulerSpec spec_;
  const Registry* registry_;
};

}  // namespace gpuscape
