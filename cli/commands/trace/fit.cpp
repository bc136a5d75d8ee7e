/// `gpuscape trace fit LOG|SCENARIO`: a generator whose jobs are like a log's.

#include <fmt/format.h>

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/trace/log_input.hpp"
#include "cli/commands/trace/log_output.hpp"
#include "cli/exit_code.hpp"
#include "sim/report/logs/generate_json.hpp"
#include "sim/report/logs/trace_fit_text.hpp"

namespace gpuscape {

namespace {

class TraceFitCommand final : public Command {
 public:
  explicit TraceFitCommand(CommandSyntax& syntax) {
    add_log_options(syntax, log_);
    add_output_options(syntax, output_, false);
    syntax.app().add_flag("--json", json_, "Print only JSON on stdout");
  }

  [[nodiscard]] CommandNeeds needs() const override { return log_needs(log_); }
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  LogOptions log_;
  OutputOptions output_;
  bool json_ = false;
};

int TraceFitCommand::run(const CommandContext& context) const {
  refuse_existing(output_);
  const JobLog log = read_log(log_, context.registry);
  const TraceFit fitted = fit_trace(log);
  const JsonValue scenario = generate_fragment(fitted.generate, "fitted");
  if (!output_.path.empty()) write_whole_file(output_.path, write_json(scenario) + "\n");
  if (json_) {
    context.out << trace_fit_json(log, fitted, scenario);
    return kDone;
  }
  context.out << trace_fit_text(log, fitted);
  if (output_.path.empty()) {
    context.out << "\n" << write_json(scenario) << "\n";
  } else {
    context.out << fmt::format("written to {}: a scenario takes it over with \"extends\": {}\n",
                               output_.path, json_quoted(output_.path));
  }
  return kDone;
}

}  // namespace

void register_command_trace_fit(CommandTable& commands) {
  commands.add<TraceFitCommand>(
      {.path = "trace fit",
       .about = "Fit a workload generator to a log and report goodness of fit",
       .footer = "Example:\n  gpuscape trace fit scenarios/lab-log.json -o fitted.json"});
}

}  // namespace gpuscape
