#pragma once
/// The bill of materials of a design as a part of checking it.

#include <memory>
#include <span>

#include "sim/cost/inventory.hpp"
#include "sim/platform/cluster/cluster.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

struct Bill;
class CostModel;

/// `cost` is the design's; null where the scenario asks for none: prices are the catalogue's then,
/// in its currency, and instances of clouds are rented on demand, all else owned. Never null.
std::shared_ptr<const Bill> make_bill(const ScenarioSpec& spec, const Cluster& cluster,
                                      std::span<const StoredOn> stores, const CostModel* cost);

}  // namespace gpuscape
