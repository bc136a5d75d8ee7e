#pragma once
/// `gpuscape compare` of scenarios at `step` detail.

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "sim/report/folder/write_comparison.hpp"
#include "sim/session/compared_scenarios.hpp"

namespace gpuscape {

/// What was asked of it.
struct StepsAsked {
  std::filesystem::path folder;
  std::vector<ComparedFolder> folders;  ///< of the designs
  std::function<Provenance()> provenance;
  std::string csv = {};  ///< file for the table too; empty: none
  unsigned threads = 0;  ///< 0: one per processor
  bool json = false;     ///< print compare.json alone
};

/// Whether the designs are at `step` detail. Throws ScenarioError where some are and some are not.
bool are_by_steps(const ComparedScenarios& compared);

/// Throws ScenarioError where one of these options, of jobs alone, is asked for.
void refuse_of_jobs(std::initializer_list<std::pair<bool, const char*>> options);

/// Runs all of them, writes the result folders, prints the answer; returns the exit status.
int compare_by_steps(const ComparedScenarios& compared, const StepsAsked& asked,
                     const CommandContext& context);

}  // namespace gpuscape
