#pragma once
/// What a design consists of, counted.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/cost/inventory.hpp"

namespace gpuscape {

/// "in all · 4 nodes, 32 GPUs · 10 switches, 64 cables …"; power and height only where they are
/// known.
std::string design_inventory_text(const Inventory& inventory);
JsonValue design_inventory_json(const Inventory& inventory);

}  // namespace gpuscape
