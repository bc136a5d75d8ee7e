/// `gpuscape trace generate SCENARIO -o FILE`: the jobs of a scenario become a log.

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/trace/log_input.hpp"
#include "cli/commands/trace/log_output.hpp"
#include "cli/exit_code.hpp"

namespace gpuscape {

namespace {

class TraceGenerateCommand final : public Command {
 public:
  explicit TraceGenerateCommand(CommandSyntax& syntax) {
    syntax.app()
        .add_option("scenario", log_.file, "The scenario file")
        ->required()
        ->type_name("SCENARIO");
    add_scenario_options(syntax, log_.scenario);
    add_output_options(syntax, output_, true);
  }

  [[nodiscard]] CommandNeeds needs() const override { return log_needs(log_); }

  [[nodiscard]] int run(const CommandContext& context) const override {
    refuse_existing(output_);
    write_log(jobs_of_scenario(log_, context.registry), {}, output_.path, context.out);
    return kDone;
  }

 private:
  LogOptions log_;
  OutputOptions output_;
};

}  // namespace

void register_command_trace_generate(CommandTable& commands) {
  commands.add<TraceGenerateCommand>(
      {.path = "trace generate",
       .about = "Write the jobs that a scenario's run would submit",
       .footer = std::string(kLogNameHelp) +
                 "Example:\n  gpuscape trace generate scenarios/quickstart.json -o jobs.csv"});
}

}  // namespace gpuscape
