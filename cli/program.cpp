#include "cli/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <ostream>
#include <system_error>

#include "cli/exit_code.hpp"
#include "cli/input/confinement.hpp"
#include "cli/input/limit_options.hpp"
#include "cli/line/command_line.hpp"
#include "cli/line/completion.hpp"
#include "cli/process/memory_limit.hpp"
#include "cli/simgrid/simgrid_process.hpp"
#include "models/builtin_models.hpp"
#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/terminal_filter.hpp"

namespace gpuscape {

namespace {

/// What the program was called with.
struct Call {
  const std::vector<std::string>& words;
  std::ostream& out;
  std::ostream& err;
  const SimGridEngine* simgrid;
};

int complete(const CommandLine& line, const Call& call) {
  for (const std::string& word : completions(line, {call.words.begin() + 1, call.words.end()}))
    call.out << word << '\n';
  return kDone;
}

int run_chosen(const CommandLine& line, const Call& call) {
  const CommandNeeds needs = line.chosen().needs();
  apply(line.limits());
  const auto confinement = confined_inputs(needs.confinement);
  Registry registry;
  register_builtin_models(registry);
  return line.chosen().run({.registry = registry,
                            .out = call.out,
                            .err = call.err,
                            .simgrid = call.simgrid,
                            .typed = fmt::format("gpuscape {}", fmt::join(call.words, " ")),
                            .words = call.words});
}

int parse_and_run(const CommandTable& commands, const Call& call) {
  const std::string first = call.words.empty() ? "" : call.words.front();
  if (call.simgrid != nullptr && first == kSimGridChild)
    return run_as_simgrid_child(call.words, *call.simgrid, std::cin, call.out);
  CommandLine line(commands);
  if (first == "__complete") return complete(line, call);
  try {
    line.parse(call.words);
  } catch (const CLI::Success& success) {
    call.out << line.success_text(success);
    return kDone;
  }
  return run_chosen(line, call);
}

int run_program(const CommandTable& commands, const Call& call) {
  std::ostream& err = call.err;
  try {
    const int code = parse_and_run(commands, call);
    if (!call.out.flush()) throw RunError("cannot write to standard output");
    return code;
  } catch (const UsageError& error) {
    err << fmt::format("gpuscape: error: {}\n", error.message);
    if (!error.hint.empty()) err << fmt::format("  hint: {}\n", error.hint);
    return kInputWrong;
  } catch (const ScenarioError& error) {
    err << format_issues(error.issues());
    return kInputWrong;
  } catch (const Interrupted& error) {
    err << fmt::format("gpuscape: {}\n", error.what());
    return kInterrupted;
  } catch (const EndlessRunError& error) {
    err << fmt::format("gpuscape: error: {}\n", error.what());
    return kCheckFailed;
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
            const SimGridEngine* simgrid, const CommandTable& commands) {
  // Everything that any command prints passes here: see sim/base/terminal_filter.hpp.
  TerminalFilter filtered_out(out);
  TerminalFilter filtered_err(err);
  std::ostream safe_out(&filtered_out);
  std::ostream safe_err(&filtered_err);
  return run_program(commands, {words, safe_out, safe_err, simgrid});
}

}  // namespace gpuscape
