#include "sim/report/format/titles.hpp"

#include <algorithm>
#include <filesystem>

namespace gpuscape {

std::string title_of(const ScenarioSpec& scenario) {
  return scenario.title.empty() ? std::filesystem::path(scenario.file).stem().string()
                                : scenario.title;
}

std::string variant_of(const ScenarioSpec& scenario) {
  return scenario.variant.empty() ? "base" : scenario.variant;
}

std::string capacity_noun(const RunResult& run) {
  const bool pools =
      !run.nodes.empty() && std::all_of(run.nodes.begin(), run.nodes.end(),
                                        [](const NodeLabel& node) { return node.pool; });
  if (run.counts_cores) return "cores";
  return pools ? "processors" : "GPUs";
}

}  // namespace gpuscape
