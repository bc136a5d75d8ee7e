#include "sim/platform/demand_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", human_count(count), noun, count == 1 ? "" : "s");
}

std::string amounts_text(const Demand& demand) {
  std::vector<std::string> parts;
  if (demand.gpus > 0) parts.push_back(gpu_amount_text(demand));
  if (demand.milli_cores > 0)
    parts.push_back(fmt::format("{:g} core{}", static_cast<double>(demand.milli_cores) / 1000.0,
                                demand.milli_cores == 1000 ? "" : "s"));
  constexpr double kMebibyte = 1048576.0;
  if (demand.memory_mib > 0)
    parts.push_back(human_text(Bytes(static_cast<double>(demand.memory_mib) * kMebibyte)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string gpu_amount_text(const Demand& demand) {
  return demand.gpu_milli > 0 ? fmt::format("{:g} of a GPU", demand.gpu_amount())
                              : counted(demand.gpus, "GPU");
}

std::string demand_text(const Demand& demand) {
  const std::string amounts = amounts_text(demand);
  if (demand.tasks() > 0) return amounts + " in " + counted(demand.tasks(), "task");
  const std::string nodes = demand.nodes > 1 ? counted(demand.nodes, "node") : "";
  if (nodes.empty()) return amounts.empty() ? "nothing" : amounts;
  return amounts.empty() ? nodes : amounts + " on " + nodes;
}

std::string group_text(const NodeGroup& group) {
  const std::string name = excerpt(group.name);
  if (group.pool)
    return fmt::format("{}: pool of {} processors", name, human_count(group.capacity.gpus));
  const std::string amounts = amounts_text(group.capacity);
  return fmt::format("{}: {} with {}{}", name, counted(group.count, "node"),
                     group.capacity.gpus == 0 ? "no GPU" : "",
                     group.capacity.gpus > 0 || amounts.empty() ? amounts : ", " + amounts);
}

const NodeGroup& largest_group(const std::vector<NodeGroup>& groups) {
  const auto size = [](const NodeGroup& group) {
    return std::tuple(std::int64_t{group.count} * group.capacity.gpus,
                      group.count * group.capacity.milli_cores, group.count);
  };
  return *std::ranges::max_element(groups, {}, size);
}

}  // namespace gpuscape
