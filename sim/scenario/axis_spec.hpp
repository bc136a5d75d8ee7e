#pragma once
/// What a scenario says of many designs: the axes along which they differ, and which is looked for.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/scenario/calendar_spec.hpp"

namespace gpuscape {

/// Designs of one sweep, and values of one axis: a product beyond it is refused.
inline constexpr std::int64_t kMostDesigns = 100'000;

/// The axis that the variants of a file are.
inline constexpr std::string_view kVariantAxis = "variant";

/// Figures of a design that `find` may go by beside the metrics of result.json.
inline constexpr std::string_view kFurtherFigures[] = {"gpus_total", "useful_gpu_hours"};

struct AxisValue {
  std::string label;  ///< as tables show it: "8", "full"
  JsonValue value;    ///< of what the axis sets; or a patch over the scenario
};

struct AxisSpec {
  std::string name;
  std::string pointer = {};  ///< of the axis itself: "/axes/nodes"
  SourcePlace place = {};
  std::string set = {};      ///< where the values go, as --set has it; empty: they are patches
  std::string catalog = {};  ///< section of the catalogue each of whose entries is a value; empty:
                             ///< `values` are given
  std::vector<AxisValue> values = {};
};

enum class FindGoal : std::uint8_t { cheapest, largest, smallest };

/// Which of the designs is looked for.
struct FindSpec {
  SourcePlace place = {};
  FindGoal goal = FindGoal::cheapest;
  std::vector<std::string> axes = {};      ///< over which; empty: all that are not in `for_each`
  std::string by = {};                     ///< empty: the value of the only axis in `axes`
  bool meets_all = true;                   ///< every objective of `slo`
  std::vector<std::string> meets = {};     ///< else those
  std::vector<std::string> for_each = {};  ///< an answer for each value of these
  std::optional<CalendarSpec> calendar = {};
};

/// "cheapest", "largest", "smallest".
constexpr std::string_view goal_name(FindGoal goal) {
  constexpr std::string_view kNames[] = {"cheapest", "largest", "smallest"};
  return kNames[static_cast<std::size_t>(goal)];
}

}  // namespace gpuscape
