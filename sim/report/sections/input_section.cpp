/// What jobs read from stores, how the stores were used, and what jobs lost where it came too
/// slowly.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/hours_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

/// Jobs that read, together.
struct Readers {
  std::int64_t jobs = 0;
  std::int64_t waited = 0;  ///< of them: for their input
  Bytes staged{0.0};
  GpuSeconds held{0.0};
  GpuSeconds stalled{0.0};

  void add(const RunResult& run, const InputRecord& record) {
    const double gpus = run.held(record.job);
    ++jobs;
    staged += record.staged;
    if (record.stall > Seconds(0.0)) ++waited;
    stalled += gpus_for(gpus, record.stall);
    for (const Segment& segment : run.jobs.segments(record.job)) {
      const Seconds end = segment.end >= segment.start ? segment.end : run.end;  // NaN: it runs
      held += gpus_for(gpus, end - segment.start);
    }
  }
  [[nodiscard]] double share() const { return held > GpuSeconds(0.0) ? stalled / held : 0.0; }
};

Readers readers_of(const RunResult& run, const InputResult& input) {
  Readers all;
  for (const InputRecord& record : input.jobs) all.add(run, record);
  return all;
}

/// By application, where streams have several.
std::map<std::string, Readers> by_application(const RunResult& run, const InputResult& input) {
  std::map<std::string, Readers> all;
  for (const InputRecord& record : input.jobs) {
    const Job& job = run.jobs.job(record.job);
    if (!job.application.is_none())
      all[run.classes[job.stream][job.application.index()]].add(run, record);
  }
  return all;
}

/// In a run that ended then.
JsonValue store_json(const StoreReads& of, Seconds end) {
  JsonValue one = JsonValue::make_object();
  one.set("read_bytes", number(of.read.value()));
  one.set("through_host_memory_bytes", number(of.through_host.value()));
  one.set("most_jobs_at_once", integer(of.most));
  one.set("mean_use", number(of.mean_use));
  one.set("nearly_full_share", number(of.nearly_full));
  one.set("peak_use", number(of.peak));
  if (!of.machine.empty()) {
    one.set("machines", number(of.machines));
    one.set("machine", JsonValue::make_text(of.machine));
    one.set("read_b_s_per_machine",
            number(of.machines > 0.0 ? of.read.value() / (of.machines * end.value()) : 0.0));
  }
  if (of.node_cores >= 0.0) one.set("node_cores_busy", number(of.node_cores));
  if (of.target_cores >= 0.0) one.set("target_cores_busy", number(of.target_cores));
  return one;
}

JsonValue stays_json(const InputResult& input) {
  JsonValue all = JsonValue::make_object();
  for (const StayRecord& of : input.stays) {
    JsonValue one = JsonValue::make_object();
    one.set("starts", integer(of.jobs));
    one.set("starts_spared", integer(of.spared));
    one.set("nodes", integer(of.nodes));
    one.set("nodes_found", integer(of.found));
    one.set("pushed_out", integer(of.pushed_out));
    one.set("lost", integer(of.lost));
    all.set(of.dataset, std::move(one));
  }
  return all;
}

void write_input(const StudyResult& result, JsonValue& results) {
  const RunResult& run = result.first;
  if (!run.input) return;
  const Readers all = readers_of(run, *run.input);
  JsonValue value = JsonValue::make_object();
  value.set("jobs", integer(all.jobs));
  value.set("jobs_that_waited", integer(all.waited));
  value.set("held_gpu_s", number(all.held.value()));
  value.set("stalled_gpu_s", number(all.stalled.value()));
  if (all.staged > Bytes(0.0)) value.set("staged_bytes", number(all.staged.value()));
  JsonValue lost = JsonValue::make_object();
  for (std::size_t i = 0; i < run.input->causes.size(); ++i)
    if (run.input->lost[i] > GpuSeconds(0.0))
      lost.set(run.input->causes[i], number(run.input->lost[i].value()));
  value.set("lost_gpu_s", std::move(lost));
  JsonValue stores = JsonValue::make_object();
  for (const StoreReads& of : run.input->stores) stores.set(of.name, store_json(of, run.end));
  value.set("stores", std::move(stores));
  if (!run.input->stays.empty()) value.set("stays", stays_json(*run.input));
  const auto applications = by_application(run, *run.input);
  if (!applications.empty()) {
    JsonValue by = JsonValue::make_object();
    for (const auto& [name, of] : applications) by.set(name, number(of.share()));
    value.set("stall_share_by_application", std::move(by));
  }
  results.set("input", std::move(value));
}

