#pragma once
/// What the catalogue knows of an application beside its entry: measured rates, and data.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/application/data_parallel/parameters.hpp"

namespace gpuscape::data_parallel {

inline constexpr Bounds kSamples{.least = 1.0, .most = 1e9};
inline constexpr Bounds kRates{.least = 1e-9, .most = 1e12};

[[nodiscard]] std::vector<std::string> precision_names();
/// Nothing where no precision has that name.
[[nodiscard]] std::optional<NumberFormat> precision_of(std::string_view name);

struct Dataset {
  std::string id = {};
  Bytes record{0.0};
  double samples = 0.0;     ///< 0: not known
  double validation = 0.0;  ///< samples to evaluate with; 0: not known
};

struct Parts {
  std::vector<Rate> rates = {};
  std::vector<Dataset> datasets = {};
};

/// The key `parts`.
[[nodiscard]] Parts read_parts(ObjectReader& reader);

}  // namespace gpuscape::data_parallel
