#include "sim/workload/job_table.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <ranges>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/workload/stream_rules.hpp"

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

/// Asks for pages of 2 MiB where the system has them on request: filling a table of a million jobs
/// costs eighteen thousand page faults otherwise. A wish only: what it answers does not matter.
void prefer_large_pages(void* begin, std::size_t bytes) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21U;
  std::size_t space = bytes;
  void* aligned = begin;
  if (std::align(kLargePage, kLargePage, aligned, space) == nullptr) return;
  madvise(aligned, space - space % kLargePage, MADV_HUGEPAGE);
}

}  // namespace

void JobTable::reserve(std::size_t jobs) {
  jobs_.reserve(jobs);
  if (!logged_start_.empty()) {
    logged_start_.reserve(jobs);
  }
  prefer_large_pages(jobs_.data(), jobs_.capacity() * sizeof(Job));
}

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

void JobTable::keep_states_and_names() {
  ensure(jobs_.empty(), "all rows are kept alike");
  keeps_rows_ = true;
  name_numbers_.try_emplace("", 0U);
}

void JobTable::add_row(const LoggedJob& row, std::int64_t line) {
  if (rules_ == nullptr) {
    add(row, row.logged_start);
  } else {
    LoggedJob marked = row;
    const RowMarks marks = rules_->mark(marked);
    scaled_.push_back(marks.scaled);
    kept_.push_back(marks.kept ? 1 : 0);
    add(marked, row.logged_start);
  }
  if (keeps_rows_) {
    states_.push_back(row.state);
    const auto [at, added] =
        name_numbers_.try_emplace(std::string(row.name), static_cast<std::uint32_t>(names_.size()));
    if (added) {
      names_.emplace_back(row.name);
    }
    name_of_.push_back(at->second);
  }
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
  const auto by_rank = [&](std::uint32_t rank) { return id_of(place_at(rank)); };
  // Jobs mostly wait for one of the last: where ranks are places, the search begins there.
  const auto rank_of = [&](const std::pair<std::int64_t, std::uint32_t>& key) {
    std::uint32_t first = 0;
    std::uint32_t last = static_cast<std::uint32_t>(size());
    if (sorted.empty() && key <= by_rank(key.second)) {
      last = key.second;
      std::uint32_t step = 1;
      while (step <= last && !(by_rank(last - step) < key)) {
        last -= step;
        step *= 2;
      }
      first = step <= last ? last - step : 0;
    }
    const auto within = std::views::iota(first, last);
    return first + static_cast<std::uint32_t>(std::ranges::lower_bound(within, key, {}, by_rank) -
                                              within.begin());
  };
  for (const Dependency& dependency : dependencies_) {
    const std::uint32_t place = place_of.empty() ? dependency.job : place_of[dependency.job];
    const std::uint32_t later = rank_of({dependency.on_id, place});
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
  if (rules_ != nullptr) {
    reorder(scaled_, order);
    reorder(kept_, order);
  }
  if (keeps_rows_) {
    reorder(states_, order);
    reorder(name_of_, order);
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
