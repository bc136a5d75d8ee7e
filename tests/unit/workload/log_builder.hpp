#pragma once
/// Logs made row by row, and shaped as a scenario wants them.

#include <limits>
#include <string>
#include <vector>

#include "sim/workload/shape/shape_log.hpp"

namespace gpuscape {

inline constexpr double kDayLength = 86400.0;

/// Rows, and the stream that wants them.
class LogBuilder {
 public:
  LogBuilder() {
    stream_.name = "log";
    stream_.trace = TraceSpec{};
    stream_.trace->file_as_written = "log.csv";
  }

  /// A job of `user`; `start` NaN: the log does not say when it started.
  LogBuilder& job(double submit, double run_time, const std::string& user = "ann",
                  double start = std::numeric_limits<double>::quiet_NaN()) {
    rows_.emplace_back();
    rows_.back().submit = Seconds(submit);
    rows_.back().run_time = Seconds(run_time);
    rows_.back().demand.gpus = 1;
    rows_.back().id = static_cast<std::int64_t>(rows_.size());
    rows_.back().logged_start = Seconds(start);
    users_.push_back(user);
    return *this;
  }
  LoggedJob& last() { return rows_.back(); }
  StreamSpec& stream() { return stream_; }
  TraceSpec& trace() { return *stream_.trace; }
  ScaleSpec& scale() {
    stream_.scale.emplace_back();
    stream_.scale.back().name = "all";
    return stream_.scale.back();
  }
  LogBuilder& from(const std::string& text) {
    trace().from = DateSpec{text, {}, "/from"};
    return *this;
  }
  LogBuilder& to(const std::string& text) {
    trace().to = DateSpec{text, {}, "/to"};
    return *this;
  }
  /// The log's clock counts from 1970, and its first submission is then.
  LogBuilder& begins(double unix) {
    report.unix_origin = Seconds(unix);
    return *this;
  }

  /// The table that comes of it; what happened is in `report`.
  JobTable shaped(std::uint64_t seed = 1) {
    JobTable table;
    StreamRules rules(stream_, seed);
    table.mark_with(rules);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i].user = users_[i];
      table.add_row(rows_[i], static_cast<std::int64_t>(i) + 2);
    }
    report.file = "log.csv";
    report.rows = report.jobs = static_cast<std::int64_t>(rows_.size());
    table.finish(report);
    shape_log(stream_, seed, rules, table, report);
    return table;
  }

  ReadReport report;

 private:
  std::vector<LoggedJob> rows_;
  std::vector<std::string> users_;
  StreamSpec stream_;
};

inline std::vector<double> submit_dates(const JobTable& table) {
  std::vector<double> dates;
  for (std::size_t i = 0; i < table.size(); ++i) dates.push_back(table.job(i).submit.value());
  return dates;
}

}  // namespace gpuscape
