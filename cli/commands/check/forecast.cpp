#include "cli/commands/check/forecast.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/text_sink.hpp"
#include "sim/report/run/result_json.hpp"
#include "sim/report/run/run_tables.hpp"
#include "sim/report/run/timeline_svg.hpp"
#include "sim/sweep/run_forecast.hpp"
#include "sim/sweep/time_limit.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kTryRun{1.0};
constexpr Seconds kTryOthers{1.5};  // together

class CountingSink final : public TextSink {
 public:
  void write(std::string_view text) override { size_ += static_cast<double>(text.size()); }
  [[nodiscard]] double size() const { return size_; }

 private:
  double size_ = 0.0;
};

struct Need {
  Seconds time{0.0};
  Bytes memory{0.0};  // at the peak of the trials so far
  Bytes beside{0.0};  // that a trial which was stopped did not come to
  Bytes disk{0.0};
  bool is_at_least = false;
};

Bytes peak_memory() {
  constexpr double kKibi = 1024.0;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return Bytes(static_cast<double>(usage.ru_maxrss) * kKibi);
}

/// What is written of a trial, and the time that it takes: tables grow with the jobs, the rest does
/// not.
void add_files(const RunForecast& trial, Need& need) {
  const StudyResult& result = trial.trial->result;
  const Seconds begin = process_time();
  CountingSink jobs;
  write_jobs_csv(result.first, jobs);
  const double times = 1.0 / std::max(trial.share, 1e-6);
  need.time += (process_time() - begin) * times;
  need.disk = Bytes(jobs.size() * times);
  CountingSink others;
  const Seconds before = process_time();
  write_timeline_csv(result.first, others);
  others.write(timeline_svg(result));
  others.write(result_json(result, {}, {}));
  need.time += process_time() - before;
  need.disk += Bytes(others.size());
}

/// What has been tried is kept, as a comparison keeps it.
std::optional<Need> need_of(const CheckedScenario& scenario, TraceCache& traces, Seconds most,
                            std::vector<RunForecast>& tried) {
  std::optional<RunForecast> forecast = forecast_run(scenario, traces, most);
  if (!forecast) return std::nullopt;
  Need need{.time = forecast->time, .is_at_least = forecast->is_at_least};
  if (forecast->trial) add_files(*forecast, need);
  need.memory = peak_memory();
  // Logs are in memory by now; of jobs as many as the trial has run.
  if (forecast->trial && forecast->trial->result.partial)
    need.beside = forecast->memory * (1.0 - forecast->share);
  tried.push_back(std::move(*forecast));
  return need;
}

std::string text_of(std::string_view command, const Need& need) {
  // What starting a program and writing a folder take is not tried.
  constexpr Seconds kShort{0.1};
  const bool is_short = need.time < kShort && !need.is_at_least;
  const std::string time = is_short ? "less than 0.1 s"
                                    : fmt::format("{} {}", need.is_at_least ? "at least" : "about",
                                                  rounded_text(need.time));
  return fmt::format("  gpuscape {}: {} of processor time, {} of memory, {} of results", command,
                     time, human_text(need.memory + need.beside), human_text(need.disk));
}

}  // namespace

std::vector<std::string> forecast_lines(const CheckedFile& file, const OpeningTimes& opening,
                                        const std::map<std::string, std::size_t>& varied) {
  std::vector<std::string> lines;
  if (file.chosen.spec.run.by_steps) return lines;
  TraceCache traces;
  std::vector<RunForecast> tried;
  const auto need = [&](const CheckedScenario& design, Seconds most) {
    std::optional<Need> of = need_of(design, traces, most, tried);
    // Each value of what the cost varies by has a study of its own.
    const auto values = varied.find(design.spec.variant);
    if (of && values != varied.end()) of->time *= 1.0 + static_cast<double>(values->second);
    return of;
  };
  const Bytes before = peak_memory();
  std::optional<Need> chosen = need(file.chosen, kTryRun);
  if (!chosen) return lines;
  const Bytes each = chosen->memory - before;
  Need all = *chosen;
  chosen->time += opening.one;
  lines.push_back(text_of("run", *chosen));
  if (file.others.empty()) return lines;
  all.time += opening.all;
  for (const CheckedScenario& design : file.others) {
    if (design.spec.run.by_steps) return lines;
    const std::optional<Need> other =
        need(design, kTryOthers / static_cast<double>(file.others.size()));
    if (!other) return lines;
    all.time += other->time;
    all.disk += other->disk;
    // Kept as long, and while others run: at least as much as the first one took.
    all.memory = std::max(other->memory, all.memory + each);
    all.beside += other->beside;
    all.is_at_least = all.is_at_least || other->is_at_least;
  }
  lines.push_back(text_of("compare", all));
  return lines;
}

}  // namespace gpuscape
