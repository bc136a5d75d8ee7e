#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "gui/view/jobs/job_fields.hpp"
#include "gui/view/jobs_table.hpp"
#include "gui/view/timeline_view.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/platform/demand_text.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/gpu_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape::gui {

namespace {

std::string who_text(const JobOrigin& origin) {
  std::vector<std::string> parts;
  if (!origin.user.empty()) parts.push_back("user " + origin.user);
  if (!origin.account.empty()) parts.push_back("account " + origin.account);
  if (!origin.partition.empty()) parts.push_back("partition " + origin.partition);
  if (!origin.qos.empty()) parts.push_back("QOS " + origin.qos);
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

std::string asked_text(const Demand& demand) {
  constexpr double kMilli = 1000.0;
  constexpr double kMebibyte = 1048576.0;
  std::string text = gpu_amount_text(demand);
  if (demand.milli_cores > 0)
    text +=
        fmt::format("{}{:g} cores", kSeparator, static_cast<double>(demand.milli_cores) / kMilli);
  if (demand.memory_mib > 0)
    text += fmt::format("{}{}", kSeparator,
                        human_text(Bytes(static_cast<double>(demand.memory_mib) * kMebibyte)));
  if (demand.nodes > 0) text += fmt::format(" on {}", quantity(demand.nodes, "node"));
  return text;
}

class Details {
 public:
  Details(const RunResult& run, std::uint32_t job) : run_(run), job_(job) {}

  JobDetails make() {
    details_.title = fmt::format("job {}", run_.jobs.id(job_));
    add("state", std::string(state_name(run_.jobs.state(job_))));
    add("sent by", who_text((*run_.origins)[run_.jobs.origin(job_)]));
    add("stream", run_.streams[run_.jobs.stream(job_)]);
    for (const JobField& field : job_fields())
      if (field.key == "application" && is_present(field, run_))
        add("application", field.text(run_, job_));
    add("asks for", asked_text(run_.jobs.demand(job_)));
    add("submitted", date_label(run_, run_.jobs.submit(job_)));
    add_wait();
    add_queue();
    add_run();
    add_slowdown();
    return std::move(details_);
  }

 private:
  void add(std::string label, std::string text) {
    if (!text.empty()) details_.lines.push_back({std::move(label), std::move(text)});
  }

  void add_wait() {
    if (!run_.jobs.started(job_))
      return add("waited", run_.jobs.can_run(job_) ? "to the end of the run" : "");
    std::string text = human_text(run_.jobs.wait(job_));
    if (const JobWait* wait = wait_of(run_, job_))
      text += fmt::format(", longest for: {}", wait_reason_text(wait->reason, capacity_noun(run_)));
    add("waited", text);
  }

  /// What its queue had on average over the run, and what kept it there longest.
  void add_queue() {
    if (!run_.queues) return;
    const std::uint32_t number = run_.queues->queue_of(job_);
    if (number == kInNoQueue) return add("queue", "none");
    const QueueUse& queue = run_.queues->queues[number];
    std::string text = queue.facts.name;
    if (queue.facts.gpus_deserved)
      text += fmt::format("{}deserves {:g} GPUs", kSeparator, *queue.facts.gpus_deserved);
    if (queue.facts.gpus_limit)
      text += fmt::format("{}limit {:g}", kSeparator, *queue.facts.gpus_limit);
    add("queue", text);
    add("it had", fmt::format("{:.1f} GPUs of a fair share of {:.1f}, {:.1f} of them borrowed",
                              queue.mean_held, queue.mean_fair, queue.mean_borrowed));
    const QueueWait* wait = run_.queues->wait_of(job_);
    if (wait == nullptr) return;
    std::string rule =
        fmt::format("{}: {}", human_text(wait->by_rule), queue_rule_text(wait->rule));
    if (wait->of != number)
      rule += fmt::format("{}the rule of {}", kSeparator, run_.queues->name(wait->of));
    add("held by", rule);
  }

  void add_run() {
    for (const Segment& segment : run_.jobs.segments(job_)) {
      const bool is_over = !std::isnan(segment.end.value());
      std::vector<std::string> places;
      for (const AllocationSpan& span : run_.jobs.spans(segment)) {
        const std::string gpus = gpus_text(run_, span);
        places.push_back(gpus.empty() ? fmt::format("{}:{}", run_.node_name(span.node), span.gpus)
                                      : gpus);
      }
      add("started", date_label(run_, segment.start));
      add("ran", is_over ? fmt::format("{}, until {}", human_text(segment.end - segment.start),
                                       date_label(run_, segment.end))
                         : std::string("still runs"));
      add("on", fmt::format("{}", fmt::join(places, " + ")));
    }
    add("run time as given", human_text(run_.jobs.run_time(job_)));
    if (std::isfinite(run_.jobs.time_limit(job_).value()))
      add("time limit", human_text(run_.jobs.time_limit(job_)));
  }

  void add_slowdown() {
    const TrafficRecord* record = traffic_of(run_, job_);
    if (record == nullptr) return;
    const std::string factor = metric_text(record->slowdown, MetricPrint::factor);
    add("slowdown", fmt::format("{} times as long as alone below one switch", factor));
    if (!record->slowed_by.is_none())
      add("slowed by", link_of(run_, *record));
    else if (record->slowdown > 1.0)
      add("slowed by", "the latency of longer routes");
  }

  const RunResult& run_;
  std::uint32_t job_;
  JobDetails details_;
};

}  // namespace

JobDetails job_details(const RunResult& run, std::uint32_t job) { return Details(run, job).make(); }

}  // namespace gpuscape::gui
