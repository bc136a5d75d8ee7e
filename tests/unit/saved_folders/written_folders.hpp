#pragma once
/// Result folders of shipped scenarios, written as the commands write them.

#include <string>
#include <vector>

#include "sim/report/folder/write_comparison.hpp"
#include "sim/report/folder/write_run.hpp"
#include "sim/session/compared_scenarios.hpp"
#include "sim/study/compare/compare.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape::test {

inline std::string shipped(const std::string& name) {
  return source_file("scenarios/" + name + ".json").string();
}

inline Provenance some_provenance() {
  Provenance provenance;
  provenance.version = "0.1.0";
  provenance.command = "gpuscape run x.json";
  return provenance;
}

/// What `gpuscape run --out` of a scenario file leaves; the study that it was made from.
inline StudyOutcome write_shipped_run(const std::filesystem::path& folder, const std::string& file,
                                      const Design& design = {}) {
  const CheckedScenario scenario = open_scenario({.file = file}, design, builtin_models());
  TraceCache traces;
  StudyOutcome outcome = run_study(scenario, traces, {});
  write_run(folder, {outcome.result, scenario.guesses, file}, some_provenance());
  return outcome;
}

/// The same of `gpuscape compare`.
inline CompareResult write_shipped_comparison(const std::filesystem::path& folder,
                                              const CompareOptions& options) {
  const std::vector<ComparedScenario> compared =
      compared_scenarios(options, builtin_models()).designs;
  std::vector<ComparedFolder> folders;
  std::vector<const NamedDesign*> designs;
  for (const ComparedScenario& one : compared) {
    folders.push_back({one.folder, one.file});
    designs.push_back(&one);
  }
  ComparisonFolder written(folder, folders, some_provenance);
  ComparisonOptions how;
  how.finished = [&](std::size_t i, const StudyResult& result) { written.prepare(i, result); };
  TraceCache traces;
  CompareResult result = compare_designs(designs, traces, how);
  written.put_in_place(result);
  return result;
}

}  // namespace gpuscape::test
