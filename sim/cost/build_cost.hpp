#pragma once
/// From what a scenario and the catalogue say of money to the cost of a design.

#include <span>

#include "sim/cost/cost_model.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// Records in `context` what cannot be: a pool that the cluster does not have, a price in a
/// currency without an exchange rate, a rented pool without a price of that kind.
CostModel build_cost(const CostSpec& spec, const Cluster& cluster, std::span<const StoredOn> stores,
                     CostModel::Items items, ReadingContext& context);

}  // namespace gpuscape
