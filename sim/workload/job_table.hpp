#pragma once
/// All jobs of a log in columns, ordered by (submit date, id); shared read-only by the runs of a
/// study.

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sim/workload/job.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

class JobTable {
 public:
  void reserve(std::size_t jobs);
  /// Appends; dates may still be on the log's own clock and out of order.
  /// `logged_start`: when it started in the log; NaN where the log does not say.
  void add(const Job& job, Seconds logged_start = LoggedJob().logged_start);
  /// Orders by (submit, id), equal ones as added, and moves the origin: the first submit date
  /// becomes 0.
  void finish();

  [[nodiscard]] std::size_t size() const { return submit_.size(); }
  [[nodiscard]] Job job(std::size_t index) const;
  /// Jobs whose start the log says.
  [[nodiscard]] std::size_t started_in_log() const { return started_in_log_; }
  /// When a job started in the log, s after the origin; NaN where the log does not say.
  [[nodiscard]] double logged_start(std::size_t index) const {
    return logged_start_.empty() ? std::numeric_limits<double>::quiet_NaN() : logged_start_[index];
  }
  /// What was subtracted from every date by `finish`: the first submit date on the log's clock.
  [[nodiscard]] Seconds origin() const { return origin_; }

 private:
  std::vector<std::int64_t> id_;
  std::vector<double> submit_;
  std::vector<double> run_time_;
  std::vector<double> time_limit_;
  std::vector<Demand> demand_;
  std::vector<double> logged_start_;  // empty where no row has one
  std::size_t started_in_log_ = 0;
  Seconds origin_{0.0};
};

/// A source that walks a table. Several may walk the same one.
std::unique_ptr<WorkloadSource> make_table_source(std::shared_ptr<const JobTable> table,
                                                  std::uint16_t stream);

/// Merges sources by (submit, stream, id); ids are kept.
std::unique_ptr<WorkloadSource> merge_sources(std::vector<std::unique_ptr<WorkloadSource>> sources);

}  // namespace gpuscape
