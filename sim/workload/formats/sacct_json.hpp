#pragma once
/// Dumps of Slurm's accounting as `sacct --json` writes them: layouts v0.0.36 (Slurm 21.08) to
/// v0.0.42 (25.05), which differ in how they write numbers that may be missing.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/workload/formats/sacct_record.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/rows/row_reader.hpp"
#include "sim/workload/text/json_items.hpp"

namespace gpuscape {

/// One object a job; its steps are counted. Dates are seconds since 1970, whatever the time zone.
class SacctJsonReader final : public RowReader {
 public:
  explicit SacctJsonReader(ReadReport& report) : report_(report) {}

  /// The item that the next row is the text of.
  void begin(const JsonItem& item);
  bool is_comment(std::string_view /*line*/) override { return false; }
  std::string read(const Line& line, LoggedJob& job) override;
  [[nodiscard]] std::string_view repeated_id() const override;

 private:
  ReadReport& report_;
  JsonItem item_;
  JsonValue value_;  ///< keeps the texts of the job that was read last
};

/// Throws ScenarioError where the text holds no list of jobs.
void read_sacct_json(const TraceInput& log);

}  // namespace gpuscape
