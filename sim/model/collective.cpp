#include "sim/model/collective.hpp"

#include <algorithm>
#include <numeric>

#include "sim/base/error.hpp"

namespace gpuscape {

std::string_view operation_name(CollectiveOperation operation) {
  return kCollectiveOperations[static_cast<std::size_t>(operation)];
}

CollectiveOperation operation_named(std::string_view name) {
  const auto* found = std::ranges::find(kCollectiveOperations, name);
  ensure(found != kCollectiveOperations.end(), "an operation is read as one that there is");
  return static_cast<CollectiveOperation>(found - kCollectiveOperations.begin());
}

std::string_view protocol_name(CollectiveProtocol protocol) {
  constexpr std::array<std::string_view, 3> kNames = {"LL", "LL128", "Simple"};
  return kNames[static_cast<std::size_t>(protocol)];
}

std::optional<CollectiveProtocol> protocol_named(std::string_view name) {
  for (const CollectiveProtocol protocol : kCollectiveProtocols)
    if (protocol_name(protocol) == name) return protocol;
  return std::nullopt;
}

std::uint32_t CollectiveCase::ranks() const {
  return std::accumulate(node_sizes.begin(), node_sizes.end(), std::uint32_t{0});
}

std::uint32_t CollectiveCase::ranks_per_node() const {
  return node_sizes.empty() ? 0 : std::ranges::max(node_sizes);
}

std::int64_t ring_steps(CollectiveOperation operation, std::uint32_t ranks) {
  const std::int64_t once = std::int64_t{ranks} - 1;
  return operation == CollectiveOperation::all_reduce ? 2 * once : once;
}

double bus_factor(CollectiveOperation operation, std::uint32_t ranks) {
  const double others = (static_cast<double>(ranks) - 1.0) / static_cast<double>(ranks);
  switch (operation) {
    case CollectiveOperation::all_reduce:
      return 2.0 * others;
    case CollectiveOperation::all_gather:
    case CollectiveOperation::reduce_scatter:
    case CollectiveOperation::all_to_all:
      return others;
    case CollectiveOperation::broadcast:
    case CollectiveOperation::send_receive:
      break;
  }
  return 1.0;
}

}  // namespace gpuscape
