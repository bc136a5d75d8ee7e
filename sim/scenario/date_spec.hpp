#pragma once
/// Dates of a scenario, as written.

#include <string>

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// A date on a log's clock, or a time after its first submission, as written.
struct DateSpec {
  std::string text;
  SourcePlace place;
  std::string pointer;
};

}  // namespace gpuscape
