#include "cli/commands/run/transfers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "cli/exit_code.hpp"
#include "cli/process/provenance.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/simgrid/simgrid_process.hpp"
#include "sim/base/error.hpp"
#include "sim/report/bill/bill_text.hpp"
#include "sim/report/folder/result_folder.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/transfers/transfer_text.hpp"
#include "sim/study/steps/step_objectives.hpp"

namespace gpuscape {

TransferResult run_on_named_network(const CheckedScenario& scenario, const std::stop_token& stop) {
  const NetworkEngine network = scenario.spec.run.network;
  if (network == NetworkEngine::fluid) return run_transfers(scenario, stop);
  const bool cm02 = network == NetworkEngine::simgrid_cm02;
  TransferResult result = transfers_on_simgrid(
      scenario, cm02 ? SimGridTransferModel::cm02 : SimGridTransferModel::lv08, stop);
  result.network = cm02 ? "simgrid-cm02" : "simgrid-lv08";
  return result;
}

namespace {

bool all_met(const ScenarioSpec& scenario, const TransferResult& result) {
  return std::ranges::all_of(step_objectives(scenario, result), &SloVerdict::met);
}

}  // namespace

int run_scenario_of_transfers(const RunOptions& options, const CheckedScenario& checked,
                              const CommandContext& context) {
  const ScenarioSpec& scenario = checked.spec;
  if (options.perfetto)
    throw ScenarioError({{.file = options.file,
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = "--perfetto is for jobs, and this scenario has transfers",
                          .hint = "steps.csv and transfers.csv have the dates of each row"}});
  const auto begin = std::chrono::steady_clock::now();
  const StopSignals signals;
  ResultFolder folder(options.out.empty() ? ResultFolder::default_path(options.file)
                                          : std::filesystem::path(options.out),
                      options.file);
  TransferResult result = run_on_named_network(checked, signals.token());
  result.guesses = guesses_of_transfers(checked.guesses, result.footprint);
  result.bill = checked.bill;
  Provenance provenance = provenance_here({context.typed, options.anonymous}, begin);
  provenance.scenario_file = folder.scenario_file();
  provenance.loop = "native";
  const std::string json = folder.prepare_transfers(scenario, result, provenance);
  folder.put_in_place();
  context.err << folder.kept_text();
  if (options.json) {
    context.out << json;
  } else {
    context.out << transfer_text(scenario, result);
    if (options.bill) context.out << bill_text(variant_of(scenario), *checked.bill);
    context.out << line("files",
                        fmt::format("{}/: result.json, {}", folder.path().string(),
                                    fmt::join(ResultFolder::transfer_file_names(result), ", ")));
  }
  if (!result.partial)
    return options.require_slo && !all_met(scenario, result) ? kCheckFailed : kDone;
  context.err << fmt::format(
      "gpuscape: interrupted; the results up to then are in {}, marked as partial\n",
      folder.path().string());
  return kInterrupted;
}

}  // namespace gpuscape
