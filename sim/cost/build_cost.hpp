#pragma once
/// From what a scenario and the catalogue say of money to the cost of a design.

#include <cstddef>
#include <span>

#include "sim/cost/cost_model.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// Kept in a ReadingContext: how many of its faults are that a design does not fit where it is to
/// stand. What is written is right; there is no such design.
struct Misfits {
  std::size_t found = 0;
};

/// Records in `context` what cannot be: a pool that the cluster does not have, a price in a
/// currency without an exchange rate, a rented pool without a price of that kind.
CostModel build_cost(const CostSpec& spec, const Cluster& cluster, std::span<const StoredOn> stores,
                     CostModel::Items items, ReadingContext& context);

}  // namespace gpuscape
