#include "sim/model/check/check_placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/platform/demand_text.hpp"

namespace gpuscape {

namespace {

/// The kinds of jobs that the stream can have, by the least that each asks for; empty: not known.
std::vector<Demand> kinds_of(const StreamSpec& stream) {
  std::vector<Demand> kinds;
  if (stream.trace) {
    kinds.push_back({1, 0, 0});
    if (!stream.trace->every_job_has_gpus) kinds.push_back({0, 1, 0});
  } else if (stream.generate) {
    constexpr double kMebibyte = 1048576.0;
    const GenerateSpec& spec = *stream.generate;
    for (const GpuShareSpec& share : spec.gpus)
      if (share.weight > 0.0)
        kinds.push_back({share.gpus, std::llround(1000.0 * spec.cores_per_gpu * share.gpus),
                         std::llround(spec.memory_per_gpu.value() / kMebibyte * share.gpus)});
  } else if (stream.closed) {
    for (const GpuShareSpec& share : stream.closed->gpus)
      if (share.weight > 0.0) kinds.push_back({share.gpus, 0, 0});
  }
  return kinds;
}

void check_design(const CheckedScenario& design, ReadingContext& context) {
  const ScenarioSpec& spec = design.spec;
  if (spec.run.by_steps) return;
  const Platform& platform = design.cluster->platform();
  for (const StreamSpec& stream : spec.streams) {
    const std::vector<Demand> kinds = kinds_of(stream);
    const auto fits = [&](const Demand& kind) { return fits_somewhere(kind, platform.groups()); };
    if (kinds.empty() || std::ranges::any_of(kinds, fits)) continue;
    const Demand& least = *std::ranges::min_element(
        kinds, {}, [](const Demand& kind) { return std::pair(kind.gpus, kind.milli_cores); });
    const NodeGroup& largest = largest_group(platform.groups());
    const auto group = std::ranges::find(spec.cluster.nodes, largest.name, &NodeGroupSpec::name);
    const bool cores = least.gpus == 0;
    context.add(group->model.parameters.place(), group->model.pointer,
                fmt::format("no job of stream \"{}\" can be placed here: each asks for {}, and the "
                            "largest group is {}",
                            excerpt(stream.name),
                            cores ? "a GPU or a core" : demand_text(least) + " at least",
                            group_text(largest)),
                placement_hint(platform.groups()));
  }
}

}  // namespace

bool fits_somewhere(const Demand& demand, const std::vector<NodeGroup>& groups) {
  return std::ranges::any_of(
      groups, [&](const NodeGroup& group) { return fits_when_empty(demand, group); });
}

std::string placement_hint(const std::vector<NodeGroup>& groups) {
  const bool box = std::ranges::find(groups, "gpu-box", &NodeGroup::type) != groups.end();
  return box ? "a gpu-box lends its GPUs to hosts for transfers and runs no jobs: those need "
               "nodes with GPUs of their own"
             : "a job goes on the nodes of one group: one of them must have what it asks for";
}

void check_placement(const CheckedFile& file, ReadingContext& context) {
  for_each_design(file, context,
                  [&](const CheckedScenario& design) { check_design(design, context); });
}

}  // namespace gpuscape
