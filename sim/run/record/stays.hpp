#pragma once
/// When a job was on which node: its segments, with the nodes that were exchanged in them, and
/// those on standby.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/run/record/job_records.hpp"

namespace gpuscape {

/// A stretch of time in which a job held GPUs of a node.
struct Stay {
  AllocationSpan at;
  Seconds start{0.0};
  Seconds end{0.0};           ///< NaN: it has not ended
  bool works = true;          ///< else it stands by
  Cause cause = Cause::none;  ///< why it ended
  std::size_t nodes = 1;      ///< that the job worked on meanwhile
};

/// When a job held nodes without working on them.
inline std::span<const StandbyStay> standby_stays(const JobRecords& jobs, std::size_t job) {
  const StandbyRecord* record = jobs.standbys(job);
  return record == nullptr ? std::span<const StandbyStay>() : record->stays;
}

/// GPUs that a job works on in that segment.
inline double gpus_in(const JobRecords& jobs, std::size_t job, const Segment& segment) {
  double gpus = 0.0;
  for (const AllocationSpan& span : jobs.spans(segment)) gpus += jobs.gpus_held(job, span);
  return gpus;
}

/// Whether it worked on fewer nodes than it asks for, or more, at least for a while.
inline bool was_resized(const JobRecords& jobs, std::size_t job) {
  const std::span<const Segment> segments = jobs.segments(job);
  if (jobs.any_of_other_size() && !segments.empty() &&
      gpus_in(jobs, job, segments.front()) != jobs.demand(job).gpu_amount())
    return true;
  return std::ranges::any_of(segments, [&](const Segment& segment) {
    return segment.spans != segments.front().spans &&
           gpus_in(jobs, job, segment) != gpus_in(jobs, job, segments.front());
  });
}

/// Dates of failures after which the job went on without giving its nodes back.
inline std::vector<Seconds> survived_failures(const JobRecords& jobs, std::size_t job) {
  std::vector<Seconds> dates;
  const StandbyRecord* record = jobs.standbys(job);
  if (record == nullptr) return dates;
  for (const NodeExchange& exchange : record->exchanges)
    if (dates.empty() || dates.back() < exchange.date) dates.push_back(exchange.date);
  return dates;
}

/// The exchanges within that segment, by span, then by date.
inline std::vector<NodeExchange> exchanges_in(const StandbyRecord& record, const Segment& segment) {
  std::vector<NodeExchange> within;
  for (const NodeExchange& exchange : record.exchanges)
    if (exchange.span >= segment.first_span && exchange.span < segment.first_span + segment.spans)
      within.push_back(exchange);
  std::ranges::stable_sort(within, {}, &NodeExchange::span);
  return within;
}

/// Calls `visit(const Stay&)` for all stays of a job: those of one segment after another, then
/// those on standby.
template <class Visit>
void for_each_stay(const JobRecords& jobs, std::size_t job, const Visit& visit) {
  const StandbyRecord* record = jobs.standbys(job);
  for (const Segment& segment : jobs.segments(job)) {
    const std::span<const AllocationSpan> spans = jobs.spans(segment);
    const std::vector<NodeExchange> exchanges =
        record == nullptr ? std::vector<NodeExchange>() : exchanges_in(*record, segment);
    auto next = exchanges.begin();
    for (std::size_t i = 0; i < spans.size(); ++i) {
      Seconds start = segment.start;
      for (; next != exchanges.end() && next->span == segment.first_span + i; ++next) {
        visit(Stay{next->before, start, next->date, true, Cause::node_failed, spans.size()});
        start = next->date;
      }
      visit(Stay{spans[i], start, segment.end, true, segment.cause, spans.size()});
    }
  }
  if (record == nullptr) return;
  for (const StandbyStay& stay : record->stays) visit(Stay{stay.at, stay.start, stay.end, false});
}

}  // namespace gpuscape
