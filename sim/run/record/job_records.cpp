#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/large_pages.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

namespace {
constexpr Seconds kUnknown{std::numeric_limits<double>::quiet_NaN()};

template <class Value>
void reserve_large(std::vector<Value>& column, std::size_t size) {
  column.reserve(size);
  prefer_large_pages(column.data(), column.capacity() * sizeof(Value));
}
}  // namespace

void JobRecords::reserve(std::size_t jobs) {
  jobs = std::min<std::size_t>(jobs, 1'000'000);  // a number in a scenario is not yet a job
  reserve_large(jobs_, jobs);
  reserve_large(segment_, jobs);
  reserve_large(span_, jobs + jobs / 4);
  state_.reserve(jobs);
}

std::uint32_t JobRecords::add(const Job& job) {
  if (std::ssize(jobs_) >= limits().rows)
    throw RunError(fmt::format("more than {} jobs arrive in this run; {}",
                               human_count(limits().rows), kMaxRowsHint));
  const auto index = static_cast<std::uint32_t>(jobs_.size());
  jobs_.push_back(job);
  segment_.push_back({kUnknown, kUnknown, 0, 0});
  state_.push_back(JobState::waiting);
  return index;
}

void JobRecords::start(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) {
  ensure(state_[job] == JobState::waiting, "only a waiting job starts");
  segment_[job] = {date, kUnknown, static_cast<std::uint32_t>(span_.size()),
                   static_cast<std::uint32_t>(spans.size())};
  span_.insert(span_.end(), spans.begin(), spans.end());
  state_[job] = JobState::running;
  if (several_.empty()) return;
  const auto several = several_.find(job);
  if (several != several_.end()) several->second.push_back(segment_[job]);
}

void JobRecords::end(std::uint32_t job, Seconds date, JobState cause) {
  ensure(state_[job] == JobState::running, "only a running job ends");
  segment_[job].end = date;
  state_[job] = cause;
  if (several_.empty()) return;
  const auto several = several_.find(job);
  if (several != several_.end()) several->second.back().end = date;
}

void JobRecords::preempt(std::uint32_t job, Seconds date) {
  const auto [several, first] = several_.try_emplace(job);
  if (first) several->second.push_back(segment_[job]);
  end(job, date, JobState::waiting);
  ++preemptions_;
}

void JobRecords::mark_dependency_failed(std::uint32_t job) {
  state_[job] = JobState::dependency_failed;
}

void JobRecords::mark_never_fits(std::uint32_t job) { state_[job] = JobState::never_fits; }

bool JobRecords::started(std::size_t job) const { return !std::isnan(segment_[job].start.value()); }

bool JobRecords::ended(std::size_t job) const {
  return state_[job] == JobState::completed || state_[job] == JobState::timed_out;
}

std::span<const Segment> JobRecords::segments(std::size_t job) const {
  if (!several_.empty()) {
    const auto several = several_.find(static_cast<std::uint32_t>(job));
    if (several != several_.end()) return several->second;
  }
  return std::span(segment_).subspan(job, started(job) ? 1 : 0);
}

std::span<const AllocationSpan> JobRecords::spans(const Segment& segment) const {
  return std::span(span_).subspan(segment.first_span, segment.spans);
}

bool RunResult::has_closed_stream() const {
  return std::any_of(closed.begin(), closed.end(),
                     [](const auto& until) { return until.has_value(); });
}

std::size_t RunResult::group_of(std::uint32_t node) const {
  const auto next = std::ranges::upper_bound(nodes, node, {}, &NodeLabel::first_node);
  return static_cast<std::size_t>(next - nodes.begin()) - 1;
}

std::string RunResult::node_name(std::uint32_t node) const {
  const NodeLabel& group = nodes[group_of(node)];
  if (group.pool) return group.group;
  return fmt::format("{}/{}", group.group, node - group.first_node);
}

}  // namespace gpuscape
