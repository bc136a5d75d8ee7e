#pragma once
/// Over what the GPUs of a design exchange data, and how far each reaches.

#include <vector>

#include "sim/bill/bill.hpp"

namespace gpuscape {

/// Within nodes first, then composed PCIe, then networks, in the scenario's order.
std::vector<GpuFabric> gpu_fabrics(const BillInputs& inputs);

/// How far a network of such parts reaches; see FabricReach.
FabricReach reach_of(const NetworkParts& parts);

}  // namespace gpuscape
