#pragma once
/// What the words on the command line mean. Reading them touches no scenario and runs nothing.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/calibrate_command.hpp"
#include "cli/catalog_command.hpp"
#include "cli/check_command.hpp"
#include "cli/compare_command.hpp"
#include "cli/crosscheck_command.hpp"
#include "cli/import_command.hpp"
#include "cli/run_command.hpp"
#include "cli/schema_command.hpp"
#include "cli/topo_command.hpp"
#include "cli/trace_command.hpp"
#include "cli/validate_command.hpp"
#include "sim/base/limits.hpp"

namespace gpuscape {

/// A fault in the command line itself: message, then hint.
struct UsageError {
  std::string message;
  std::string hint;
};

class CommandLine {
 public:
  CommandLine();

  /// Reads the words after the program's name. Throws UsageError, or CLI::Success for --help and
  /// --version, whose text `help_text` gives.
  void parse(const std::vector<std::string>& words);
  /// What to print when `parse` threw CLI::Success.
  [[nodiscard]] std::string success_text(const CLI::Success& success) const;

  /// The command that was chosen, by its name: "run".
  [[nodiscard]] std::string command() const;
  /// The command within that command: "info"; without one, the command itself.
  [[nodiscard]] std::string action() const;

  RunOptions run;
  CompareOptions compare;
  CheckOptions check;
  CrosscheckOptions crosscheck;
  SchemaOptions schema;
  CatalogOptions catalog;
  ImportOptions catalog_import;
  TraceOptions trace;
  ValidateOptions validate;
  TopoOptions topo;
  CalibrateOptions calibrate;
  std::string shell;
  std::string max_memory;  ///< empty: not given
  std::int64_t max_rows = Limits{}.rows;
  std::vector<std::string> help;  ///< the command that is asked about, word by word

  [[nodiscard]] const CLI::App& app() const { return *app_; }
  /// The words that an option or a positional of a command may take, by "--loop" or "shell".
  [[nodiscard]] const std::vector<std::string>* choices(const std::string& name) const;

 private:
  void add_run();
  void add_compare();
  void add_check();
  void add_crosscheck();
  void add_schema();
  void add_catalog();
  void add_catalog_import(CLI::App& parent);
  void add_calibrate();
  void add_topo();
  void add_trace();
  void add_trace_info(CLI::App& parent);
  void add_trace_convert(CLI::App& parent);
  void add_trace_generate(CLI::App& parent);
  void add_trace_fit(CLI::App& parent);
  void add_log_options(CLI::App& command);
  void add_output(CLI::App& command, bool required);
  void add_validate();
  void add_completion();
  void add_help();
  [[nodiscard]] std::vector<std::string> asked_about(std::span<const std::string> words) const;
  void add_scenario_options(CLI::App& command, ScenarioOptions& scenario);
  void add_value_options(CLI::App& command, std::vector<std::string>& sets,
                         std::optional<std::uint64_t>& seed);
  void add_memory_option(CLI::App& command);
  void add_limit_options(CLI::App& command);
  /// The innermost command that was chosen.
  [[nodiscard]] const CLI::App& chosen() const;
  [[noreturn]] void refuse_leftover(const CLI::App& command) const;

  std::unique_ptr<CLI::App> app_;
  std::map<std::string, std::vector<std::string>> choices_;
};

}  // namespace gpuscape
