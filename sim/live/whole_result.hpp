#pragma once
/// A live answer as the command line has it.

#include <stop_token>

#include "sim/live/live_study.hpp"

namespace gpuscape {

/// The exact result of an answer, with what `gpuscape run` adds to it: a study at each value of
/// what `cost.vary` names. Takes as long as those studies do. Throws ScenarioError where a value
/// does not fit, RunError where a log cannot be read.
StudyResult whole_result(const LiveAnswer& answer, const Registry& registry,
                         const std::stop_token& stop = {});

}  // namespace gpuscape
