#pragma once
/// The formats of logs as a scenario names them. Each has a reader in sim/workload/formats, a
/// TraceFormat of the same name.

#include <span>
#include <string>
#include <string_view>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// What a trace section says of a log in this format.
struct TraceFormatKeys {
  std::string_view name;   ///< as `format` says it
  std::string_view about;  ///< for schema and reference
  /// Reads the keys that no other format has; null: there are none. `file` is the scenario's path.
  void (*read_keys)(ObjectReader& reader, const std::string& file, TraceSpec& spec) = nullptr;
  /// No row that is read is a job without a GPU.
  bool every_job_has_gpus = false;
};

/// In the order of the schema.
std::span<const TraceFormatKeys> trace_format_keys();

}  // namespace gpuscape
