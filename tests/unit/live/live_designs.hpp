#pragma once
/// Designs to ask a live study for, and what the command would answer.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "sim/live/live_study.hpp"
#include "sim/report/run/result_json.hpp"
#include "sim/study/compare/compare.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::test {

/// M/M/8 at load 0.6: so many days of arrivals, `run` is the scenario's section.
inline std::string generated_text(int days, const std::string& run = "{}") {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "pool", "count": 8}}}}}},
      "workload": {{"streams": {{"jobs": {{"generate": {{"duration": "{} d", "jobs_per_hour": 4.8,
      "gpus": {{"1": 1}}, "run_time": {{"distribution": "exponential", "mean": "1 h"}}}}}}}}}},
      "run": {}}})",
      days, run);
}

/// A log of so many jobs, one every ten minutes, each of an hour or two on one of eight GPUs.
inline std::string log_text(int jobs) {
  std::string text = "t,d,g\n";
  for (int i = 0; i < jobs; ++i)
    text += fmt::format("{},{},1\n", 600 * i + (i * 37) % 400, 3600 + (i * 7919) % 3600);
  return text;
}

/// A scenario that replays log.csv beside it.
inline const char* log_scenario() {
  return R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "gpus": 8}}},
      "workload": {"streams": {"log": {"trace": {"format": "csv", "file": "log.csv",
      "columns": {"submit": "t", "run_time": "d", "gpus": "g"}}}}}})";
}

inline LiveDesign design(std::string name, std::string text, std::vector<std::string> sets = {}) {
  return {std::move(name),
          {.file = "test.json", .text = std::move(text)},
          {.variant = {}, .patches = {}, .sets = std::move(sets), .seed = {}}};
}

/// Of a file.
inline LiveDesign design_of(const std::filesystem::path& file, std::vector<std::string> sets = {}) {
  return {"A",
          {.file = file.string()},
          {.variant = {}, .patches = {}, .sets = std::move(sets), .seed = {}}};
}

/// result.json with nothing said of where it was made.
inline std::string bytes(const StudyResult& result) { return result_json(result, {}); }
inline std::string bytes(const LiveAnswer& answer) { return bytes(answer.outcome->result); }

inline CheckedScenario opened(const LiveDesign& design) {
  return open_scenario(design.source, design.design, builtin_models());
}

template <class Options>
Options on_one_thread() {
  Options options;
  options.threads = 1;
  return options;
}

/// What `gpuscape run` says.
inline StudyOutcome run_alone(const LiveDesign& design) {
  const CheckedScenario scenario = opened(design);
  TraceCache traces;
  return run_study(scenario, traces, on_one_thread<StudyOptions>());
}
inline std::string bytes_of_run(const LiveDesign& design) {
  return bytes(run_alone(design).result);
}

/// What `gpuscape compare` says.
inline CompareResult compared(const std::vector<LiveDesign>& designs) {
  std::vector<NamedDesign> named;
  for (const LiveDesign& one : designs) named.push_back({one.name, opened(one)});
  std::vector<const NamedDesign*> pointers;
  for (const NamedDesign& one : named) pointers.push_back(&one);
  TraceCache traces;
  return compare_designs(pointers, traces, on_one_thread<ComparisonOptions>());
}

/// What is known in the end.
inline std::shared_ptr<const LiveState> answered(LiveStudy& study,
                                                 const std::vector<LiveDesign>& designs) {
  study.ask(designs);
  study.wait();
  return study.latest();
}

/// Every state that a study puts up.
class States {
 public:
  LiveOptions options(unsigned threads = 1) {
    return {.threads = threads, .published = [this] {
              const std::scoped_lock lock(mutex_);
              if (study_ != nullptr) all_.push_back(study_->latest());
            }};
  }
  void watch(const LiveStudy& study) {
    const std::scoped_lock lock(mutex_);
    study_ = &study;
  }
  std::vector<std::shared_ptr<const LiveState>> all() const {
    const std::scoped_lock lock(mutex_);
    return all_;
  }

 private:
  mutable std::mutex mutex_;
  const LiveStudy* study_ = nullptr;
  std::vector<std::shared_ptr<const LiveState>> all_;
};

}  // namespace gpuscape::test
