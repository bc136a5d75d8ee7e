#pragma once
/// A JobLog in a few words.

#include <memory>
#include <string_view>

#include "sim/logs/job_log.hpp"

namespace gpuscape {

class LogBuilder {
 public:
  LogBuilder() { table_->keep_states_and_names(); }

  /// Dates and times in s; `row` may say more about the job.
  LogBuilder& job(double submit, double run_time, std::int32_t gpus, LoggedJob row = {}) {
    row.submit = Seconds(submit);
    row.run_time = Seconds(run_time);
    row.demand.gpus = gpus;
    if (row.id == 0) row.id = static_cast<std::int64_t>(table_->size()) + 1;
    table_->add_row(row, 0);
    return *this;
  }

  /// The log's clock is 0 at midnight before a Monday.
  LogBuilder& from_monday() {
    has_clock_ = true;
    return *this;
  }

  [[nodiscard]] JobLog log() {
    JobLog result;
    table_->finish();
    result.title = "log";
    result.table = table_;
    if (has_clock_) result.week_clock = table_->origin();
    return result;
  }

 private:
  std::shared_ptr<JobTable> table_ = std::make_shared<JobTable>();
  bool has_clock_ = false;
};

inline LoggedJob sent_by(std::string_view user, std::string_view account = "") {
  LoggedJob row;
  row.user = user;
  row.account = account;
  return row;
}

}  // namespace gpuscape
