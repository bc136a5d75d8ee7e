/// What queues held, deserved and borrowed, and why their jobs waited.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

JsonValue queue_json(const QueueResult& all, const QueueUse& of) {
  JsonValue one = JsonValue::make_object();
  if (of.facts.parent) one.set("parent", json::text(all.name(*of.facts.parent)));
  one.set("gpus_deserved",
          of.facts.gpus_deserved ? json::number(*of.facts.gpus_deserved) : JsonValue::make_null());
  one.set("gpus_limit",
          of.facts.gpus_limit ? json::number(*of.facts.gpus_limit) : JsonValue::make_null());
  one.set("gpus_allocated", json::number(of.mean_held));
  one.set("fair_share_gpus", json::number(of.mean_fair));
  one.set("gpus_borrowed", json::number(of.mean_borrowed));
  one.set("jobs_waiting", json::number(of.mean_waiting));
  one.set("jobs_reclaimed", json::integer(of.stops.reclaimed));
  one.set("jobs_preempted", json::integer(of.stops.preempted));
  one.set("reclaims", json::integer(of.stops.reclaims));
  one.set("stopped_gpu_s", json::number(of.stops.gpu_seconds));
  JsonValue waited = JsonValue::make_object();
  for (std::size_t rule = 0; rule < kQueueRules; ++rule)
    waited.set(std::string(queue_rule_name(static_cast<QueueRule>(rule))),
               json::number(of.waited[rule].value()));
  one.set("waited_for_s", std::move(waited));
  return one;
}

void write_queues(const StudyResult& result, JsonValue& results) {
  if (!result.first.queues) return;
  JsonValue all = JsonValue::make_object();
  for (const QueueUse& of : result.first.queues->queues)
    all.set(of.facts.name, queue_json(*result.first.queues, of));
  results.set("queues", std::move(all));
}

std::string amount_text(double gpus) { return fmt::format("{:.1f}", gpus); }

/// "3 levels deep" is seen by what stands before a name.
std::string indented(const QueueResult& all, const QueueUse& of) {
  std::string blanks;
  for (auto up = of.facts.parent; up; up = all.queues[*up].facts.parent) blanks += "  ";
  return blanks + excerpt(of.facts.name);
}

std::string most_waited_for(const QueueUse& of) {
  const auto longest = std::ranges::max_element(of.waited);
  if (!(*longest > Seconds(0.0))) return "–";
  Seconds all{0.0};
  for (const Seconds one : of.waited) all += one;
  const auto rule = static_cast<QueueRule>(longest - of.waited.begin());
  return fmt::format("{:.0f} % {}", 100.0 * (*longest / all), queue_rule_short(rule));
}

std::string queues_section(const StudyResult& result) {
  if (!result.first.queues) return "";
  const QueueResult& all = *result.first.queues;
  constexpr std::size_t kPrinted = 20;
  std::vector<std::vector<std::string>> rows = {{"queue", "deserved", "limit", "fair share",
                                                 "allocated", "borrowed", "stopped",
                                                 "its jobs waited for"}};
  for (std::size_t i = 0; i < std::min(all.queues.size(), kPrinted); ++i) {
    const QueueUse& of = all.queues[i];
    rows.push_back(
        {indented(all, of), of.facts.gpus_deserved ? amount_text(*of.facts.gpus_deserved) : "all",
         of.facts.gpus_limit ? amount_text(*of.facts.gpus_limit) : "–", amount_text(of.mean_fair),
         amount_text(of.mean_held), amount_text(of.mean_borrowed),
         fmt::format("{}", of.stops.reclaimed + of.stops.preempted), most_waited_for(of)});
  }
  const bool parts = !all.queues.empty() && all.queues.front().facts.is_part;
  std::string text = labelled(parts ? "parts" : "queues", text_table(rows));
  if (all.queues.size() > kPrinted)
    text += line("", fmt::format("{} more in result.json", all.queues.size() - kPrinted));
  std::int64_t reclaimed = 0;
  std::int64_t preempted = 0;
  double lost = 0.0;
  for (const QueueUse& of : all.queues) {
    reclaimed += of.stops.reclaimed;
    preempted += of.stops.preempted;
    lost += of.stops.gpu_seconds;
  }
  if (reclaimed + preempted > 0)
    text +=
        line("stopped jobs",
             fmt::format("{} for other queues, {} for more important ones; they had held {} "
                         "since they last started",
                         human_count(reclaimed), human_count(preempted),
                         fmt::format("{} GPU-hours", human_count(std::llround(lost / 3600.0)))));
  return text;
}

}  // namespace

extern const ResultSection kQueuesSection;
const ResultSection kQueuesSection{write_queues, queues_section, 4};

}  // namespace gpuscape
