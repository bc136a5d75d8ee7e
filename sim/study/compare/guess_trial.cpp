#include "sim/study/compare/guess_trial.hpp"

#include <cmath>
#include <limits>

#include "sim/base/interrupted.hpp"
#include "sim/study/compare/compare.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kCompletion = "completion_mean_s";

double completion_of(const VariantResult& variant) {
  return variant.outcome.result.estimates[kCompletion].value;
}

}  // namespace

TrialAnswer try_designs(const std::vector<TriedDesign>& designs, TraceCache& traces,
                        const ComparisonOptions& options) {
  TrialAnswer trial;
  std::vector<const NamedDesign*> run;
  run.reserve(designs.size());
  for (const TriedDesign& one : designs) run.push_back(one.design);
  ComparisonOptions quiet = options;
  quiet.finished = {};
  const CompareResult there = compare_designs(run, traces, quiet);
  if (there.partial) throw Interrupted("a comparison was stopped");
  if (there.verdict) {
    trial.by = there.verdict->by;
    trial.winner = there.verdict->winner;
    trial.why_none = there.verdict->why_none;
  }
  trial.completion_mean.reserve(designs.size());
  for (std::size_t i = 0; i < designs.size(); ++i)
    trial.completion_mean.push_back(designs[i].rests_on_it
                                        ? completion_of(there.variants[i])
                                        : std::numeric_limits<double>::quiet_NaN());
  return trial;
}

bool keeps_answer(const CompareResult& result, const TrialAnswer& trial) {
  const bool had = result.verdict && result.verdict->winner;
  return had ? trial.winner == result.verdict->winner : !trial.winner;
}

double moves(const CompareResult& result, const TrialAnswer& trial, std::size_t design) {
  if (design >= trial.completion_mean.size()) return 0.0;
  const double before = completion_of(result.variants[design]);
  const double change = trial.completion_mean[design] / before - 1.0;
  return std::isfinite(change) ? change : 0.0;
}

}  // namespace gpuscape
