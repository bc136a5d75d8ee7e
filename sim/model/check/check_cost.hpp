#pragma once
/// The cost of a design as a part of checking it.

#include <memory>

#include "sim/fields/reading_context.hpp"
#include "sim/model/check/model_factories.hpp"
#include "sim/model/registry.hpp"
#include "sim/platform/cluster/cluster.hpp"

namespace gpuscape {

class CostModel;
struct Bill;

/// Null where the scenario asks for no cost. Nodes and networks are always items of it, so that
/// nothing of the design is forgotten.
std::shared_ptr<const CostModel> check_cost(const ScenarioSpec& spec, const Cluster& cluster,
                                            const ModelFactories& factories,
                                            const Registry& registry, ReadingContext& context);

/// The bill of materials of a design. `cost` is the design's; null where the scenario asks for
/// none: prices are the catalogue's then, in its currency, and instances of clouds are rented on
/// demand, all else owned. Never null.
std::shared_ptr<const Bill> make_bill(const ScenarioSpec& spec, const Cluster& cluster,
                                      const ModelFactories& factories, const CostModel* cost);

}  // namespace gpuscape
