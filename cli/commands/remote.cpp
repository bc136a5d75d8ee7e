/// `gpuscape remote SCENARIO`: which of these jobs could use GPUs that other nodes lend?

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/scenario_options.hpp"
#include "cli/process/stop_signals.hpp"
#include "sim/remote/remote_answer.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/remote/remote_csv.hpp"
#include "sim/report/remote/remote_json.hpp"
#include "sim/report/remote/remote_text.hpp"

namespace gpuscape {

namespace {

/// Prices the steps of every job, prints the shares.
class RemoteCommand final : public Command {
 public:
  explicit RemoteCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    return {.confinement = {.scenarios = {file_}, .asked = scenario_.confine}};
  }
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  std::string file_;
  ScenarioOptions scenario_;
  RemoteOptions options_;
  std::string csv_;  ///< empty: none
  bool detail_ = false;
  bool json_ = false;
};

RemoteCommand::RemoteCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", file_, "The scenario file")->required()->type_name("SCENARIO");
  add_scenario_options(syntax, scenario_);
  CLI::Option* by = app.add_option("--by", options_.by, "Shares of each user, application, … too")
                        ->type_name("GROUP");
  syntax.choices(by, {std::begin(kRemoteGroupings), std::end(kRemoteGroupings)});
  app.add_option("--client", options_.client,
                 "Type of the nodes that use lent GPUs, as a scenario's `nodes` name it")
      ->type_name("NODE")
      ->capture_default_str();
  app.add_option(
         "--pool", options_.pool,
         "How many GPUs are enough where jobs that lose at most 5 % use lent ones: a row, for "
         "example \"rcuda-fdr over ib-verbs-edr\"")
      ->type_name("ROW");
  app.add_flag("--detail", detail_,
               "Also what a step takes of each application and number of GPUs");
  app.add_option("--csv", csv_, "File for the shares as a table too")->type_name("FILE");
  app.add_flag("--json", json_, "Print only JSON on stdout: the shares and every step");
}

int RemoteCommand::run(const CommandContext& context) const {
  const StopSignals signals;
  // Better before the work than after it: it is known now that the file can be written.
  std::optional<OutputFile> table;
  if (!csv_.empty()) table.emplace(csv_);
  RemoteOptions options = options_;
  options.design = scenario_.design;
  options.stop = signals.token();
  options.pool_begins = [&context](std::int64_t runs) {
    context.err << fmt::format("gpuscape: pool: at most {} runs of the log\n", runs);
  };
  const RemoteAnswer answer = remote_answer(scenario_source(file_), options, context.registry);
  if (table) {
    table->write(remote_csv(answer));
    table->close();
    table->put_in_place();
  }
  context.out << (json_ ? remote_json(answer) : remote_text(answer, detail_));
  return kDone;
}

}  // namespace

void register_command_remote(CommandTable& commands) {
  commands.add<RemoteCommand>(
      {.path = "remote",
       .about = "Print which jobs could use remote GPUs, and what each would lose",
       .footer = "Example:\n  gpuscape remote scenarios/fabric-grid.json --by application"});
}

}  // namespace gpuscape
