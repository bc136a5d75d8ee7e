#include "sim/report/run/workload_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/clock_units.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostListed = 5;

double share_of(const WorkloadUse& use, GpuSeconds gpu_seconds) {
  return use.all.gpu_seconds > GpuSeconds(0.0) ? gpu_seconds / use.all.gpu_seconds : 0.0;
}

std::string gpu_hours(GpuSeconds gpu_seconds) {
  return fmt::format("{} GPU-h", human_count(std::llround(gpu_seconds / kGpuHour)));
}

std::string wait_text(double seconds) {
  return std::isfinite(seconds) ? human_text(Seconds(seconds)) : "–";
}

std::string interactive_text(const WorkloadUse& use) {
  const InteractiveUse& sessions = use.interactive;
  std::string text = fmt::format("{} hold {}, {} of all", quantity(sessions.all.jobs, "session"),
                                 gpu_hours(sessions.all.gpu_seconds),
                                 percent_text(share_of(use, sessions.all.gpu_seconds)));
  if (sessions.with_duty.jobs == 0) return text + "; how much they use is not given";
  text += fmt::format("; use {}", gpu_hours(sessions.used));
  if (sessions.used_low < sessions.used_high)
    text += fmt::format(" ({}–{})", human_count(std::llround(sessions.used_low / kGpuHour)),
                        human_count(std::llround(sessions.used_high / kGpuHour)));
  if (sessions.with_duty.jobs < sessions.all.jobs)
    text +=
        fmt::format(" of the {} whose duty is given", gpu_hours(sessions.with_duty.gpu_seconds));
  return text;
}

JsonValue share_json(const JobShare& share) {
  JsonValue value = JsonValue::make_object();
  value.set("jobs", JsonValue::make_integer(share.jobs));
  value.set("gpu_s", JsonValue::make_number(share.gpu_seconds.value()));
  return value;
}

JsonValue number_json(double number) {
  return std::isfinite(number) ? JsonValue::make_number(number) : JsonValue::make_null();
}

}  // namespace

std::string use_lines(const RunResult& run) {
  if (!run.use) return "";
  const WorkloadUse& use = *run.use;
  std::vector<const ApplicationUse*> order;
  order.reserve(use.applications.size());
  for (const ApplicationUse& application : use.applications) order.push_back(&application);
  std::ranges::stable_sort(order, [](const ApplicationUse* a, const ApplicationUse* b) {
    return a->all.gpu_seconds > b->all.gpu_seconds;
  });
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(order.size(), kMostListed); ++i)
    parts.push_back(fmt::format("{}: {}, {} of GPU-hours", excerpt(order[i]->name),
                                quantity(order[i]->all.jobs, "job"),
                                percent_text(share_of(use, order[i]->all.gpu_seconds))));
  if (order.size() > kMostListed)
    parts.push_back(fmt::format("{} more", order.size() - kMostListed));
  std::string text;
  if (!parts.empty()) text += line("applications", fmt::format("{}", fmt::join(parts, kSeparator)));
  if (use.interactive.all.jobs > 0) text += line("interactive", interactive_text(use));
  return text;
}

std::string throughput_line(const StudyResult& result) {
  if (!result.first.has_closed_stream()) return "";
  const auto text = [](const Estimate& estimate) {
    return with_interval(estimate, [](double value) { return fmt::format("{:.4g}", value); });
  };
  return line("throughput",
              fmt::format("{} jobs/h{}{} GPU-h/h", text(result.estimates["jobs_per_hour"]),
                          kSeparator, text(result.estimates["gpu_hours_per_hour"])));
}

std::string group_lines(const AsLogged& logged) {
  if (logged.groups.size() < 2) return "";
  std::vector<std::vector<std::string>> rows = {
      {fmt::format("{:<{}}", "by " + logged.groups_are, kLabelWidth), "jobs", "as logged p50 / p95",
       "replayed p50 / p95"}};
  for (std::size_t i = 0; i < std::min(logged.groups.size(), kMostListed); ++i) {
    const LoggedGroup& group = logged.groups[i];
    rows.push_back({"  " + (group.name.empty() ? "(not said)" : excerpt(group.name)),
                    human_count(group.jobs),
                    wait_text(group.logged_p50) + " / " + wait_text(group.logged_p95),
                    wait_text(group.replayed_p50) + " / " + wait_text(group.replayed_p95)});
  }
  std::string text = text_table(rows);
  if (logged.groups.size() > kMostListed)
    text += fmt::format("  and {} more, in result.json\n", logged.groups.size() - kMostListed);
  return text;
}

std::string left_out_lines(const RunResult& run) {
  std::string text;
  for (const ReadReport& report : run.reads) {
    if (report.left_out.empty()) continue;
    std::vector<std::string> parts;
    parts.reserve(report.left_out.size());
    for (const LeftOut& left : report.left_out)
      parts.push_back(fmt::format("{} by \"{}\"", quantity(left.rows, "row"), left.by));
    text += line(text.empty() ? "left out" : "",
                 fmt::format("{}: {}", report.file, fmt::join(parts, ", ")));
  }
  return text;
}

JsonValue use_json(const WorkloadUse& use) {
  JsonValue value = share_json(use.all);
  JsonValue applications = JsonValue::make_object();
  for (const ApplicationUse& application : use.applications) {
    JsonValue entry = share_json(application.all);
    entry.set("cut_short", share_json(application.cut_short));
    applications.set(application.name, std::move(entry));
  }
  value.set("applications", std::move(applications));
  JsonValue interactive = share_json(use.interactive.all);
  interactive.set("with_duty", share_json(use.interactive.with_duty));
  interactive.set("used_gpu_s", JsonValue::make_number(use.interactive.used.value()));
  interactive.set("used_low_gpu_s", JsonValue::make_number(use.interactive.used_low.value()));
  interactive.set("used_high_gpu_s", JsonValue::make_number(use.interactive.used_high.value()));
  value.set("interactive", std::move(interactive));
  value.set("without_application", share_json(use.without));
  return value;
}

JsonValue groups_json(const AsLogged& logged) {
  JsonValue all = JsonValue::make_object();
  for (const LoggedGroup& group : logged.groups) {
    JsonValue value = JsonValue::make_object();
    value.set("jobs", JsonValue::make_integer(group.jobs));
    value.set("gpu_s", JsonValue::make_number(group.gpu_seconds));
    value.set("queue_wait_p50_s", number_json(group.logged_p50));
    value.set("queue_wait_p95_s", number_json(group.logged_p95));
    value.set("replayed_queue_wait_p50_s", number_json(group.replayed_p50));
    value.set("replayed_queue_wait_p95_s", number_json(group.replayed_p95));
    all.set(group.name, std::move(value));
  }
  return all;
}

namespace {

void write_use(const StudyResult& result, JsonValue& results) {
  if (result.first.use) results.set("workload", use_json(*result.first.use));
}

std::string lines_of_use(const StudyResult& result) { return use_lines(result.first); }

}  // namespace

extern const ResultSection kWorkloadSection, kThroughputSection;
const ResultSection kWorkloadSection{write_use, lines_of_use, 5};
const ResultSection kThroughputSection{.lines = throughput_line, .place = 1};

}  // namespace gpuscape
