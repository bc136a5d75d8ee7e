#pragma once
/// Logs with one row a job and a header line: the formats `csv` and `philly-csv`.

#include <cstdint>

#include "sim/workload/csv_columns.hpp"
#include "sim/workload/csv_row.hpp"
#include "sim/workload/row_reader.hpp"

namespace gpuscape {

/// Rows by a column plan. A row is dropped when its submit date, run time or GPU count cannot be
/// used, when it has more or fewer fields than the header, or its quotes do not close. Cores,
/// memory and time limit that cannot be used are repaired (0, 0, none). Without a column of GPUs a
/// job asks for one. Ids that are no integers are replaced by the number of the data row.
class CsvReader final : public RowReader {
 public:
  CsvReader(const ColumnPlan& plan, std::size_t columns, char delimiter, ReadReport& report);

  bool is_comment(std::string_view /*line*/) override { return false; }
  std::string read(const Line& line, LoggedJob& job) override;

 private:
  enum class Fault : std::uint8_t;
  struct Reading;

  [[nodiscard]] Reading seconds_of(TraceField field) const;
  [[nodiscard]] Reading amount_of(TraceField field) const;
  std::string read_run_time(Job& job) const;
  std::string read_gpus(Job& job) const;
  void read_id(const Line& line, Job& job);
  void read_time_limit(const Line& line, Job& job);
  void read_logged_start(const Line& line, LoggedJob& job);
  [[nodiscard]] std::string_view text_of(TraceField field) const;
  void read_labels(const Line& line, LoggedJob& job);
  double amount_or_zero(TraceField field, const Line& line);
  static std::string reason(TraceField field, Fault fault);

  ColumnPlan plan_;
  std::size_t columns_;
  CsvRow row_;
  ReadReport& report_;
  bool row_numbers_as_ids_ = false;
};

/// Reads the header line and then the rows. Throws ScenarioError when the file is empty or lacks a
/// column.
void read_csv(LineReader& lines, const TraceSpec& spec, ReadReport& report, JobTable& table);

}  // namespace gpuscape
