#include "cli/crosscheck_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <ostream>
#include <string>

#include "cli/exit_code.hpp"
#include "cli/simgrid_process.hpp"
#include "cli/stop_signals.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/report/transfers/crosscheck_report.hpp"

namespace gpuscape {

namespace {

void require_transfers(const CrosscheckOptions& options, const ScenarioSpec& spec) {
  ReadingContext context;
  for (const StreamSpec& stream : spec.streams) {
    if (!stream.transfers.empty() || context.has_issues()) continue;
    context.add({std::make_shared<const std::string>(options.file), 0, 0}, "",
                fmt::format("stream \"{}\" has jobs: --network simgrid compares transfers",
                            excerpt(stream.name)),
                R"(streams of "transfers", with "run": {"detail": "step"})");
  }
  context.throw_if_issues();
}

}  // namespace

int crosscheck_command(const CrosscheckOptions& options, const Registry& registry,
                       std::ostream& out, std::ostream& err) {
  const CheckedScenario checked =
      open_scenario(scenario_source(options.file), options.scenario.design, registry);
  const ScenarioSpec& scenario = checked.spec;
  require_transfers(options, scenario);
  const StopSignals signals;
  const TransferResult ours = run_transfers(checked, signals.token());
  const auto theirs = [&](SimGridTransferModel model) {
    return transfers_on_simgrid(checked, model, signals.token());
  };
  const TransferResult cm02 = theirs(SimGridTransferModel::cm02);
  const CrosscheckResult result = crosscheck(ours, cm02, theirs(SimGridTransferModel::lv08));
  out << (options.json ? crosscheck_json(scenario, result) : crosscheck_text(scenario, result));
  if (result.partial) {
    err << "gpuscape: interrupted; only what had ended by then is compared\n";
    return kInterrupted;
  }
  return result.agrees() ? kDone : kCheckFailed;
}

}  // namespace gpuscape
