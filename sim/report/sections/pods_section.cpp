/// What pods held while they waited for the others of their job, and which jobs locked each other.

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

JsonValue lock_json(const PodLock& lock, const JobRecords& jobs) {
  JsonValue one = JsonValue::make_object();
  one.set("begin_s", json::number(lock.begin.value()));
  one.set("end_s", lock.end ? json::number(lock.end->value()) : JsonValue::make_null());
  one.set("gpus", json::number(lock.gpus));
  JsonValue ids = JsonValue::make_array();
  for (const std::uint32_t job : lock.jobs) ids.items().push_back(json::integer(jobs.id(job)));
  one.set("jobs", std::move(ids));
  return one;
}

void write_pods(const StudyResult& result, JsonValue& results) {
  if (!result.first.pods) return;
  const PodsResult& pods = *result.first.pods;
  JsonValue all = JsonValue::make_object();
  all.set("half_started_jobs", json::integer(pods.jobs));
  all.set("half_started_gpu_s", json::number(pods.half_started.value()));
  all.set("given_up", json::integer(pods.given_up));
  all.set("locks", json::integer(pods.locks));
  all.set("locked_gpu_s", json::number(pods.locked.value()));
  JsonValue locks = JsonValue::make_array();
  for (const PodLock& lock : pods.first)
    locks.items().push_back(lock_json(lock, result.first.jobs));
  all.set("first_locks", std::move(locks));
  results.set("pods", std::move(all));
}

std::string gpu_hours(GpuSeconds held) {
  return fmt::format("{} GPU-hours", human_count(std::llround(held / kGpuHour)));
}

/// "jobs 3, 4 and 7".
std::string jobs_text(const std::vector<std::uint32_t>& numbers, const JobRecords& jobs) {
  constexpr std::size_t kNamed = 6;
  std::string text = "jobs ";
  for (std::size_t i = 0; i < std::min(numbers.size(), kNamed); ++i) {
    const bool is_last = i + 1 == numbers.size();
    text += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", jobs.id(numbers[i]));
  }
  if (numbers.size() > kNamed) text += fmt::format(" and {} others", numbers.size() - kNamed);
  return text;
}

std::string lock_text(const PodLock& lock, const JobRecords& jobs) {
  return fmt::format("{} with {:g} GPUs, from {} on, {}", jobs_text(lock.jobs, jobs), lock.gpus,
                     human_text(lock.begin),
                     lock.end ? "for " + human_text(*lock.end - lock.begin) : "never over");
}

std::string pods_section(const StudyResult& result) {
  if (!result.first.pods || result.first.pods->jobs == 0) return "";
  const PodsResult& pods = *result.first.pods;
  std::string text =
      fmt::format("{} job{} held {} by {} first pods while {} waited for the others",
                  human_count(pods.jobs), pods.jobs == 1 ? "" : "s", gpu_hours(pods.half_started),
                  pods.jobs == 1 ? "its" : "their", pods.jobs == 1 ? "it" : "they");
  if (pods.given_up > 0)
    text += fmt::format("; pods were given up or lost {}", quantity(pods.given_up, "time"));
  std::string lines = line("half-started", text);
  if (pods.locks == 0) return lines;
  constexpr std::size_t kPrinted = 3;
  std::string locked =
      fmt::format("{} jobs held nodes that each other needed",
                  pods.locks == 1 ? std::string("once") : quantity(pods.locks, "time"));
  if (pods.locked > kGpuHour) locked += fmt::format(", {} in all", gpu_hours(pods.locked));
  for (std::size_t i = 0; i < std::min(pods.first.size(), kPrinted); ++i)
    locked +=
        fmt::format("{}{}", i == 0 ? ": " : "; ", lock_text(pods.first[i], result.first.jobs));
  if (pods.locks > static_cast<std::int64_t>(kPrinted)) locked += "; others in result.json";
  return lines + line("locked", locked);
}

}  // namespace

extern const ResultSection kPodsSection;
const ResultSection kPodsSection{write_pods, pods_section, 4};

}  // namespace gpuscape
