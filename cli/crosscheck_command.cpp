#include "cli/crosscheck_command.hpp"

#include <fmt/format.h>

#include <ostream>

#include "cli/exit_code.hpp"
#include "cli/load.hpp"
#include "cli/simgrid_child.hpp"
#include "cli/stop_signals.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/model/check.hpp"
#include "sim/report/crosscheck_report.hpp"

namespace gpuscape {

namespace {

ScenarioSpec checked_transfers(const CrosscheckOptions& options, const Registry& registry) {
  LoadedScenario loaded = load_with_profiles(options.file, options.load);
  check(loaded, registry);
  for (const StreamSpec& stream : loaded.spec.streams) {
    if (!stream.transfers.empty() || loaded.context.has_issues()) continue;
    loaded.context.add({std::make_shared<const std::string>(options.file), 0, 0}, "",
                       fmt::format("stream \"{}\" has jobs: --network simgrid compares transfers",
                                   excerpt(stream.name)),
                       R"(streams of "transfers", with "run": {"detail": "step"})");
  }
  loaded.throw_if_issues();
  return std::move(loaded.spec);
}

}  // namespace

int crosscheck_command(const CrosscheckOptions& options, const Registry& registry,
                       std::ostream& out, std::ostream& err) {
  const ScenarioSpec scenario = checked_transfers(options, registry);
  const StopSignals signals;
  const TransferResult ours = run_transfers(scenario, registry, signals.token());
  const auto transfers = make_transfer_case(scenario, registry);
  const auto theirs = [&](SimGridModel model) {
    const SimGridTask task{.file = options.file,
                           .load = options.load,
                           .options = {.model = model, .precision = Seconds(1e-12)}};
    return transfer_result(*transfers, simgrid_dates(task, transfers->plan, signals.token()));
  };
  const TransferResult cm02 = theirs(SimGridModel::cm02);
  const CrosscheckResult result = crosscheck(ours, cm02, theirs(SimGridModel::lv08));
  out << (options.json ? crosscheck_json(scenario, result) : crosscheck_text(scenario, result));
  if (result.partial) {
    err << "gpuscape: interrupted; only what had ended by then is compared\n";
    return kInterrupted;
  }
  return result.agrees() ? kDone : kCheckFailed;
}

}  // namespace gpuscape
