#include "sim/topology/simultaneous_rates.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "sim/engine/fluid_system.hpp"

namespace gpuscape {

std::vector<BytesPerSecond> simultaneous_rates(
    std::span<const SteadyFlow> flows,
    const std::function<BytesPerSecond(std::uint32_t)>& capacity) {
  constexpr Bytes kEndless{1e18};
  FluidSystem fluid;
  std::unordered_map<std::uint32_t, ResourceId> resources;  // looked up, never iterated over
  std::vector<ActivityId> activities(flows.size());
  std::vector<Use> uses;
  std::vector<BytesPerSecond> rates(flows.size(), kUnlimited);
  for (std::size_t i = 0; i < flows.size(); ++i) {
    uses.clear();
    for (const std::uint32_t link : flows[i].links) {
      auto found = resources.find(link);
      if (found == resources.end())
        found = resources.emplace(link, fluid.add_resource(capacity(link))).first;
      uses.push_back({.resource = found->second});
    }
    if (uses.empty() && !std::isfinite(flows[i].bound.value())) continue;
    activities[i] = fluid.start(Seconds(0.0), kEndless, flows[i].bound, uses, 0);
    rates[i] = BytesPerSecond(0.0);
  }
  for (std::size_t i = 0; i < flows.size(); ++i)
    if (std::isfinite(rates[i].value())) rates[i] = fluid.rate(activities[i]);
  return rates;
}

RateSummary summarise(std::span<const BytesPerSecond> rates) {
  if (rates.empty()) return {};
  RateSummary summary{.flows = rates.size(), .least = rates[0], .most = rates[0]};
  for (const BytesPerSecond rate : rates) {
    summary.total += rate;
    summary.least = std::min(summary.least, rate);
    summary.most = std::max(summary.most, rate);
  }
  return summary;
}

}  // namespace gpuscape
