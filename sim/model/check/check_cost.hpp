#pragma once
/// The cost of a design as a part of checking it.

#include <memory>

#include "sim/fields/reading_context.hpp"
#include "sim/model/check/model_factories.hpp"
#include "sim/model/registry.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

class CostModel;

/// Null where the scenario asks for no cost. Nodes and networks are always items of it, so that
/// nothing of the design is forgotten.
std::shared_ptr<const CostModel> check_cost(const ScenarioSpec& spec, const Cluster& cluster,
                                            const ModelFactories& factories,
                                            const Registry& registry, ReadingContext& context);

}  // namespace gpuscape
