#pragma once
/// What was measured, in the order of measuring, and the file that holds it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "core/options.hpp"
#include "text/json.hpp"

namespace gpuscape::bench {

/// One repetition of one measure.
struct Row {
  std::size_t measure = 0;  ///< in Session's list
  int repetition = 0;
  std::int64_t iterations = 0;
  double seconds = 0.0;      ///< of one operation
  double cpu_seconds = 0.0;  ///< of the thread that measured, one operation
  std::map<std::string, double> counters = {};
};

/// Of several repetitions.
struct Spread {
  double median = 0.0;
  double deviation = 0.0;  ///< median absolute deviation × 1.4826, over the median
};
Spread spread_of(std::vector<double> values);

/// A measure that gave no row.
struct Miss {
  std::size_t measure = 0;
  std::string why;
};

/// Everything of one invocation, as the file says it.
struct Record {
  std::vector<Measure> measures = {};
  std::vector<DeviceFacts> devices = {};
  std::vector<std::string> absent = {};
  std::map<std::string, std::string> versions = {};
  std::vector<Row> rows = {};
  std::vector<Miss> misses = {};
  std::string incomplete = "not finished";  ///< why; empty when everything was done
  std::string began = {};                   ///< ISO 8601, UTC
  std::string command = {};                 ///< without the program's folder
  Json machine = Json::object();            ///< as it was before anything ran
  std::optional<Json> peer = {};            ///< of a pair, the other machine

  void add(Offer offer);
};

/// Google Benchmark's JSON (context and benchmarks), with "gpuscape" in the context and the facts
/// of each measure in its rows: measurement.schema.json.
Json file_of(const Record& record, const Options& options);

/// The file of -o. Never opens one that exists: each state is a new file that takes its name, where
/// nothing has it but the state before.
struct ResultFile {
  /// Throws UsageFault where the file exists or its folder cannot be written to.
  static void check(const std::string& path);
  /// Throws Failure ("No space left on device"); the state before stays. Where another program has
  /// made a file of that name since, the state goes beside it, and the Failure says where.
  static void replace(const std::string& path, const Json& json);
};

}  // namespace gpuscape::bench
