#include "models/node/graph/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape::graph_node {

namespace {

constexpr const char* kHint =
    "GPUs whose entry has such links, or a node of a type whose GPUs these are";

/// The most that any GPU needs.
std::int64_t links_of(const FabricEntry& fabric) {
  if (fabric.links_per_gpu > 0) return fabric.links_per_gpu;
  std::map<std::string, std::int64_t> links;
  std::int64_t most = 0;
  for (const LinkEntry& link : fabric.links)
    for (const std::string* end : {&link.between.first, &link.between.second})
      most = std::max(most, links[*end] += link.lanes);
  return most;
}

}  // namespace

void check_fabric(const NodeEntry& entry, ReadingContext& context) {
  const auto found = entry.parts.gpus.find(entry.gpu_model);
  if (!entry.fabric || found == entry.parts.gpus.end()) return;
  const FabricEntry& fabric = *entry.fabric;
  const GpuPart& gpu = found->second;
  const std::string name = excerpt(entry.gpu_model);
  const auto fault = [&](std::string message) {
    context.add(entry.written.place, entry.written.pointer + "/gpu/model", std::move(message),
                kHint);
  };
  if (!gpu.has_nvlink) {
    if (gpu.described)
      fault(fmt::format("\"{}\" has no links to other GPUs, and the node joins its GPUs by {}",
                        name, excerpt(fabric.type)));
    return;
  }
  if (!gpu.link_type.empty() && gpu.link_type != fabric.type)
    return fault(fmt::format("\"{}\" has links {}, and the node joins its GPUs by {}", name,
                             excerpt(gpu.link_type), excerpt(fabric.type)));
  if (gpu.links > 0 && links_of(fabric) > gpu.links)
    fault(fmt::format("\"{}\" has {} links, and the node uses {} of each GPU", name, gpu.links,
                      links_of(fabric)));
  const auto part = entry.parts.links.find(fabric.type);
  const LinkPart* known = part == entry.parts.links.end() ? nullptr : &part->second;
  // Of one link, both are what its wire carries.
  std::optional<BytesPerSecond> joined;
  if (known != nullptr) joined = known->rate_per_lane;
  if (fabric.rate) joined = fabric.rate->value;
  constexpr double kRounding = 0.01;
  if (gpu.rate && joined && std::abs(gpu.rate->value / *joined - 1.0) > kRounding)
    fault(fmt::format("a link of \"{}\" carries {}, and one of the node's gpu_fabric {}", name,
                      human_text(gpu.rate->value), human_text(*joined)));
}

}  // namespace gpuscape::graph_node
