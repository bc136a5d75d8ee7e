#include "cli/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "cli/command_line.hpp"
#include "cli/completion.hpp"
#include "cli/exit_code.hpp"
#include "cli/simgrid_child.hpp"
#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

int dispatch(CommandLine& line, std::ostream& out, std::ostream& err) {
  Registry registry;
  register_builtin_models(registry);
  const std::string command = line.command();
  if (command == "run") return run_command(line.run, registry, out, err);
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

int run_as_child(const std::vector<std::string>& words, std::ostream& out) {
  Registry registry;
  register_builtin_models(registry);
  return simgrid_child(words, registry, out);
}

int complete(const CommandLine& line, const std::vector<std::string>& words, std::ostream& out) {
  for (const std::string& word : completions(line, {words.begin() + 1, words.end()}))
    out << word << '\n';
  return kDone;
}

int parse_and_dispatch(const std::vector<std::string>& words, std::ostream& out,
                       std::ostream& err) {
  CommandLine line;
  if (!words.empty() && words.front() == "__complete") return complete(line, words, out);
  if (!words.empty() && words.front() == kSimGridChild) return run_as_child(words, out);
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
  line.run.command = fmt::format("gpuscape {}", fmt::join(words, " "));
  line.compare.command = line.run.command;
  return dispatch(line, out, err);
}

}  // namespace

int program(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
  try {
    const int code = parse_and_dispatch(words, out, err);
    if (!out.flush()) throw RunError("cannot write to standard output");
    return code;
  } catch (const ScenarioError& error) {
    err << format_issues(error.issues());
    return kInputWrong;
  } catch (const RunError& error) {
    err << fmt::format("gpuscape: error: {}\n", error.what());
    return kRunFailed;
  } catch (const std::bad_alloc&) {
    err << "gpuscape: error: out of memory\n";
    return kRunFailed;
  } catch (const std::exception& error) {
    err << fmt::format(
        "gpuscape: internal error: {}\n  hint: please report this with the scenario\n",
        error.what());
    return kInternalError;
  }
}

}  // namespace gpuscape
