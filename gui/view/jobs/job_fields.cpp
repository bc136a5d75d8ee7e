#include "gui/view/jobs/job_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gui/view/timeline_view.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/gpu_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/job_columns.hpp"

namespace gpuscape::gui {

namespace {

using Keys = std::vector<double>;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

template <class Of>
Keys keys_by(const RunResult& run, const Of& of) {
  Keys keys(run.jobs.size());
  for (std::uint32_t job = 0; job < keys.size(); ++job) keys[job] = of(job);
  return keys;
}

/// The rank of each name; none for an empty one.
Keys ranks_of(const std::vector<std::string_view>& names) {
  std::vector<std::string_view> sorted = names;
  std::ranges::sort(sorted);
  Keys ranks;
  for (const std::string_view name : names)
    ranks.push_back(name.empty() ? kNone
                                 : static_cast<double>(std::ranges::lower_bound(sorted, name) -
                                                       sorted.begin()));
  return ranks;
}

template <std::string JobOrigin::* of>
Keys origin_keys(const RunResult& run) {
  std::vector<std::string_view> names;
  names.reserve(run.origins->size());
  for (std::uint32_t i = 0; i < run.origins->size(); ++i) names.push_back((*run.origins)[i].*of);
  const Keys ranks = ranks_of(names);
  return keys_by(run, [&](std::uint32_t job) { return ranks[run.jobs.origin(job)]; });
}

template <std::string JobOrigin::* of>
std::string origin_text(const RunResult& run, std::uint32_t job) {
  return (*run.origins)[run.jobs.origin(job)].*of;
}

template <std::string JobOrigin::* of>
bool any_origin(const RunResult& run) {
  for (std::uint32_t i = 0; i < run.origins->size(); ++i)
    if (!((*run.origins)[i].*of).empty()) return true;
  return false;
}

std::string application_text(const RunResult& run, std::uint32_t job) {
  const Job& of = run.jobs.job(job);
  return of.application.is_none() ? "" : run.classes[of.stream][of.application.index()];
}

Keys application_keys(const RunResult& run) {
  std::vector<std::string_view> names;
  std::vector<std::size_t> first;
  for (const std::vector<std::string>& stream : run.classes) {
    first.push_back(names.size());
    names.insert(names.end(), stream.begin(), stream.end());
  }
  const Keys ranks = ranks_of(names);
  return keys_by(run, [&](std::uint32_t job) {
    const Job& of = run.jobs.job(job);
    return of.application.is_none() ? kNone : ranks[first[of.stream] + of.application.index()];
  });
}

bool any_class(const RunResult& run) {
  return std::ranges::any_of(run.classes, [](const auto& stream) { return !stream.empty(); });
}

Keys stream_keys(const RunResult& run) {
  const Keys ranks = ranks_of({run.streams.begin(), run.streams.end()});
  return keys_by(run, [&](std::uint32_t job) { return ranks[run.jobs.stream(job)]; });
}

Keys start_keys(const RunResult& run) {
  return keys_by(run, [&](std::uint32_t job) {
    const auto segments = run.jobs.segments(job);
    return segments.empty() ? kNone : segments.front().start.value();
  });
}

Keys end_keys(const RunResult& run) {
  return keys_by(run, [&](std::uint32_t job) {
    const auto segments = run.jobs.segments(job);
    return segments.empty() ? kNone : segments.back().end.value();
  });
}

Keys wait_keys(const RunResult& run) {
  return keys_by(run, [&](std::uint32_t job) {
    return run.jobs.started(job) ? run.jobs.wait(job).value() : kNone;
  });
}

/// On its allocations, all together.
double ran(const RunResult& run, std::uint32_t job) {
  const auto segments = run.jobs.segments(job);
  if (segments.empty()) return kNone;
  double sum = 0.0;
  for (const Segment& segment : segments) sum += (segment.end - segment.start).value();
  return sum;
}

Keys slowdown_keys(const RunResult& run) {
  Keys keys(run.jobs.size(), kNone);
  if (run.traffic)
    for (const TrafficRecord& record : run.traffic->jobs) keys[record.job] = record.slowdown;
  return keys;
}

std::string slowed_by_text(const RunResult& run, std::uint32_t job) {
  const TrafficRecord* record = traffic_of(run, job);
  return record == nullptr || record->slowed_by.is_none() ? "" : link_of(run, *record);
}

Keys slowed_by_keys(const RunResult& run) {
  Keys keys(run.jobs.size(), kNone);
  if (!run.traffic) return keys;
  const Keys ranks = ranks_of({run.traffic->links.begin(), run.traffic->links.end()});
  for (const TrafficRecord& record : run.traffic->jobs)
    if (!record.slowed_by.is_none()) keys[record.job] = ranks[record.slowed_by.index()];
  return keys;
}

Keys reason_keys(const RunResult& run) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kWaitReasons; ++i)
    names.push_back(wait_reason_name(static_cast<WaitReason>(i)));
  const Keys ranks = ranks_of(names);
  Keys keys(run.jobs.size(), kNone);
  for (const JobWait& wait : run.waits.jobs)
    keys[wait.job] = ranks[static_cast<std::size_t>(wait.reason)];
  return keys;
}

