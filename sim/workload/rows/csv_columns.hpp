#pragma once
/// Part of the CSV reader: which column of a file holds what, and in which unit.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What a column can hold; the order is that of kTraceFields.
enum class TraceField : std::uint8_t {
  submit,
  run_time,
  start,
  end,
  gpus,
  cores,
  memory,
  id,
  time_limit,
  user,
  account,
  partition,
  qos,
  job_name,
  state,
  after,
  nodes,
  gpu_models,
  features,
  gpu_profile,
  gpu_memory,
  instances,
  tasks
};
inline constexpr std::size_t kTraceFieldCount = 23;

struct TraceFieldInfo {
  std::string_view name;  ///< in scenarios
  std::string_view noun;  ///< in reports
};
inline constexpr std::array<TraceFieldInfo, kTraceFieldCount> kTraceFields{{
    {"submit", "submit date"},
    {"run_time", "run time"},
    {"start", "start date"},
    {"end", "end date"},
    {"gpus", "GPU count"},
    {"cores", "core count"},
    {"memory", "memory"},
    {"id", "id"},
    {"time_limit", "time limit"},
    {"user", "user"},
    {"account", "account"},
    {"partition", "partition"},
    {"qos", "QOS"},
    {"job_name", "job name"},
    {"state", "state"},
    {"after", "dependency"},
    {"nodes", "node count"},
    {"gpu_models", "GPU models"},
    {"features", "features"},
    {"gpu_profile", "GPU profile"},
    {"gpu_memory", "GPU memory"},
    {"instances", "number of instances"},
    {"tasks", "number of tasks"},
}};

struct TraceColumn {
  bool present = false;
  bool datetime = false;           ///< dates as text instead of numbers
  std::size_t index = 0;           ///< in the row, from 0
  double scale = 1.0;              ///< of one unit, in seconds, bytes, cores, GPUs
  std::optional<double> constant;  ///< the same for every job, in those units; no column is read
};

/// The columns by field; those that a log lacks are not present.
class ColumnPlan {
 public:
  [[nodiscard]] const TraceColumn& operator[](TraceField field) const {
    return columns_[static_cast<std::size_t>(field)];
  }
  TraceColumn& operator[](TraceField field) { return columns_[static_cast<std::size_t>(field)]; }
  [[nodiscard]] bool has(TraceField field) const { return (*this)[field].present; }

 private:
  std::array<TraceColumn, kTraceFieldCount> columns_;
};

/// Finds each column in the header. `file` and `line` say where the header stands.
/// Throws ScenarioError with every fault: a column that the header lacks (with the nearest name) or
/// has twice, an unknown field or unit, a field given twice, no submit date or no run time.
ColumnPlan plan_columns(const std::vector<ColumnSpec>& columns,
                        const std::vector<std::string_view>& header, const std::string& file,
                        int line);

}  // namespace gpuscape
