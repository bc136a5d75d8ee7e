#pragma once
/// Part of the trace readers: one format turns one line into one job; the loop around it is shared.

#include <string>
#include <string_view>

#include "sim/workload/job.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/rows/seen_ids.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

/// Dates and times beyond this, about 30 000 years, are a fault or a wrong unit (dates since 1970
/// in milliseconds lie above).
inline constexpr Seconds kLongestSeconds{1e12};

/// What a row is called that waits for something else than the ends of jobs.
inline constexpr std::string_view kOtherDependency =
    "depends on something other than afterok or afterany (afternotok, singleton, an alternative): "
    "not obeyed";

class RowReader {
 public:
  virtual ~RowReader() = default;
  /// True for a line that is no data row; the reader may take facts about the file from it.
  virtual bool is_comment(std::string_view line) = 0;
  /// True for a line that is the beginning of a row, or belongs to the row before: it is not
  /// counted.
  virtual bool is_part_of_row(const Line& /*line*/) { return false; }
  /// Fills `job` and returns an empty text, or returns why the row cannot be used. Repairs are
  /// noted in the report that the reader was made with.
  virtual std::string read(const Line& line, LoggedJob& job) = 0;
  /// What a row is called whose id occurred before; it is kept.
  [[nodiscard]] virtual std::string_view repeated_id() const {
    return "its id occurred before: a job of its own";
  }
};

/// Features that a row asks of its nodes; empty, and noted, where nobody understands them.
std::string_view usable_features(std::string_view features, const Line& line, ReadReport& report);

/// What becomes of rows, in whatever text they stand: counted, and added to the table or noted.
class RowSink {
 public:
  RowSink(ReadReport& report, JobTable& table) : report_(report), table_(table) {}
  void add(const Line& line, RowReader& reader);
  /// Makes room for that many jobs in all.
  void reserve(std::size_t jobs);

 private:
  ReadReport& report_;
  JobTable& table_;
  SeenIds ids_;
};

/// Empties the table and throws RunError: it does not fit into the memory.
[[noreturn]] void refuse_for_memory(const ReadReport& report, JobTable& table);

/// Reads the lines that are left: adds each data row to the table, or notes why not.
/// Throws RunError, naming the rows read before, when the stream breaks off.
void read_rows(LineReader& lines, RowReader& reader, ReadReport& report, JobTable& table);

}  // namespace gpuscape
