#include "sim/plan/flips.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/sweep/find_best.hpp"

namespace gpuscape {

namespace {

constexpr double kMostFactor = 4.0;
constexpr double kGap = 1.02;

class LoadSearch {
 public:
  LoadSearch(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
             std::int64_t index, const PlanOptions& options)
      : space_(space), source_(source), registry_(registry), index_(index), options_(options) {}

  LoadFlip search();

 private:
  [[nodiscard]] bool meets_at(double factor);
  [[nodiscard]] Design design_at(double factor) const;

  const DesignSpace& space_;
  const ScenarioSource& source_;
  const Registry& registry_;
  std::int64_t index_;
  const PlanOptions& options_;
  std::vector<std::pair<std::string, double>> rates_;  // where they stand, and what they are
  TraceCache traces_;
  LoadFlip flip_;
};

Design LoadSearch::design_at(double factor) const {
  Design design = space_.design(index_);
  for (const auto& [pointer, rate] : rates_)
    design.sets.push_back(fmt::format("{}={}", pointer, rate * factor));
  return design;
}

bool LoadSearch::meets_at(double factor) {
  const CheckedScenario scenario = open_scenario(source_, design_at(factor), registry_);
  StudyOptions study;
  study.threads = options_.threads;
  study.stop = options_.stop;
  const StudyOutcome outcome = run_study(scenario, traces_, study);
  if (options_.stop.stop_requested()) throw Interrupted("stopped");
  flip_.runs += outcome.result.replications;
  const std::vector<std::string> missed =
      what_is_missed(space_.find().value_or(FindSpec{}), record_of(outcome), 0);
  if (!missed.empty()) flip_.missed = missed.front();
  return missed.empty();
}

LoadFlip LoadSearch::search() {
  const CheckedScenario scenario = open_scenario(source_, space_.design(index_), registry_);
  for (const StreamSpec& stream : scenario.spec.streams) {
    if (!stream.generate) continue;
    const std::string at =
        child_pointer(child_pointer("/workload/streams", stream.name), "generate");
    if (stream.generate->load) rates_.emplace_back(at + "/load", *stream.generate->load);
    if (stream.generate->jobs_per_hour)
      rates_.emplace_back(at + "/jobs_per_hour", *stream.generate->jobs_per_hour);
  }
  if (rates_.empty()) return {.why_not = "no stream is generated at a rate"};
  double met = 1.0;
  double missed = 1.25;
  while (meets_at(missed)) {
    met = missed;
    if (met >= kMostFactor) return {.meets = met, .runs = flip_.runs};
    missed = std::min(kMostFactor, missed * 1.25);
  }
  while (missed > met * kGap) {
    const double middle = (met + missed) / 2.0;
    (meets_at(middle) ? met : missed) = middle;
  }
  flip_.meets = met;
  flip_.misses = missed;
  return std::move(flip_);
}

}  // namespace

LoadFlip find_load_flip(const DesignSpace& space, const ScenarioSource& source,
                        const Registry& registry, std::int64_t index, const PlanOptions& options) {
  try {
    return LoadSearch(space, source, registry, index, options).search();
  } catch (const ScenarioError& error) {
    return {.why_not = error.issues().front().message};
  } catch (const Interrupted&) {
    return {.why_not = "it was interrupted"};
  }
}

}  // namespace gpuscape
