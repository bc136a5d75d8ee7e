#pragma once
/// Logs with one row a job and a header line: the formats `csv` and `philly-csv`.

#include <cstdint>

#include "sim/base/csv_row.hpp"
#include "sim/workload/rows/csv_columns.hpp"
#include "sim/workload/rows/log_clock.hpp"
#include "sim/workload/rows/logged_state.hpp"
#include "sim/workload/rows/row_reader.hpp"
#include "sim/workload/rows/table_header.hpp"

namespace gpuscape {

/// Rows by a column plan. A row is dropped when its submit date, run time or GPU count cannot be
/// used, when it has more or fewer fields than the header, or its quotes do not close. Cores,
/// memory and time limit that cannot be used are repaired (0, 0, none). A GPU count between 0 and 1
/// is a part of one, to the thousandth; above 1 it is an integer. Without a column of GPUs a
/// job asks for one. Ids that are not integers are replaced by the number of the data row.
class CsvReader final : public RowReader {
 public:
  CsvReader(const ColumnPlan& plan, TableHeader header, const TraceSpec& spec, ReadReport& report);

  /// The header once more: files that were put one behind the other.
  bool is_comment(std::string_view line) override { return line == header_.text; }
  std::string read(const Line& line, LoggedJob& job) override;

 private:
  enum class Fault : std::uint8_t {
    none,
    missing,
    no_number,
    no_date,
    not_finite,
    negative,
    out_of_range,
    not_whole
  };
  struct Reading {
    double value = 0.0;
    Fault fault = Fault::none;
  };

  Reading seconds_of(TraceField field, Seconds not_before = Seconds(0.0));
  Reading amount_of(TraceField field, Seconds not_before = Seconds(0.0));
  std::string read_run_time(Job& job);
  std::string read_instances();
  std::string read_gpus(Job& job);
  static void read_part_of_gpu(double part, Job& job);
  std::string read_demand(const Line& line, Job& job);
  void read_id(const Line& line, Job& job);
  void read_time_limit(const Line& line, Job& job);
  void read_logged_start(const Line& line, LoggedJob& job);
  [[nodiscard]] std::string_view text_of(TraceField field) const;
  void read_nodes(const Line& line, Job& job);
  void read_labels(const Line& line, LoggedJob& job);
  double amount_or_zero(TraceField field, const Line& line);
  /// Values in a column of dates are in s since 1970.
  std::optional<double> number_in(const TraceColumn& column, std::string_view text,
                                  Seconds not_before);
  static std::string reason(TraceField field, Fault fault);

  ColumnPlan plan_;
  TableHeader header_;
  CsvRow row_;
  LogClock clock_;
  ReadReport& report_;
  Reading start_;           ///< of the row that is read
  double instances_ = 1.0;  ///< of the row that is read
  bool row_numbers_as_ids_ = false;
};

}  // namespace gpuscape
