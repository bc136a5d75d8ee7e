/// Where the GPU time of jobs went that failures stopped and that saved their work.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/study/metrics/goodput.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

JsonValue stores(const RunResult& run) {
  JsonValue all = JsonValue::make_object();
  for (const StoreUse& of : run.stores) {
    JsonValue one = JsonValue::make_object();
    one.set("checkpoints", integer(of.writes));
    one.set("written_bytes", number(of.written.value()));
    one.set("busy_s", number(of.busy.value()));
    one.set("most_at_once", integer(of.most));
    all.set(of.name, std::move(one));
  }
  return all;
}

bool slows(const FailureCount& of) {
  return of.effect == OutageEffect::slow || of.effect == OutageEffect::slow_links;
}
/// Whether what failed meets jobs on its nodes; of managers and stores there are none.
bool stops_or_slows(const FailureCount& of) { return of.effect == OutageEffect::away || slows(of); }

void write_goodput(const StudyResult& result, JsonValue& results) {
  if (!result.first.may_lose_work) return;
  const GpuTimeSplit split = gpu_time_split(result.first);
  JsonValue value = JsonValue::make_object();
  value.set("held_gpu_s", number(split.held.value()));
  value.set("useful_gpu_s", number(split.useful.value()));
  value.set("redone_gpu_s", number(split.redone.value()));
  value.set("saving_gpu_s", number(split.saving.value()));
  value.set("starting_gpu_s", number(split.starting.value()));
  if (split.standby > GpuSeconds(0.0)) value.set("standby_gpu_s", number(split.standby.value()));
  if (split.straggling > GpuSeconds(0.0))
    value.set("straggling_gpu_s", number(split.straggling.value()));
  value.set("slowed_gpu_s", number(split.slowed.value()));
  if (split.failed > GpuSeconds(0.0)) value.set("failed_gpu_s", number(split.failed.value()));
  JsonValue failures = JsonValue::make_object();
  for (const FailureCount& of : result.first.failures) {
    JsonValue one = JsonValue::make_object();
    one.set("times", integer(of.times));
    if (stops_or_slows(of)) one.set(slows(of) ? "jobs_slowed" : "jobs_stopped", integer(of.jobs));
    one.set("repair_mean_s", number(of.mean_repair.value()));
    if (of.retired > 0) one.set("nodes_retired", integer(of.retired));
    failures.set(of.name, std::move(one));
  }
  value.set("failures", std::move(failures));
  if (!result.first.stores.empty()) value.set("storage", stores(result.first));
  results.set("goodput", std::move(value));
}

std::string stores_text(const RunResult& run) {
  std::string text;
  for (const StoreUse& of : run.stores) {
    if (!text.empty()) text += kSeparator;
    text += fmt::format("{}: {} checkpoints, {}", excerpt(of.name), human_count(of.writes),
                        human_text(of.written));
    if (of.most > 0 && run.end > Seconds(0.0))
      text += fmt::format(", written in {} of the time by at most {} at once",
                          percent_text(of.busy / run.end), quantity(of.most, "job"));
  }
  return text;
}

std::string failures_text(const RunResult& run) {
  std::string text;
  for (const FailureCount& of : run.failures) {
    if (!text.empty()) text += kSeparator;
    text += fmt::format("{}: {}", excerpt(of.name), quantity(of.times, "time"));
    if (stops_or_slows(of))
      text += fmt::format(", {} {}", quantity(of.jobs, "job"), slows(of) ? "slowed" : "stopped");
    text += fmt::format(", repair takes {} on average", human_text(of.mean_repair));
    if (of.retired > 0) text += fmt::format(", {} retired", quantity(of.retired, "node"));
  }
  return text.empty() ? "none" : text;
}

/// Over several replications, each part that is anything.
std::string lost_line(const StudyResult& result) {
  constexpr std::pair<std::string_view, std::string_view> kParts[] = {
      {"redone_share", "done again"},
      {"saving_share", "saving"},
      {"starting_share", "starting"},
      {"standby_share", "on standby"},
      {"straggling_share", "waiting for slow nodes"},
      {"slowed_share", "slowed"},
      {"failed_share", "by jobs that were given up"},
      {"waiting_for_nodes_share", "of their time waiting for nodes"}};
  std::string text;
  for (const auto& [key, what] : kParts) {
    const Estimate& share = result.estimates[key];
    if (!(share.value > 0.0)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : kSeparator,
                        with_interval(share, percent_text), what);
  }
  if (result.replications < 2 || text.empty()) return "";
  return line("GPU time lost",
              fmt::format("means of {} replications: {}", human_count(result.replications), text));
}

std::string goodput_section(const StudyResult& result) {
  const RunResult& run = result.first;
  if (!run.may_lose_work) return "";
  const GpuTimeSplit split = gpu_time_split(run);
  std::string text = line("failures", failures_text(run));
  if (!run.stores.empty()) text += line("checkpoints to", stores_text(run));
  if (!(split.held > GpuSeconds(0.0))) return text;
  const auto of_held = [&](GpuSeconds part) {
    return percent_text(std::max(0.0, part / split.held));
  };
  std::string others;
  if (split.standby > GpuSeconds(0.0))
    others += fmt::format("{}{} on standby", kSeparator, of_held(split.standby));
  if (split.straggling > GpuSeconds(0.0))
    others += fmt::format("{}{} waiting for slow nodes", kSeparator, of_held(split.straggling));
  const bool any_failed = split.failed > GpuSeconds(0.0);
  const std::string failed =
      any_failed ? fmt::format("{}{} by jobs that were given up", kSeparator, of_held(split.failed))
                 : "";
  text += line("GPU time held",
               fmt::format("{} GPU-hours by jobs that {}: {} useful{}{} done again{}{} "
                           "saving{}{} starting{}{} slowed{}",
                           human_count(std::llround(split.held / kGpuHour)),
                           any_failed ? "ended" : "completed", of_held(split.useful), kSeparator,
                           of_held(split.redone), kSeparator, of_held(split.saving), kSeparator,
                           of_held(split.starting), others + std::string(kSeparator),
                           of_held(split.slowed), failed));
  return text + lost_line(result);
}

}  // namespace

extern const ResultSection kGoodputSection;
const ResultSection kGoodputSection{write_goodput, goodput_section, 6};

}  // namespace gpuscape
