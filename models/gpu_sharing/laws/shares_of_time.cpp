#include "models/gpu_sharing/laws/shares_of_time.hpp"

#include <algorithm>
#include <numeric>

namespace gpuscape::gpu_sharing {

namespace {

template <class Share>
std::vector<double> each(std::span<const GpuTenant> tenants, const Share& share) {
  std::vector<double> all;
  all.reserve(tenants.size());
  for (const GpuTenant& tenant : tenants) all.push_back(std::min(tenant.use, share(tenant)));
  return all;
}

}  // namespace

std::vector<double> capped(std::span<const GpuTenant> tenants) {
  return each(tenants, [](const GpuTenant& tenant) { return tenant.part; });
}

std::vector<double> in_turn(std::span<const GpuTenant> tenants, double all) {
  std::vector<std::size_t> order(tenants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return tenants[i].use; });
  std::vector<double> shares(tenants.size());
  std::size_t left = tenants.size();
  for (const std::size_t i : order) {
    shares[i] = std::min(tenants[i].use, all / static_cast<double>(left--));
    all -= shares[i];
  }
  return shares;
}

/// Who needs least for its weight is served first: all others are left their parts.
std::vector<double> in_turn(std::span<const GpuTenant> tenants, double all,
                            const StreamWeights& weights) {
  if (!weights.any()) return in_turn(tenants, all);
  std::vector<double> weight;
  weight.reserve(tenants.size());
  for (const GpuTenant& tenant : tenants) weight.push_back(weights.of(tenant.stream));
  std::vector<std::size_t> order(tenants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return tenants[i].use / weight[i]; });
  std::vector<double> from(tenants.size());  // weights from there on; sums, so that none is below 0
  double sum = 0.0;
  for (std::size_t k = order.size(); k-- > 0;) from[k] = sum += weight[order[k]];
  std::vector<double> shares(tenants.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    shares[i] = std::min(tenants[i].use, all * (weight[i] / from[k]));
    all -= shares[i];
  }
  return shares;
}

std::vector<double> equal(std::span<const GpuTenant> tenants) {
  const double each_has = 1.0 / static_cast<double>(tenants.size());
  return each(tenants, [&](const GpuTenant&) { return each_has; });
}

std::vector<double> fixed(std::span<const GpuTenant> tenants) {
  return each(tenants,
              [](const GpuTenant& tenant) { return 1.0 / static_cast<double>(tenant.most); });
}

std::vector<double> together(std::span<const GpuTenant> tenants, double interference) {
  std::vector<double> shares = capped(tenants);
  const double used = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= 1.0 + interference * (used - share);
  return shares;
}

}  // namespace gpuscape::gpu_sharing
