#include "sim/workload/job_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

template <class Value>
void reorder(std::vector<Value>& column, const std::vector<std::size_t>& order) {
  std::vector<Value> ordered;
  ordered.reserve(column.size());
  for (const std::size_t index : order) {
    ordered.push_back(column[index]);
  }
  column = std::move(ordered);
}

}  // namespace

void JobTable::reserve(std::size_t jobs) {
  id_.reserve(jobs);
  submit_.reserve(jobs);
  run_time_.reserve(jobs);
  time_limit_.reserve(jobs);
  demand_.reserve(jobs);
}

void JobTable::add(const Job& job, Seconds logged_start) {
  ensure(std::isfinite(job.submit.value()), "a submit date is finite, so that jobs can be ordered");
  id_.push_back(job.id);
  submit_.push_back(job.submit.value());
  run_time_.push_back(job.run_time.value());
  time_limit_.push_back(job.time_limit.value());
  demand_.push_back(job.demand);
  const double start = logged_start.value();
  if (!std::isnan(start)) {
    if (started_in_log_++ == 0) {
      logged_start_.assign(id_.size() - 1, std::numeric_limits<double>::quiet_NaN());
    }
  }
  if (started_in_log_ > 0) {
    logged_start_.push_back(start);
  }
}

void JobTable::finish() {
  const auto before = [this](std::size_t a, std::size_t b) {
    return std::tie(submit_[a], id_[a], a) < std::tie(submit_[b], id_[b], b);
  };
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!std::ranges::is_sorted(order, before)) {
    std::ranges::sort(order, before);
    reorder(id_, order);
    reorder(submit_, order);
    reorder(run_time_, order);
    reorder(time_limit_, order);
    reorder(demand_, order);
    if (!logged_start_.empty()) {
      reorder(logged_start_, order);
    }
  }
  if (submit_.empty()) {
    return;
  }
  const double first = submit_.front();
  origin_ += Seconds(first);
  for (double& submit : submit_) {
    submit -= first;
  }
  for (double& start : logged_start_) {
    start -= first;
  }
}

Job JobTable::job(std::size_t index) const {
  return {.id = id_[index],
          .submit = Seconds(submit_[index]),
          .run_time = Seconds(run_time_[index]),
          .time_limit = Seconds(time_limit_[index]),
          .demand = demand_[index],
          .stream = 0};
}

}  // namespace gpuscape
