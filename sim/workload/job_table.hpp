#pragma once
/// All jobs of a log, ordered by (submit date, id); shared read-only by the runs of a study.

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sim/workload/job.hpp"
#include "sim/workload/origin_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

class JobTable {
 public:
  explicit JobTable(std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>())
      : origins_(std::move(origins)) {}

  void reserve(std::size_t jobs);
  /// Appends; dates may still be on the log's own clock and out of order.
  /// `logged_start`: when it started in the log; NaN where the log does not say.
  void add(const Job& job, Seconds logged_start = LoggedJob().logged_start);
  /// Appends a row with everything that it says; `line` is its place in the file.
  void add_row(const LoggedJob& row, std::int64_t line);
  /// Orders by (submit, id), equal ones as added, and moves the origin: the first submit date
  /// becomes 0. A dependency names the last job before its own with that id; one that names its own
  /// job, a later one or none is taken off and noted in the report.
  void finish(ReadReport& report);
  void finish();

  [[nodiscard]] std::size_t size() const { return jobs_.size(); }
  [[nodiscard]] const Job& job(std::size_t index) const { return jobs_[index]; }
  /// Jobs whose start the log says.
  [[nodiscard]] std::size_t started_in_log() const { return started_in_log_; }
  /// When a job started in the log, s after the origin; NaN where the log does not say.
  [[nodiscard]] double logged_start(std::size_t index) const {
    return logged_start_.empty() ? std::numeric_limits<double>::quiet_NaN() : logged_start_[index];
  }
  /// What was subtracted from every date by `finish`: the first submit date on the log's clock.
  [[nodiscard]] Seconds origin() const { return origin_; }
  /// Who sent the jobs; a scenario's tables share one.
  [[nodiscard]] OriginTable& origins() { return *origins_; }
  [[nodiscard]] const OriginTable& origins() const { return *origins_; }

 private:
  /// By the place of the dependent job, as added.
  struct Dependency {
    std::uint32_t job;
    std::int64_t on_id;
    std::int64_t line;
  };
  std::vector<std::uint32_t> order_jobs();
  void resolve_dependencies(const std::vector<std::uint32_t>& place_of, ReadReport& report);

  std::shared_ptr<OriginTable> origins_;
  std::vector<Job> jobs_;
  std::vector<double> logged_start_;  // empty where no row has one
  std::vector<Dependency> dependencies_;
  bool ordered_ = true;  ///< by (submit, id), as added
  std::size_t started_in_log_ = 0;
  Seconds origin_{0.0};
};

/// A source that walks a table. Several may walk the same one.
std::unique_ptr<WorkloadSource> make_table_source(std::shared_ptr<const JobTable> table,
                                                  std::uint16_t stream);

/// Merges sources by (submit, stream, id); ids are kept.
std::unique_ptr<WorkloadSource> merge_sources(std::vector<std::unique_ptr<WorkloadSource>> sources);

}  // namespace gpuscape
