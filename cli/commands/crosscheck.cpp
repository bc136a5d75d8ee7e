/// `gpuscape crosscheck SCENARIO --network simgrid`: does somebody else's network say the same?
/// `--jobs N`: do the steps of jobs, one by one as flows, say what the averages of a replay say?

#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/scenario_options.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/simgrid/simgrid_process.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/report/transfers/crosscheck_jobs_report.hpp"
#include "sim/report/transfers/crosscheck_report.hpp"
#include "sim/validation/crosscheck_jobs.hpp"

namespace gpuscape {

namespace {

void require_transfers(const ScenarioSpec& spec, const std::string& file) {
  ReadingContext context;
  for (const StreamSpec& stream : spec.streams) {
    if (stream.has_steps() || context.has_issues()) continue;
    context.add({std::make_shared<const std::string>(file), 0, 0}, "",
                fmt::format("stream \"{}\" has jobs: --network simgrid compares transfers",
                            excerpt(stream.name)),
                R"(streams of "transfers", with "run": {"detail": "step"})");
  }
  context.throw_if_issues();
}

void require_jobs(const ScenarioSpec& spec, const std::string& file) {
  if (!spec.run.by_steps) return;
  ReadingContext context;
  context.add({std::make_shared<const std::string>(file), 0, 0}, "",
              R"(--jobs compares the steps of jobs: this scenario runs at detail "step")",
              "--network simgrid compares transfers");
  context.throw_if_issues();
}

class CrosscheckCommand final : public Command {
 public:
  explicit CrosscheckCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    return {.confinement = {.scenarios = {file_}, .asked = scenario_.confine}};
  }
  /// Prints the differences; kCheckFailed where dates differ.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  [[nodiscard]] int compare_jobs(const CommandContext& context) const;
  [[nodiscard]] int compare_networks(const CommandContext& context) const;

  std::string file_;
  ScenarioOptions scenario_;
  std::string network_;    ///< "simgrid"
  std::int64_t jobs_ = 0;  ///< 0: not asked for
  bool json_ = false;
};

CrosscheckCommand::CrosscheckCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", file_, "The scenario file")->required()->type_name("SCENARIO");
  CLI::Option* network =
      app.add_option(
             "--network", network_,
             "The other simulator: simgrid, with its models CM02 (must agree with ours) and LV08")
          ->type_name("NETWORK");
  syntax.choices(network, {"simgrid"});
  app.add_option("--jobs", jobs_,
                 "Run the steps of so many jobs of a replay one by one as flows, and compare them "
                 "with the averages of the replay")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000}))
      ->excludes(network);
  add_scenario_options(syntax, scenario_);
  app.add_flag("--json", json_, "Print only JSON on stdout");
}

int CrosscheckCommand::run(const CommandContext& context) const {
  if (jobs_ > 0) return compare_jobs(context);
  if (network_.empty())
    throw UsageError{.message = "crosscheck needs to know what to compare",
                     .hint = "--network simgrid compares transfers, --jobs N the steps of jobs"};
  return compare_networks(context);
}

int CrosscheckCommand::compare_jobs(const CommandContext& context) const {
  const CheckedScenario checked =
      open_scenario(scenario_source(file_), scenario_.design, context.registry);
  require_jobs(checked.spec, file_);
  const StopSignals signals;
  const RunInputs inputs = load_traces(checked.spec, false, signals.token());
  const JobStepsResult result = crosscheck_jobs(checked, inputs, jobs_, signals.token());
  context.out << (json_ ? crosscheck_jobs_json(checked.spec, result)
                        : crosscheck_jobs_text(checked.spec, result));
  if (result.partial) {
    context.err << "gpuscape: interrupted; only what had ended by then is compared\n";
    return kInterrupted;
  }
  return result.agrees() ? kDone : kCheckFailed;
}

int CrosscheckCommand::compare_networks(const CommandContext& context) const {
  const CheckedScenario checked =
      open_scenario(scenario_source(file_), scenario_.design, context.registry);
  const ScenarioSpec& scenario = checked.spec;
  require_transfers(scenario, file_);
  const StopSignals signals;
  const TransferResult ours = run_transfers(checked, signals.token());
  const auto theirs = [&](SimGridTransferModel model) {
    return transfers_on_simgrid(checked, model, signals.token());
  };
  const TransferResult cm02 = theirs(SimGridTransferModel::cm02);
  const CrosscheckResult result = crosscheck(ours, cm02, theirs(SimGridTransferModel::lv08));
  context.out << (json_ ? crosscheck_json(scenario, result) : crosscheck_text(scenario, result));
  if (result.partial) {
    context.err << "gpuscape: interrupted; only what had ended by then is compared\n";
    return kInterrupted;
  }
  return result.agrees() ? kDone : kCheckFailed;
}

}  // namespace

void register_command_crosscheck(CommandTable& commands) {
  commands.add<CrosscheckCommand>(
      {.path = "crosscheck",
       .about = "Compare transfers with SimGrid's network models, or jobs with their steps",
       .footer =
           "Examples:\n"
           "  gpuscape crosscheck scenarios/copies-in-a-dgx1.json --network simgrid\n"
           "  gpuscape crosscheck scenarios/thin-spine.json --variant \"thin, hash\" --jobs 200"});
}

}  // namespace gpuscape
