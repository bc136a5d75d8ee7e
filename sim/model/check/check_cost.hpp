#pragma once
/// The cost of a design as a part of checking it.

#include <memory>

#include "sim/cost/cost_model.hpp"
#include "sim/fields/reading_context.hpp"
#include "sim/model/check/model_factories.hpp"

namespace gpuscape {

/// Null where the scenario asks for no cost. Without items of its own it has those that need no
/// more than the catalogue: what is bought, the networks, and what is rented.
std::shared_ptr<const CostModel> check_cost(const ScenarioSpec& spec, const Cluster& cluster,
                                            const ModelFactories& factories,
                                            const Registry& registry, ReadingContext& context);

}  // namespace gpuscape
