#pragma once
/// Dumps of Slurm's accounting: `sacct --parsable2` (or `--parsable`, or with another --delimiter),
/// columns by their names in the header.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/spec.hpp"
#include "sim/workload/formats/sacct_record.hpp"
#include "sim/workload/rows/log_clock.hpp"
#include "sim/workload/rows/row_reader.hpp"
#include "sim/workload/rows/table_header.hpp"

namespace gpuscape {

/// One row a job, an attempt of one (with `--duplicates`), or a step; steps are counted and passed
/// over. The delimiter inside a job's name or submit line is understood where the other columns
/// tell.
class SacctReader final : public RowReader {
 public:
  /// Throws ScenarioError where the header lacks what a job needs.
  SacctReader(TableHeader header, char delimiter, std::string_view time_zone, ReadReport& report);

  bool is_comment(std::string_view line) override;
  /// A user's text may hold line breaks: such a row is put together again.
  bool is_part_of_row(const Line& line) override;
  std::string read(const Line& line, LoggedJob& job) override;
  [[nodiscard]] std::string_view repeated_id() const override { return kAnotherAttempt; }
  /// Whether some column may tell of GPUs.
  [[nodiscard]] bool tells_of_gpus() const {
    return has(kAllocTres) || has(kReqTres) || has(kAllocGres) || has(kReqGres) || has(kSubmitLine);
  }
  /// Counts what is left of a row that the file's end cut off.
  void finish() { drop_pending(); }

 private:
  enum Column : std::uint8_t {
    kJobIdRaw,
    kJobId,
    kJobName,
    kPartition,
    kAccount,
    kUser,
    kQos,
    kState,
    kSubmit,
    kEligible,
    kStart,
    kEnd,
    kElapsedRaw,
    kElapsed,
    kTimelimitRaw,
    kTimelimit,
    kAllocTres,
    kReqTres,
    kNCpus,
    kAllocCpus,
    kReqCpus,
    kReqMem,
    kNNodes,
    kSubmitLine,
    kConstraints,
    kAllocGres,
    kReqGres,
    kColumns
  };
  static constexpr std::array<std::string_view, kColumns> kNames{
      "JobIDRaw",    "JobID",     "JobName",      "Partition", "Account",   "User",
      "QOS",         "State",     "Submit",       "Eligible",  "Start",     "End",
      "ElapsedRaw",  "Elapsed",   "TimelimitRaw", "Timelimit", "AllocTRES", "ReqTRES",
      "NCPUS",       "AllocCPUS", "ReqCPUS",      "ReqMem",    "NNodes",    "SubmitLine",
      "Constraints", "AllocGRES", "ReqGRES"};

  void find_columns();
  [[nodiscard]] bool begins_row() const;
  bool add_to_pending(const Line& line);
  void drop_pending();
  [[nodiscard]] bool has(Column column) const { return index_[column].has_value(); }
  [[nodiscard]] std::string_view text(Column column) const;
  void split(std::string_view line);
  bool join_text_field();
  bool looks_like_a_job();
  std::optional<Seconds> date(Column column, Seconds not_before);
  void read_dates(SacctRecord& record);
  void read_times(SacctRecord& record);
  void read_resources(SacctRecord& record);
  void read_texts(SacctRecord& record);
  void read_part(SacctRecord& record) const;
  void read_id(SacctRecord& record, const Line& line);

  TableHeader header_;
  char delimiter_;
  std::array<std::optional<std::size_t>, kColumns> index_;
  std::vector<std::size_t> free_texts_;  ///< columns in which a user may write `|`
  LogClock clock_;
  ReadReport& report_;
  std::string pending_;            ///< the beginning of a row whose text has line breaks
  std::int64_t pending_line_ = 0;  ///< where it begins
  bool is_whole_ = false;          ///< it is the row that is read
  bool after_step_ = false;        ///< the line before is one of a step
  bool after_row_ = false;         ///< or a row
  std::vector<std::string_view> fields_;
  std::string fault_;  ///< of the row that is read
  std::vector<std::string_view> repairs_;
};

}  // namespace gpuscape
