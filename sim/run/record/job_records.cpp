#include "sim/run/record/job_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

namespace {
constexpr Seconds kUnknown{std::numeric_limits<double>::quiet_NaN()};
}  // namespace

void JobRecords::reserve(std::size_t jobs) {
  jobs = std::min<std::size_t>(jobs, 1'000'000);  // a number in a scenario is not yet a job
  jobs_.reserve(jobs);
  segment_.reserve(jobs);
  span_.reserve(jobs + jobs / 4);
  state_.reserve(jobs);
}

std::uint32_t JobRecords::add(const Job& job) {
  if (static_cast<std::int64_t>(jobs_.size()) >= limits().rows)
    throw RunError(fmt::format("more than {} jobs arrive in this run; {}",
                               human_count(limits().rows), kMaxRowsHint));
  const auto index = static_cast<std::uint32_t>(jobs_.size());
  jobs_.push_back(job);
  segment_.push_back({kUnknown, kUnknown});
  state_.push_back(JobState::waiting);
  return index;
}

void JobRecords::start(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) {
  ensure(state_[job] == JobState::waiting, "only a waiting job starts");
  Segment segment{date, kUnknown};
  segment.first_span = static_cast<std::uint32_t>(span_.size());
  segment.spans = static_cast<std::uint32_t>(spans.size()) & 0xFFFFFFU;
  segment_.writable(job) = segment;
  span_.append(spans);
  state_.writable(job) = JobState::running;
  if (several_.empty()) return;
  moved_.erase(job);
  const auto several = several_.find(job);
  if (several != several_.end()) several->second.push_back(segment_[job]);
}

void JobRecords::close(std::uint32_t job, Seconds date, JobState state, Cause cause) {
  ensure(state_[job] == JobState::running, "only a running job ends");
  Segment& segment = segment_.writable(job);
  segment.end = date;
  segment.cause = cause;
  state_.writable(job) = state;
  if (!standbys_.empty()) end_standbys(job, date);
  if (several_.empty()) return;
  const auto several = several_.find(job);
  if (several != several_.end()) several->second.back() = segment;
}

void JobRecords::end_standbys(std::uint32_t job, Seconds date) {
  const auto known = standbys_.find(job);
  if (known == standbys_.end()) return;
  for (const std::uint32_t stay : known->second.open) known->second.stays[stay].end = date;
  known->second.open.clear();
}

void JobRecords::begin_standby(std::uint32_t job, Seconds date, const AllocationSpan& at) {
  StandbyRecord& record = standbys_[job];
  record.open.push_back(static_cast<std::uint32_t>(record.stays.size()));
  record.stays.push_back({at, date, kUnknown});
}

void JobRecords::end_standby(std::uint32_t job, Seconds date, std::uint32_t node) {
  StandbyRecord& record = standbys_[job];
  const auto at = std::ranges::find(record.open, node,
                                    [&](std::uint32_t stay) { return record.stays[stay].at.node; });
  ensure(at != record.open.end(), "only a node on standby leaves it");
  record.stays[*at].end = date;
  *at = record.open.back();
  record.open.pop_back();
}

void JobRecords::exchange(std::uint32_t job, Seconds date, std::uint32_t span,
                          const AllocationSpan& by) {
  const std::uint32_t at = segment_[job].first_span + span;
  standbys_[job].exchanges.push_back({date, at, span_[at]});
  span_.writable(at) = by;
}

void JobRecords::resume(std::uint32_t job, Seconds date) {
  standbys_[job].exchanges.push_back({.date = date});
}

void JobRecords::end(std::uint32_t job, Seconds date, JobState state) {
  const Cause cause = state == JobState::timed_out     ? Cause::limit
                      : state == JobState::over_budget ? Cause::over_budget
                      : state == JobState::failed      ? Cause::node_failed
                                                       : Cause::finished;
  close(job, date, state, cause);
}

void JobRecords::interrupt(std::uint32_t job, Seconds date, Cause cause) {
  const auto [several, first] = several_.try_emplace(job);
  if (first) several->second.push_back(segment_[job]);
  close(job, date, JobState::waiting, cause);
  ++preemptions_;
}

void JobRecords::move(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) {
  resize(job, date, spans);
  ++moves_;
}

void JobRecords::resize(std::uint32_t job, Seconds date, std::span<const AllocationSpan> spans) {
  if (!(segment_[job].start < date)) return replace_spans(job, spans);
  const Seconds start = life_start(job);
  interrupt(job, date, Cause::moved);
  --preemptions_;
  this->start(job, date, spans);
  moved_[job] = start;
}

/// At the very date of its start: it never had the others.
void JobRecords::replace_spans(std::uint32_t job, std::span<const AllocationSpan> spans) {
  note_other_size();
  Segment& segment = segment_.writable(job);
  segment.first_span = static_cast<std::uint32_t>(span_.size());
  segment.spans = static_cast<std::uint32_t>(spans.size()) & 0xFFFFFFU;
  span_.append(spans);
  const auto several = several_.find(job);
  if (several != several_.end()) several->second.back() = segment;
}

void JobRecords::mark_dependency_failed(std::uint32_t job) {
  state_.writable(job) = JobState::dependency_failed;
}

void JobRecords::mark_never_fits(std::uint32_t job) { state_.writable(job) = JobState::never_fits; }

bool JobRecords::started(std::size_t job) const { return !std::isnan(segment_[job].start.value()); }

bool JobRecords::ended(std::size_t job) const {
  return state_[job] == JobState::completed || state_[job] == JobState::timed_out ||
         state_[job] == JobState::over_budget || state_[job] == JobState::failed;
}

std::span<const Segment> JobRecords::segments(std::size_t job) const {
  if (!several_.empty()) {
    const auto several = several_.find(static_cast<std::uint32_t>(job));
    if (several != several_.end()) return several->second;
  }
  return segment_.values().subspan(job, started(job) ? 1 : 0);
}

std::span<const AllocationSpan> JobRecords::spans(const Segment& segment) const {
  return span_.values().subspan(segment.first_span, segment.spans);
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
