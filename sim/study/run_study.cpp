#include "sim/study/run_study.hpp"

#include "sim/study/study.hpp"

namespace gpuscape {

StudyResult run_study(const ScenarioSpec& scenario, const Registry& registry,
                      const StudyOptions& options) {
  Study study(scenario, registry, options, load_traces(scenario, false, options.stop));
  study.start();
  study.summarize_after(study.found_warm_up());
  while (!study.enough()) study.add_batch();
  return study.finish();
}

}  // namespace gpuscape
