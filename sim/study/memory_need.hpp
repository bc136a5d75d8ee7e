#pragma once
/// How much memory a study takes up, before it is begun.

#include "sim/study/run_study.hpp"

namespace gpuscape {

/// About what a study of the scenario takes up at its most beside the logs themselves: the results
/// of the runs that are held at once, some 160 B a job. Jobs in circulation are as many as end,
/// which is not known before: they count for nothing. `inputs` as load_traces gives them.
Bytes memory_need(const CheckedScenario& scenario, const RunInputs& inputs);

}  // namespace gpuscape
