#pragma once
/// The stores of a design: who reads from them, and whether what lies on them fits.

#include <memory>
#include <vector>

#include "sim/cost/inventory.hpp"
#include "sim/fields/reading_context.hpp"
#include "sim/model/applications/job_costs.hpp"
#include "sim/model/check/model_factories.hpp"
#include "sim/model/copy_plan.hpp"
#include "sim/model/input_plan.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

struct CheckedStorage {
  std::shared_ptr<const InputPlan> plan;   ///< all stores and datasets
  std::shared_ptr<const InputPlan> input;  ///< the same; null where no job reads from a store
  std::shared_ptr<const CopyPlan> copies;  ///< null where nothing is copied
  std::vector<StoreWay> ways;              ///< by storage of the cluster
};

/// Says in the spec what each store writes, and records datasets that cannot be where they are said
/// to be, and nodes that do not reach what their jobs read.
[[nodiscard]] CheckedStorage check_storage(ScenarioSpec& spec, const ModelFactories& models,
                                           const Cluster& cluster, const JobCosts* costs,
                                           ReadingContext& context);

/// The stores that are bought as machines of their own; drives inside nodes are not.
[[nodiscard]] std::vector<StoredOn> stores_bought(const ModelFactories& models);

}  // namespace gpuscape
