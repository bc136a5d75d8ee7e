#include "sim/study/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "sim/base/json.hpp"
#include "sim/study/differences.hpp"
#include "sim/study/later_jobs.hpp"
#include "sim/study/parallel.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

namespace {

bool is_generated(const ScenarioSpec& scenario) {
  return std::any_of(scenario.streams.begin(), scenario.streams.end(),
                     [](const StreamSpec& stream) { return !stream.trace.has_value(); });
}

/// Equal texts read equal files in equal ways.
std::string traces_key(const ScenarioSpec& scenario) {
  const JsonValue* workload = scenario.resolved.find("workload");
  std::string key = workload == nullptr ? "" : write_json(*workload, -1);
  for (const StreamSpec& stream : scenario.streams) {
    if (stream.trace) key += '\n' + stream.trace->file;
  }
  return key;
}

/// One line of progress from many runs.
class JointProgress {
 public:
  JointProgress(std::size_t scenarios, const ComparisonOptions& options)
      : options_(options), of_(scenarios) {}

  [[nodiscard]] std::function<void(const StudyProgress&)> of(std::size_t scenario) {
    if (!options_.progress) return {};
    return [this, scenario](const StudyProgress& progress) { show(scenario, progress); };
  }

  void finished(std::size_t scenario, const StudyResult& result) {
    const std::scoped_lock lock(mutex_);
    if (options_.finished) options_.finished(scenario, result);
  }

 private:
  void show(std::size_t scenario, const StudyProgress& progress) {
    const std::scoped_lock lock(mutex_);
    of_[scenario] = progress;
    StudyProgress all;
    bool each_has_one = true;
    for (const StudyProgress& one : of_) {
      all.share += one.share / static_cast<double>(of_.size());
      all.jobs_ended += one.jobs_ended;
      all.replications += one.replications;
      each_has_one = each_has_one && one.replications > 0;
    }
    if (!each_has_one) all.replications = 0;
    options_.progress(all);
  }

  const ComparisonOptions& options_;
  std::mutex mutex_;
  std::vector<StudyProgress> of_;
};

class Comparing {
 public:
  Comparing(const std::vector<ScenarioToCompare>& scenarios, const Registry& registry,
            const ComparisonOptions& options)
      : scenarios_(scenarios),
        options_(options),
        progress_(scenarios.size(), options),
        study_options_(scenarios.size()),
        windows_(scenarios.size()) {
    std::map<std::string, RunInputs> traces;
    result_.variants.resize(scenarios.size());
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
      study_options_[i].threads = options.threads;
      study_options_[i].stop = options.stop;
      study_options_[i].progress = progress_.of(i);
      const ScenarioSpec& scenario = scenarios[i].scenario;
      const auto [read, is_new] = traces.try_emplace(traces_key(scenario));
      if (is_new) read->second = load_traces(scenario, false, options.stop);
      studies_.push_back(
          std::make_unique<Study>(scenario, registry, study_options_[i], read->second));
      result_.variants[i].name = scenarios[i].name;
    }
  }

  CompareResult run() {
    std::vector<std::size_t> logs;
    std::vector<std::size_t> generated;
    for (std::size_t i = 0; i < scenarios_.size(); ++i)
      (is_generated(scenarios_[i].scenario) ? generated : logs).push_back(i);
    for_each_index(logs.size(), options_.threads, [&](std::size_t i) {
      studies_[logs[i]]->start();
      studies_[logs[i]]->summarize_after({});
      finish(logs[i]);
    });
    replicate(generated);
    for (std::size_t i = 1; i < scenarios_.size(); ++i) {
      if (result_.variants[0].finished && result_.variants[i].finished) compare_with_baseline(i);
    }
    return std::move(result_);
  }

 private:
  void replicate(const std::vector<std::size_t>& generated) {
    if (generated.empty()) return;
    for (const std::size_t i : generated) studies_[i]->start();
    WarmUp longest;
    for (const std::size_t i : generated) {
      WarmUp found = studies_[i]->found_warm_up();
      if (generated.size() > 1 && found.method != "given")
        found.method = fmt::format("the longest of all variants; {}", found.method);
      if (longest.method.empty() || found.length > longest.length) longest = std::move(found);
    }
    for (const std::size_t i : generated) studies_[i]->summarize_after(longest);
    const auto enough = [&](std::size_t i) { return studies_[i]->enough(); };
    while (!std::all_of(generated.begin(), generated.end(), enough)) {
      for (const std::size_t i : generated) {
        if (!studies_[i]->exhausted()) studies_[i]->add_batch();
      }
    }
    for (const std::size_t i : generated) finish(i);
  }

  void finish(std::size_t i) {
    windows_[i] = studies_[i]->window();
    VariantResult& variant = result_.variants[i];
    variant.study = studies_[i]->finish();
    // Replications that were stopped are missing; of a run that was stopped nothing can be said.
    variant.finished = !variant.study.first.partial;
    progress_.finished(i, variant.study);
    if (!variant.study.partial) return;
    const std::scoped_lock lock(partial_);
    result_.partial = true;
  }

  [[nodiscard]] StudySide side(std::size_t i) const {
    return {result_.variants[i].study, studies_[i]->replications(), windows_[i]};
  }

  void compare_with_baseline(std::size_t i) {
    const StudyResult& baseline = result_.variants[0].study;
    const StudyResult& variant = result_.variants[i].study;
    Comparison comparison;
    comparison.variant = i;
    const bool same = same_jobs(baseline.first, variant.first);
    Pairing pairing = Pairing::none;
    if (!same) {
      comparison.pairing = "the jobs are not the same, so each side has its own sampling error";
    } else if ((baseline.replications == 1) != (variant.replications == 1)) {
      comparison.pairing = "several replications of one, one of the other";
    } else {
      comparison.paired = true;
      pairing = baseline.replications == 1 ? Pairing::blocks : Pairing::replications;
      comparison.pairing = "the same jobs";
    }
    comparison.metrics = metric_differences(side(0), side(i), pairing);
    comparison.slo = slo_differences(side(0), side(i), pairing);
    if (same) comparison.later = later_jobs(baseline.first, variant.first, baseline.warm_up);
    result_.comparisons.push_back(std::move(comparison));
  }

  const std::vector<ScenarioToCompare>& scenarios_;
  const ComparisonOptions& options_;
  JointProgress progress_;
  std::vector<StudyOptions> study_options_;
  std::vector<std::unique_ptr<Study>> studies_;
  std::vector<MetricWindow> windows_;
  std::mutex partial_;
  CompareResult result_;
};

}  // namespace

CompareResult compare_scenarios(const std::vector<ScenarioToCompare>& scenarios,
                                const Registry& registry, const ComparisonOptions& options) {
  return Comparing(scenarios, registry, options).run();
}

}  // namespace gpuscape
