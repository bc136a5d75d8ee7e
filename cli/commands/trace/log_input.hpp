#pragma once
/// Which log, or which scenario's jobs, a command within `trace` is about.

#include <string>

#include "cli/command_table.hpp"
#include "cli/input/scenario_options.hpp"
#include "sim/logs/job_log.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct LogOptions {
  std::string file;          ///< a log, or a scenario
  ScenarioOptions scenario;  ///< of a scenario: --variant, --set, --seed
  std::string format;        ///< empty: guessed
  std::string columns;       ///< of a table: JSON as in a scenario, or a file that holds it
  std::string delimiter;     ///< empty: guessed
};

/// Adds the log and how it is read.
void add_log_options(CommandSyntax& syntax, LogOptions& log);

/// What a command with such options needs.
CommandNeeds log_needs(const LogOptions& log);

/// The jobs of the log or scenario. Throws ScenarioError or RunError.
JobLog read_log(const LogOptions& log, const Registry& registry);

/// The jobs that the scenario's run would submit. Throws ScenarioError or RunError.
JobLog jobs_of_scenario(const LogOptions& log, const Registry& registry);

}  // namespace gpuscape
