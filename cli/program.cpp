#include "cli/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <ostream>
#include <system_error>

#include "cli/command_line.hpp"
#include "cli/completion.hpp"
#include "cli/confinement.hpp"
#include "cli/exit_code.hpp"
#include "cli/memory_limit.hpp"
#include "cli/simgrid_process.hpp"
#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// The scenarios of the command are kept from reading elsewhere, while it runs.
std::unique_ptr<ConfinedInputs> confined(const CommandLine& line) {
  const std::string command = line.command();
  if (command == "run") return confined_inputs({line.run.file}, line.run.scenario.confine);
  if (command == "compare") return confined_inputs(line.compare.files, line.compare.confine);
  if (command == "check") return confined_inputs({line.check.file}, line.check.scenario.confine);
  if (command == "crosscheck")
    return confined_inputs({line.crosscheck.file}, line.crosscheck.scenario.confine);
  if (command == "topo")
    return confined_inputs(line.topo.what, line.topo.scenario.confine, line.topo.catalog);
  if (command == "trace") return confined_inputs({line.trace.file}, line.trace.scenario.confine);
  return nullptr;
}

int dispatch(CommandLine& line, const SimGridEngine* simgrid, std::ostream& out,
             std::ostream& err) {
  Registry registry;
  register_builtin_models(registry);
  const std::string command = line.command();
  const auto confinement = confined(line);
  if (command == "run") return run_command(line.run, registry, simgrid, out, err);
  if (command == "compare") return compare_command(line.compare, registry, out, err);
  if (command == "check") return check_command(line.check, registry, out, err);
  if (command == "crosscheck") return crosscheck_command(line.crosscheck, registry, out, err);
  if (command == "schema") return schema_command(line.schema, registry, out);
  if (command == "catalog" && line.action() == "import")
    return import_command(line.catalog_import, out);
  if (command == "catalog") return catalog_command(line.catalog, out, err);
  if (command == "topo") return topo_command(line.topo, registry, out);
  if (command == "trace") {
    line.trace.action = line.action();
    return trace_command(line.trace, registry, out);
  }
  if (command == "calibrate") return calibrate_command(line.calibrate, out);
  if (command == "validate") return validate_command(line.validate, registry, out);
  out << completion_script(line.shell);
  return kDone;
}

int complete(const CommandLine& line, const std::vector<std::string>& words, std::ostream& out) {
  for (const std::string& word : completions(line, {words.begin() + 1, words.end()}))
    out << word << '\n';
  return kDone;
}

/// Where the command needs an engine that this program does not have.
bool needs_simgrid_program(const CommandLine& line, const SimGridEngine* simgrid) {
  return simgrid == nullptr && line.command() == "run" && line.run.loop == "simgrid";
}

int parse_and_dispatch(const std::vector<std::string>& words, const SimGridEngine* simgrid,
                       std::ostream& out, std::ostream& err) {
  CommandLine line;
  if (!words.empty() && words.front() == "__complete") return complete(line, words, out);
  if (simgrid != nullptr && !words.empty() && words.front() == kSimGridChild)
    return run_as_simgrid_child(words, *simgrid, std::cin, out);
  try {
    line.parse(words);
  } catch (const CLI::Success& success) {
    out << line.success_text(success);
    return kDone;
  } catch (const UsageError& error) {
    err << fmt::format("gpuscape: error: {}\n", error.message);
    if (!error.hint.empty()) err << fmt::format("  hint: {}\n", error.hint);
    return kInputWrong;
  }
  if (needs_simgrid_program(line, simgrid)) become_simgrid_program(words);
  set_limits({.rows = line.max_rows});
  if (!line.max_memory.empty()) limit_memory(parse_bytes(line.max_memory).value);
  line.run.command = fmt::format("gpuscape {}", fmt::join(words, " "));
  line.compare.command = line.run.command;
  return dispatch(line, simgrid, out, err);
}

int run_program(const std::vector<std::string>& words, const SimGridEngine* simgrid,
                std::ostream& out, std::ostream& err) {
  try {
    const int code = parse_and_dispatch(words, simgrid, out, err);
    if (!out.flush()) throw RunError("cannot write to standard output");
    return code;
  } catch (const ScenarioError& error) {
    err << format_issues(error.issues());
    return kInputWrong;
  } catch (const Interrupted& error) {
    err << fmt::format("gpuscape: {}\n", error.what());
    return kInterrupted;
  } catch (const RunError& error) {
    err << fmt::format("gpuscape: error: {}\n", error.what());
    return kRunFailed;
  } catch (const std::bad_alloc&) {
    err << "gpuscape: error: " << out_of_memory_text();
    return kRunFailed;
  } catch (const std::system_error& error) {
    // A folder for scratch that is missing, a thread that may not start: the machine, not a defect.
    const bool no_thread = error.code() == std::errc::resource_unavailable_try_again;
    err << fmt::format("gpuscape: error: {}{}\n",
                       no_thread ? "no thread can be started here: " : "", error.what());
    return kRunFailed;
  } catch (const std::exception& error) {
    err << fmt::format(
        "gpuscape: internal error: {}\n  hint: please report this with the scenario\n",
        error.what());
    return kInternalError;
  }
}

}  // namespace

int program(const std::vector<std::string>& words, std::ostream& out, std::ostream& err,
            const SimGridEngine* simgrid) {
  // Everything that any command prints passes here: see sim/base/terminal_filter.hpp.
  TerminalFilter filtered_out(out);
  TerminalFilter filtered_err(err);
  std::ostream safe_out(&filtered_out);
  std::ostream safe_err(&filtered_err);
  return run_program(words, simgrid, safe_out, safe_err);
}

}  // namespace gpuscape
