#include "sim/workload/job_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

template <class Value>
void reorder(std::vector<Value>& column, const std::vector<std::uint32_t>& order) {
  std::vector<Value> ordered;
  ordered.reserve(column.size());
  for (const std::uint32_t index : order) {
    ordered.push_back(column[index]);
  }
  column = std::move(ordered);
}

}  // namespace

void JobTable::reserve(std::size_t jobs) { jobs_.reserve(jobs); }

void JobTable::add(const Job& job, Seconds logged_start) {
  ensure(std::isfinite(job.submit.value()), "a submit date is finite, so that jobs can be ordered");
  ordered_ = ordered_ && (jobs_.empty() || std::tie(jobs_.back().submit, jobs_.back().id) <=
                                               std::tie(job.submit, job.id));
  jobs_.push_back(job);
  const double start = logged_start.value();
  if (!std::isnan(start)) {
    if (started_in_log_++ == 0) {
      logged_start_.assign(jobs_.size() - 1, std::numeric_limits<double>::quiet_NaN());
    }
  }
  if (started_in_log_ > 0) {
    logged_start_.push_back(start);
  }
}

void JobTable::add_row(const LoggedJob& row, std::int64_t line) {
  add(row, row.logged_start);
  Job& job = jobs_.back();
  job.origin = origins_->intern(row.user, row.account, row.partition, row.qos);
  if (row.after_id) {
    dependencies_.push_back({static_cast<std::uint32_t>(jobs_.size() - 1), *row.after_id, line});
  }
}

void JobTable::resolve_dependencies(const std::vector<std::uint32_t>& place_of,
                                    ReadReport& report) {
  if (dependencies_.empty()) {
    return;
  }
  const auto id_of = [this](std::uint32_t place) { return std::pair(jobs_[place].id, place); };
  // Most logs number their jobs as they come: then their places are by id already.
  std::vector<std::uint32_t> sorted;
  if (!std::ranges::is_sorted(jobs_, {}, &Job::id)) {
    sorted.resize(size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::ranges::sort(sorted, {}, id_of);
  }
  const auto place_at = [&](std::uint32_t rank) { return sorted.empty() ? rank : sorted[rank]; };
  const auto ranks = std::views::iota(0U, static_cast<std::uint32_t>(size()));
  const auto by_rank = [&](std::uint32_t rank) { return id_of(place_at(rank)); };
  for (const Dependency& dependency : dependencies_) {
    const std::uint32_t place = place_of.empty() ? dependency.job : place_of[dependency.job];
    const std::uint32_t later = static_cast<std::uint32_t>(
        std::ranges::lower_bound(ranks, std::pair(dependency.on_id, place), {}, by_rank) -
        ranks.begin());
    if (later > 0 && by_rank(later - 1).first == dependency.on_id) {
      jobs_[place].after = place_at(later - 1);
      continue;
    }
    const bool none = later == size() || by_rank(later).first != dependency.on_id;
    const bool on_itself = jobs_[place].id == dependency.on_id;
    const char* const on = on_itself ? "itself" : none ? "no job of the log" : "a later job";
    report.note(false, fmt::format("depends on {}: waits for nobody", on), dependency.line,
                fmt::format("job {} after job {}", jobs_[place].id, dependency.on_id));
  }
  dependencies_.clear();
}

/// Puts the jobs in order; returns the place of each by when it was added.
std::vector<std::uint32_t> JobTable::order_jobs() {
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [this](std::uint32_t job) {
    return std::tuple(jobs_[job].submit, jobs_[job].id, job);
  });
  reorder(jobs_, order);
  if (!logged_start_.empty()) {
    reorder(logged_start_, order);
  }
  std::vector<std::uint32_t> place_of(size());
  for (std::uint32_t place = 0; place < place_of.size(); ++place) {
    place_of[order[place]] = place;
  }
  return place_of;
}

void JobTable::finish() {
  ReadReport unread;
  finish(unread);
}

void JobTable::finish(ReadReport& report) {
  std::vector<std::uint32_t> place_of;  // empty: as added
  if (!ordered_) {
    place_of = order_jobs();
  }
  resolve_dependencies(place_of, report);
  if (jobs_.empty()) {
    return;
  }
  const Seconds first = jobs_.front().submit;
  origin_ += first;
  for (Job& job : jobs_) {
    job.submit -= first;
  }
  for (double& start : logged_start_) {
    start -= first.value();
  }
}

}  // namespace gpuscape
