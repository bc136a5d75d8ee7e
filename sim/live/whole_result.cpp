#include "sim/live/whole_result.hpp"

namespace gpuscape {

StudyResult whole_result(const LiveAnswer& answer, const Registry& registry,
                         const std::stop_token& stop) {
  StudyResult result = answer.outcome->result;
  const std::vector<VariedDesign> varied =
      open_varied(answer.asked.source, answer.asked.design, *answer.scenario, registry);
  if (varied.empty()) return result;
  TraceCache traces;
  StudyOptions options;
  options.stop = stop;
  result.varied = vary_cost(varied, traces, options);
  return result;
}

}  // namespace gpuscape
