#include "cli/commands/check/workload_faults.hpp"

#include "sim/base/error.hpp"
#include "sim/run/run.hpp"
#include "sim/run/run_workload.hpp"

namespace gpuscape {

std::string log_key(const TraceSpec& trace) { return trace.format + trace.file; }

void WorkloadFaults::add(const CheckedScenario& design, const std::set<std::string>& long_logs) {
  ScenarioSpec spec = design.spec;
  const bool whole = std::erase_if(spec.streams, [&](const StreamSpec& stream) {
                       return stream.trace && long_logs.contains(log_key(*stream.trace));
                     }) == 0;
  if (spec.run.by_steps || spec.streams.empty()) return;
  try {
    const RunInputs inputs = load_traces(spec);
    // Whoever is not in the logs that were read may be in another.
    if (whole) refuse_unknown_texts(spec, *inputs.origins);
    static_cast<void>(build_workload(spec, inputs, design.cluster->platform()));
  } catch (const ScenarioError& error) {
    for (const Issue& issue : error.issues()) add(issue);
  }
}

void WorkloadFaults::add(const Issue& issue) {
  const auto [place, is_new] =
      said_.emplace(issue.file, issue.line, issue.column, issue.pointer + issue.message);
  if (is_new) context_.add({issue});
}

}  // namespace gpuscape
