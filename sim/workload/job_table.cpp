#include "sim/workload/job_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/large_pages.hpp"
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

/// Whether the log says that a job ended without success.
bool failed(LoggedState state) {
  return state != LoggedState::unknown && state != LoggedState::completed &&
         state != LoggedState::running && state != LoggedState::pending;
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
  if (!std::isnan(logged_start.value())) {
    if (started_in_log_++ == 0) {
      logged_start_.assign(jobs_.size() - 1, LoggedJob().logged_start);
    }
  }
  if (started_in_log_ > 0) {
    logged_start_.push_back(logged_start);
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
  const std::string_view models = row.demand.gpus > 0 ? row.gpu_models : std::string_view();
  NodeAsk ask{.gpu_models = std::string(models), .features = std::string(row.features)};
  if (row.demand.gpus == 1) ask_for_part({row.gpu_profile, row.gpu_memory}, ask, job.demand);
  job.demand.asks = origins_->asks().intern(ask).value_or(0);
  job.origin = origins_->intern(row.user, row.account, row.partition, row.qos);
  if (failed(row.state)) {
    failed_.resize(jobs_.size());
    failed_.back() = 1;
  }
  if (row.part_of >= 0)
    parts_.push_back({row.part_of, row.part_id, static_cast<std::uint32_t>(jobs_.size() - 1)});
  for (const NamedDependency& on : row.after_ids) {
    named_.push_back({static_cast<std::uint32_t>(jobs_.size() - 1), on, line});
  }
}

/// Puts the jobs in order; returns the place of each by when it was added.
std::vector<std::uint32_t> JobTable::order_jobs() {
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0U);
  // A task whose id is made of two numbers stands where its array does.
  std::vector<std::int64_t> number(size());
  std::ranges::transform(jobs_, number.begin(), &Job::id);
  for (const PartRow& part : parts_)
    if (part.id == jobs_[part.place].id) number[part.place] = part.of;
  std::ranges::sort(order, {}, [&](std::uint32_t job) {
    return std::tuple(jobs_[job].submit, number[job], jobs_[job].id, job);
  });
  reorder(jobs_, order);
  if (!logged_start_.empty()) {
    reorder(logged_start_, order);
  }
  if (rules_ != nullptr) {
    reorder(scaled_, order);
    reorder(kept_, order);
  }
  if (!failed_.empty()) {
    failed_.resize(size());
    reorder(failed_, order);
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
  failed_.clear();
  if (jobs_.empty()) {
    return;
  }
  const Seconds first = jobs_.front().submit;
  origin_ += first;
  for (Job& job : jobs_) {
    job.submit -= first;
  }
  for (Seconds& start : logged_start_) {
    start -= first;
  }
}

}  // namespace gpuscape