Keys placement_keys(const RunResult& run) {
  return keys_by(run, [&](std::uint32_t job) {
    const auto segments = run.jobs.segments(job);
    if (segments.empty()) return kNone;
    const auto spans = run.jobs.spans(segments.back());
    return spans.empty() ? kNone : static_cast<double>(spans.front().node);
  });
}

std::string placement_text(const RunResult& run, std::uint32_t job) {
  const auto segments = run.jobs.segments(job);
  if (segments.empty()) return {};
  std::string text;
  for (const AllocationSpan& span : run.jobs.spans(segments.back()))
    text += fmt::format("+{}:{}", run.node_name(span.node), run.jobs.gpus_held(job, span));
  return text.erase(0, 1);
}

std::string gpus_held_text(const RunResult& run, std::uint32_t job) {
  const auto segments = run.jobs.segments(job);
  return segments.empty() ? "" : gpus_text(run, run.jobs.spans(segments.back()));
}

bool tells_gpus_apart(const RunResult& run) {
  return std::ranges::any_of(run.nodes,
                             [](const NodeLabel& node) { return !node.gpu_names.empty(); });
}

std::string seconds_text(double seconds) {
  return std::isnan(seconds) ? "" : human_text(Seconds(seconds));
}

bool any_traffic(const RunResult& run) { return run.traffic.has_value(); }
bool any_preempted(const RunResult& run) { return run.jobs.preemptions() > 0; }

using Run = const RunResult&;
using JobIndex = std::uint32_t;

