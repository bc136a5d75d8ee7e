#include "sim/workload/draw/closed_places.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kMostPlaces = 1'000'000;

[[noreturn]] void refuse(const StreamSpec& stream, std::string message, std::string hint) {
  throw ScenarioError({{.file = "",
                        .line = 0,
                        .column = 0,
                        .pointer = child_pointer("/workload/streams", stream.name) + "/closed/jobs",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

}  // namespace

std::vector<std::int32_t> closed_places(const StreamSpec& stream, const Platform& platform) {
  if (!stream.closed) return {};
  const ClosedSpec& spec = *stream.closed;
  if (spec.per == ClosedSpec::Per::workload)
    return std::vector<std::int32_t>(static_cast<std::size_t>(spec.jobs), 1);
  const bool per_node = spec.per == ClosedSpec::Per::node;
  if (!per_node && platform.gpus_total() > kMostPlaces)
    refuse(stream,
           fmt::format("one per GPU would be {} jobs: at most {}",
                       human_count(platform.gpus_total()), human_count(kMostPlaces)),
           "give a number of jobs");
  std::vector<std::int32_t> places;
  for (const NodeGroup& group : platform.groups()) {
    if (per_node && group.pool)
      refuse(stream, fmt::format("\"{}\" is a pool: it has no nodes", excerpt(group.name)),
             "\"one per gpu\" is one per processor there");
    if (group.capacity.gpus == 0) continue;
    const std::size_t each = per_node ? 1 : static_cast<std::size_t>(group.capacity.gpus);
    places.insert(places.end(), group.count * each, per_node ? group.capacity.gpus : 1);
  }
  if (places.empty()) refuse(stream, "no node has a GPU: no job would be in circulation", "");
  return places;
}

}  // namespace gpuscape
