#pragma once
/// Which column holds what, for logs that are widely known: models/trace_columns/NAME.json,
/// compiled in.

#include <span>
#include <string_view>

namespace gpuscape {

struct ShippedColumnMap {
  std::string_view name;
  std::string_view text;  ///< JSON: about, delimiter, recognised_by, columns
};

/// By name.
std::span<const ShippedColumnMap> shipped_column_maps();

}  // namespace gpuscape