constexpr JobField kFields[] = {
    {"job", "job", "job", FieldKind::number,
     [](Run run) {
       return keys_by(run, [&](JobIndex job) { return static_cast<double>(run.jobs.id(job)); });
     },
     [](Run run, JobIndex job) { return fmt::format("{}", run.jobs.id(job)); }, nullptr, true},
    {"user", "user", "user", FieldKind::text, origin_keys<&JobOrigin::user>,
     origin_text<&JobOrigin::user>, any_origin<&JobOrigin::user>, true},
    {"account", "account", "account", FieldKind::text, origin_keys<&JobOrigin::account>,
     origin_text<&JobOrigin::account>, any_origin<&JobOrigin::account>, true},
    {"partition", "partition", "partition", FieldKind::text, origin_keys<&JobOrigin::partition>,
     origin_text<&JobOrigin::partition>, any_origin<&JobOrigin::partition>, true},
    {"qos", "qos", "QOS", FieldKind::text, origin_keys<&JobOrigin::qos>,
     origin_text<&JobOrigin::qos>, any_origin<&JobOrigin::qos>, true},
    {"stream", "stream", "stream", FieldKind::text, stream_keys,
     [](Run run, JobIndex job) { return run.streams[run.jobs.stream(job)]; }, nullptr, true},
    {"application", "application", "application", FieldKind::text, application_keys,
     application_text, any_class, true},
    {"gpus", "gpus", "GPUs", FieldKind::number,
     [](Run run) {
       return keys_by(run, [&](JobIndex i) { return run.jobs.demand(i).gpu_amount(); });
     },
     [](Run run, JobIndex job) { return fmt::format("{}", run.jobs.demand(job).gpu_amount()); }},
    {"submit_s", "submit", "submitted", FieldKind::time,
     [](Run run) {
       return keys_by(run, [&](JobIndex job) { return run.jobs.submit(job).value(); });
     },
     [](Run run, JobIndex job) { return date_label(run, run.jobs.submit(job)); }},
    {"wait_s", "wait", "waited", FieldKind::time, wait_keys,
     [](Run run, JobIndex job) {
       return run.jobs.started(job) ? human_text(run.jobs.wait(job)) : std::string();
     }},
    {"waited_for", "reason", "waited for", FieldKind::text, reason_keys,
     [](Run run, JobIndex job) {
       const JobWait* wait = wait_of(run, job);
       return wait == nullptr ? std::string() : std::string(wait_reason_name(wait->reason));
     },
     nullptr, false, true,
     [](Run run, JobIndex job) {
       const JobWait* wait = wait_of(run, job);
       return wait == nullptr ? std::string() : wait_reason_text(wait->reason, capacity_noun(run));
     }},
    {"start_s", "start", "started", FieldKind::time, start_keys,
     [](Run run, JobIndex job) {
       return run.jobs.started(job) ? date_label(run, run.jobs.segments(job).front().start)
                                    : std::string();
     }},
    {"ran_s", "ran", "ran", FieldKind::time,
     [](Run run) { return keys_by(run, [&](JobIndex job) { return ran(run, job); }); },
     [](Run run, JobIndex job) { return seconds_text(ran(run, job)); }},
    {"end_s", "end", "ended", FieldKind::time, end_keys,
     [](Run run, JobIndex job) {
       return run.jobs.ended(job) ? date_label(run, run.jobs.segments(job).back().end)
                                  : std::string();
     }},
    {"state", "state", "state", FieldKind::text,
     [](Run run) {
       return keys_by(run, [&](JobIndex job) { return static_cast<double>(run.jobs.state(job)); });
     },
     [](Run run, JobIndex job) { return std::string(state_name(run.jobs.state(job))); }},
    {"starts", "starts", "starts", FieldKind::number,
     [](Run run) {
       return keys_by(
           run, [&](JobIndex job) { return static_cast<double>(run.jobs.segments(job).size()); });
     },
     [](Run run, JobIndex job) { return fmt::format("{}", run.jobs.segments(job).size()); },
     any_preempted},
    {"slowdown", "slowdown", "slowdown", FieldKind::number, slowdown_keys,
     [](Run run, JobIndex job) {
       const TrafficRecord* record = traffic_of(run, job);
       return record == nullptr ? std::string()
                                : metric_text(record->slowdown, MetricPrint::factor);
     },
     any_traffic},
    {"slowed_by", "slowed_by", "slowed by", FieldKind::text, slowed_by_keys, slowed_by_text,
     any_traffic},
    {"placement", "node", "placement", FieldKind::text, placement_keys, placement_text, nullptr,
     false, false},
    {"gpus_held", "held", "GPUs held", FieldKind::text, placement_keys, gpus_held_text,
     tells_gpus_apart, false, false},
};

}  // namespace

std::span<const JobField> job_fields() { return kFields; }

bool is_present(const JobField& field, const RunResult& run) {
  return field.present == nullptr || field.present(run);
}

const JobWait* wait_of(const RunResult& run, std::uint32_t job) {
  const auto found = std::ranges::lower_bound(run.waits.jobs, job, {}, &JobWait::job);
  return found != run.waits.jobs.end() && found->job == job ? &*found : nullptr;
}

const TrafficRecord* traffic_of(const RunResult& run, std::uint32_t job) {
  if (!run.traffic) return nullptr;
  const auto& all = run.traffic->jobs;
  const auto found = std::ranges::lower_bound(all, job, {}, &TrafficRecord::job);
  return found != all.end() && found->job == job ? &*found : nullptr;
}

std::string link_of(const RunResult& run, const TrafficRecord& record) {
  return run.traffic && !record.slowed_by.is_none() ? run.traffic->links[record.slowed_by.index()]
                                                    : "";
}

}  // namespace gpuscape::gui
