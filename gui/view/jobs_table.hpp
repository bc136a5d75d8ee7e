#pragma once
/// The jobs of a run as a table that is sorted, filtered and read by index: a million rows cost
/// nothing until they are looked at.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/study/study_outcome.hpp"

namespace gpuscape::gui {

/// A column; texts are for people, `key` is the column of jobs.csv.
struct JobsColumn {
  std::string key = {};    ///< "wait_s"
  std::string label = {};  ///< "waited"
  std::string about = {};
  bool is_number = true;  ///< aligned to the right
};

class JobsTable {
 public:
  explicit JobsTable(std::shared_ptr<const StudyOutcome> outcome);

  [[nodiscard]] const std::vector<JobsColumn>& columns() const { return columns_; }
  /// Rows that pass the filter.
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] std::size_t jobs() const { return run().jobs.size(); }
  /// The job in a row, and its text in a column ("" where it has none).
  [[nodiscard]] std::uint32_t job_at(std::size_t row) const { return order_[row]; }
  [[nodiscard]] std::string cell(std::size_t row, std::size_t column) const;
  /// The row of a job; none where the filter leaves it out. Linear.
  [[nodiscard]] std::optional<std::size_t> row_of(std::uint32_t job) const;

  /// Jobs without a value come last whatever the direction; equal ones in order of submission.
  void sort_by(std::size_t column, bool is_descending);
  [[nodiscard]] std::size_t sorted_by() const { return sorted_by_; }
  [[nodiscard]] bool is_descending() const { return is_descending_; }

  /// Terms separated by spaces, all of which must hold: a text that is part of the job's id, user,
  /// account, partition, QOS, stream or application; `user:ann` of one of them; `wait>1h`,
  /// `gpus=2..8`, `slowdown>=1.2`, `state=timed_out`, `reason=order`. Returns what is wrong with
  /// the text, and then changes nothing; empty: nothing is.
  std::string filter(std::string_view text);
  [[nodiscard]] const std::string& filter_text() const { return filter_; }
  /// What `filter` understands, for a tooltip.
  static std::string filter_help();

  /// The rows as CSV with the columns of jobs.csv, from `first` on, at most `count`.
  [[nodiscard]] std::string csv(std::size_t first, std::size_t count) const;
  [[nodiscard]] const RunResult& run() const { return outcome_->result.first; }

 private:
  void sort();

  std::shared_ptr<const StudyOutcome> outcome_;
  std::vector<JobsColumn> columns_;
  std::vector<std::uint8_t> fields_;  // of each column, into the table of fields
  std::vector<std::uint32_t> order_;
  std::string filter_;
  std::size_t sorted_by_ = 0;
  bool is_descending_ = false;
};

/// One job in full.
struct JobDetails {
  struct Line {
    std::string label;  ///< "waited"
    std::string text;   ///< "2 h 10 min, most of it for: GPUs short"
  };
  std::string title = {};  ///< "job 8123"
  std::vector<Line> lines = {};
};
JobDetails job_details(const RunResult& run, std::uint32_t job);

}  // namespace gpuscape::gui
