/// `gpuscape size SCENARIO`: how many nodes are enough?

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/scenario_options.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/report/sizing/size_text.hpp"

namespace gpuscape {

namespace {

class SizeCommand final : public Command {
 public:
  explicit SizeCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    return {.confinement = {.scenarios = {file_}, .asked = confine_}};
  }
  /// kCheckFailed where a design has no count that meets.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  std::string file_;
  SizeOptions options_;
  std::optional<bool> confine_;
  bool json_ = false;
};

SizeCommand::SizeCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", file_, "The scenario file")->required()->type_name("SCENARIO");
  CLI::Option* variants = app.add_option("--variant", options_.variants,
                                         "Only this variant; \"base\" is the scenario itself; may "
                                         "be repeated [the scenario and all of them]")
                              ->type_name("NAME")
                              ->allow_extra_args(false);
  syntax.complete(variants, offered_variants);
  app.add_option("--of", options_.of,
                 "What is counted, as a JSON pointer: /cluster/nodes/gpu/count [the only nodes "
                 "with GPUs]")
      ->type_name("POINTER");
  app.add_option("--meets", options_.meets,
                 "Objective of `slo` that is to be met; may be repeated [all of them]")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--at-least", options_.least, "The smallest count that is tried")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""))
      ->capture_default_str();
  app.add_option("--at-most", options_.most,
                 "The largest count that is tried [64 times what the design has]")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}).description(""));
  add_value_options(syntax, options_.sets, options_.seed);
  add_confine_option(app, confine_);
  app.add_option("--threads", options_.threads, "Threads for the runs; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  app.add_flag("--json", json_, "Print only JSON on stdout: every run");
}

int SizeCommand::run(const CommandContext& context) const {
  if (options_.most > 0 && options_.most < options_.least)
    throw UsageError{.message = "--at-most is below --at-least", .hint = "exchange them"};
  const StopSignals signals;
  SizeOptions options = options_;
  options.stop = signals.token();
  if (is_terminal(STDERR_FILENO))
    options.begins = [&context](const std::string& design, std::int64_t count) {
      context.err << fmt::format("gpuscape: {} with {}\n", design, count);
    };
  const SizeAnswer answer = smallest_counts(scenario_source(file_), options, context.registry);
  context.out << (json_ ? size_json(answer) : size_text(answer));
  if (answer.partial) {
    context.err << "gpuscape: interrupted; what was found by then is printed\n";
    return kInterrupted;
  }
  const bool all = std::ranges::all_of(
      answer.designs, [](const SizeOfDesign& design) { return design.smallest() != nullptr; });
  return all ? kDone : kCheckFailed;
}

}  // namespace

void register_command_size(CommandTable& commands) {
  commands.add<SizeCommand>(
      {.path = "size",
       .about = "Find the smallest count, such as nodes, with which objectives are met",
       .footer = "Example:\n  gpuscape size scenarios/lab-log.json"});
}

}  // namespace gpuscape
