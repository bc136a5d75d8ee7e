#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim/report/plan/plan_text.hpp"

namespace gpuscape {

namespace {

/// By which share of its limit a design misses the objective; infinite where that is not known.
double share_missed(const std::vector<SloSpec>& objectives, const std::string& name,
                    const PlannedDesign& design) {
  for (std::size_t i = 0; i < objectives.size() && i < design.objectives.size(); ++i) {
    const SloSpec& slo = objectives[i];
    if (slo.name != name) continue;
    const double by = std::abs(design.objectives[i].value - slo.limit);
    return slo.limit == 0.0 ? by : by / std::abs(slo.limit);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

std::int64_t PlanCounts::all_excluded() const {
  return std::accumulate(std::begin(excluded), std::end(excluded), std::int64_t{0});
}

PlanCounts counts_of(const PlanAnswer& answer) {
  PlanCounts counts;
  for (const PlannedDesign& design : answer.designs) {
    counts.to_the_end += design.to_the_end;
    switch (design.standing) {
      case Standing::waiting:
        ++counts.not_needed;
        break;
      case Standing::fault:
        ++counts.faults;
        break;
      case Standing::excluded:
        ++counts.excluded[static_cast<std::size_t>(design.proof)];
        break;
      case Standing::misses:
        counts.misses += !design.to_the_end;
        break;
      case Standing::dearer:
        counts.dearer += !design.to_the_end;
        break;
      case Standing::open:
        ++counts.open;
        break;
      case Standing::meets:
        ++counts.meets;
        break;
      case Standing::assumed:
        ++counts.assumed;
        break;
    }
  }
  return counts;
}

std::vector<PlanBinding> bindings_of(const PlanAnswer& answer,
                                     const std::vector<SloSpec>& objectives) {
  std::vector<PlanBinding> all;
  for (std::size_t i = 0; i < answer.designs.size(); ++i) {
    const PlannedDesign& design = answer.designs[i];
    // They stand by their bounds: what comes after the answer may cost as little only by its bound.
    if (i >= answer.best ||
        (design.standing != Standing::misses && design.standing != Standing::assumed))
      continue;
    auto at = std::ranges::find(all, design.missed, &PlanBinding::what);
    if (at == all.end()) at = all.insert(at, {.what = design.missed});
    ++at->designs;
    const auto share = [&](const PlannedDesign& one) {
      return share_missed(objectives, design.missed, one);
    };
    if (at->nearest == nullptr || share(design) < share(*at->nearest)) at->nearest = &design;
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &PlanBinding::designs);
  return all;
}

}  // namespace gpuscape
