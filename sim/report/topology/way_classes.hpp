#pragma once
/// The pairs of a matrix by how near they are, with the least and the most of each class.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/model/transfers/way_matrix.hpp"

namespace gpuscape {

struct WayClassSummary {
  WayClass way_class = WayClass::local;
  std::int64_t pairs = 0;
  Seconds least_latency{0.0};
  Seconds most_latency{0.0};
  BytesPerSecond least_rate{0.0};
  BytesPerSecond most_rate{0.0};
  std::set<std::string> transports = {};
};

/// "in the node": over NVLink or PCIe switches alone.
[[nodiscard]] std::string_view way_class_name(WayClass way_class);
/// The same for a file: "in_node".
[[nodiscard]] std::string_view way_class_key(WayClass way_class);

/// Of the classes that have pairs, the nearest first.
[[nodiscard]] std::vector<WayClassSummary> way_classes(const WayMatrix& matrix);

/// "3.49", or "3.49–4.12".
[[nodiscard]] std::string latency_range(const WayClassSummary& summary);
[[nodiscard]] std::string rate_range(const WayClassSummary& summary);

}  // namespace gpuscape
