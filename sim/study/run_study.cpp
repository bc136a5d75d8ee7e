#include "sim/study/run_study.hpp"

#include "sim/study/study.hpp"

namespace gpuscape {

StudyOutcome run_study(const CheckedScenario& scenario, TraceCache& traces,
                       const StudyOptions& options) {
  Study study(scenario, options, traces.inputs(scenario.spec, options.stop));
  study.start();
  study.summarize_after(study.found_warm_up());
  while (!study.enough()) study.add_batch();
  return study.finish();
}

}  // namespace gpuscape
