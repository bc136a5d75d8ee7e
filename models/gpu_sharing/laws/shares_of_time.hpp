#pragma once
/// What jobs on one GPU get of its time, by how it is shared. Each function gives one share for
/// each tenant, above 0 and at most what that tenant uses alone.

#include <span>
#include <vector>

#include "models/gpu_sharing/laws/stream_weights.hpp"
#include "sim/platform/gpu_sharing.hpp"

namespace gpuscape::gpu_sharing {

/// No more than its own part, and no less.
std::vector<double> capped(std::span<const GpuTenant> tenants);

/// Slices of time in turn: who needs less than its turn leaves the rest to the others (max-min
/// fair). `all` is what is left of the GPU's time beside switches, 0 to 1.
std::vector<double> in_turn(std::span<const GpuTenant> tenants, double all);
/// The same with turns by the weights of streams.
std::vector<double> in_turn(std::span<const GpuTenant> tenants, double all,
                            const StreamWeights& weights);

/// An equal part of the GPU for each that runs, whatever the others do.
std::vector<double> equal(std::span<const GpuTenant> tenants);

/// The part that each would have if the GPU were full of its profile.
std::vector<double> fixed(std::span<const GpuTenant> tenants);

/// At most its own part, of which the others take some by what they do to caches and memory:
/// 1 ÷ (1 + `interference` × what the others use).
std::vector<double> together(std::span<const GpuTenant> tenants, double interference);

}  // namespace gpuscape::gpu_sharing
