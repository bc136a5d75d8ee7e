#pragma once
/// What is known of a design without running it.

#include <string>

#include "sim/cost/cost_model.hpp"
#include "sim/model/check/check.hpp"
#include "sim/sweep/find_best.hpp"

namespace gpuscape {

/// A use of everything by that share: 0 is nothing, 1 all of it all the time.
Usage used_by(const CostModel& cost, double share);

/// What decides between designs, before a run.
struct Bound {
  double value = 0.0;
  bool is_exact = false;
};

/// Refuses what is known only after a run, such as a cost per job: throws ScenarioError, which
/// names what can be planned. `spec` is one of the designs'.
void refuse_unknown_before(const FindSpec& find, const ScenarioSpec& spec);

/// The least that decides: an axis' own value, GPUs, or a cost with nothing in use; where the
/// largest is looked for it is exact.
Bound bound_of(const Ranking& ranking, const RunRecord& labelled, const CheckedScenario& design);

/// Why an objective that is asked for cannot be met, with the numbers: "capex is at least 3.2 M
/// USD, the limit of \"budget\" is 3 M USD"; empty: no such proof.
std::string objective_out_of_reach(const FindSpec& find, const CheckedScenario& design);

/// Whether an objective is one of those that are asked for.
bool is_asked_for(const FindSpec& find, const std::string& objective);

}  // namespace gpuscape
