#include "sim/study/run_study.hpp"

#include "sim/base/interrupted.hpp"
#include "sim/cost/cost_model.hpp"
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

std::vector<VariedCost> vary_cost(const std::vector<VariedDesign>& designs, TraceCache& traces,
                                  const StudyOptions& options) {
  StudyOptions each{.drive_first = {},
                    .threads = options.threads,
                    .stop = options.stop,
                    .progress = options.progress,
                    .keep = {}};
  std::vector<VariedCost> all;
  for (const VariedDesign& design : designs) {
    try {
      const StudyResult result = run_study(design.scenario, traces, each).result;
      if (result.partial) break;
      if (result.first.cost)
        add_varied(all, design.input, design.value, *result.first.cost, result.usage);
    } catch (const Interrupted&) {
      break;  // while a log was read: what is done by then is kept
    }
  }
  return all;
}

}  // namespace gpuscape