/// What cost most, the costliest first.
std::string causes_text(const InputResult& input) {
  constexpr std::size_t kMost = 3;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < input.lost.size(); ++i)
    if (input.lost[i] > GpuSeconds(0.0)) order.push_back(i);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return input.lost[i]; });
  std::vector<std::string> parts;
  for (const std::size_t i : order) {
    if (parts.size() == kMost) break;
    parts.push_back(fmt::format("{} ({} GPU-hours)", excerpt(input.causes[i]),
                                hours_text(input.lost[i] / kGpuHour)));
  }
  return fmt::format("{}", fmt::join(parts, kSeparator));
}

std::string store_text(const StoreReads& of, Seconds end) {
  std::string text = fmt::format("{}: {} read", excerpt(of.name), human_text(of.read));
  if (end > Seconds(0.0) && of.read > Bytes(0.0))
    text += fmt::format(" ({} on average)", human_text(of.read / end));
  if (of.read > Bytes(0.0) && !(of.through_host > Bytes(0.0))) text += ", past the nodes' memory";
  if (of.peak > 0.0)
    text +=
        fmt::format(", {} used, {} at most, nearly full for {} of the time",
                    percent_text(of.mean_use), percent_text(of.peak), percent_text(of.nearly_full));
  if (of.most > 0) text += fmt::format(", by at most {} at once", quantity(of.most, "job"));
  if (of.target_cores >= 0.0)
    text += fmt::format(", {:.3g} cores of its servers busy", of.target_cores);
  if (of.node_cores >= 0.0) text += fmt::format(", {:.3g} cores of nodes busy", of.node_cores);
  return text;
}

/// Shares of starts and of nodes.
std::string stay_text(const StayRecord& of) {
  if (of.jobs == 0) return fmt::format("{}: no job read it", excerpt(of.dataset));
  const auto share = [](std::int64_t part, std::int64_t all) {
    return percent_text(static_cast<double>(part) / static_cast<double>(all));
  };
  std::string text = fmt::format("{}: {} of {} found all of it{}{} of their nodes had it",
                                 excerpt(of.dataset), share(of.spared, of.jobs),
                                 quantity(of.jobs, "start"), kSeparator, share(of.found, of.nodes));
  if (of.pushed_out > 0)
    text += fmt::format("{}pushed out of a node {}", kSeparator, quantity(of.pushed_out, "time"));
  if (of.lost > 0)
    text += fmt::format("{}lost with a node's memory {}", kSeparator, quantity(of.lost, "time"));
  return text;
}

std::string input_section(const StudyResult& result) {
  const RunResult& run = result.first;
  if (!run.input) return "";
  const Readers all = readers_of(run, *run.input);
  std::string text = fmt::format("{} that read, {} GPU-hours", quantity(all.jobs, "job"),
                                 hours_text(all.held / kGpuHour));
  if (all.waited == 0) {
    text += fmt::format("{}none waited for its input", kSeparator);
  } else {
    text += fmt::format("{}{} of them waiting for it, by {}", kSeparator, percent_text(all.share()),
                        quantity(all.waited, "job"));
    for (const auto& [name, of] : by_application(run, *run.input))
      if (of.waited > 0)
        text += fmt::format("{}{} {}", kSeparator, excerpt(name), percent_text(of.share()));
  }
  if (all.staged > Bytes(0.0))
    text += fmt::format("{}{} copied to nodes before their jobs worked", kSeparator,
                        human_text(all.staged));
  std::string lines = line("input", text);
  if (all.waited > 0) lines += line("waited for", causes_text(*run.input));
  for (const StayRecord& of : run.input->stays) lines += line("stays", stay_text(of));
  for (const StoreReads& of : run.input->stores)
    if (of.read > Bytes(0.0)) lines += line("storage", store_text(of, run.end));
  return lines;
}

}  // namespace

extern const ResultSection kInputSection;
const ResultSection kInputSection{write_input, input_section, 5};

}  // namespace gpuscape
