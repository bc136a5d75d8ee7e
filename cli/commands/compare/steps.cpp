#include "cli/commands/compare/steps.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "cli/commands/run/transfers.hpp"
#include "cli/exit_code.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/parallel.hpp"
#include "sim/report/bill/bill_json.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/transfers/steps_comparison.hpp"

namespace gpuscape {

namespace {

/// SimGrid runs in a child process, one at a time.
unsigned threads_of(const ComparedScenarios& compared, unsigned asked) {
  const bool own = std::ranges::all_of(compared.designs, [](const ComparedScenario& design) {
    return design.scenario.spec.run.network == NetworkEngine::fluid;
  });
  return own ? asked : 1;
}

std::vector<StepsOfDesign> run_all(const ComparedScenarios& compared, unsigned threads,
                                   const std::stop_token& stop) {
  std::vector<StepsOfDesign> all(compared.designs.size());
  for_each_index(all.size(), threads_of(compared, threads), [&](std::size_t i) {
    const ComparedScenario& design = compared.designs[i];
    all[i].name = design.name;
    all[i].result = run_on_named_network(design.scenario, stop);
    all[i].result.bill = design.scenario.bill;
    all[i].result.guesses = guesses_of_transfers(design.scenario.guesses, all[i].result.footprint);
  });
  return all;
}

/// What the designs are made of, as compare-bill.csv.
std::string bills_of(const StepsComparison& comparison) {
  std::vector<DesignBill> bills;
  for (const StepsOfDesign& design : comparison.designs)
    if (design.result.bill) bills.push_back({design.name, design.result.bill.get()});
  return bill_csv(bills);
}

}  // namespace

bool are_by_steps(const ComparedScenarios& compared) {
  const auto by_steps = [](const ComparedScenario& design) {
    return design.scenario.spec.run.by_steps;
  };
  const auto count = std::ranges::count_if(compared.designs, by_steps);
  if (count == 0 || count == std::ssize(compared.designs)) return count > 0;
  const ComparedScenario& jobs = *std::ranges::find_if_not(compared.designs, by_steps);
  const ComparedScenario& steps = *std::ranges::find_if(compared.designs, by_steps);
  throw ScenarioError({{.file = steps.file,
                        .line = 0,
                        .column = 0,
                        .pointer = "/run/detail",
                        .message = fmt::format("\"{}\" has jobs and \"{}\" transfers or steps: "
                                               "nothing of the two is alike",
                                               excerpt(jobs.name), excerpt(steps.name)),
                        .hint = "compare each with designs of its own kind"}});
}

void refuse_of_jobs(std::initializer_list<std::pair<bool, const char*>> options) {
  for (const auto& [is_asked, option] : options)
    if (is_asked)
      throw ScenarioError({{.file = option,
                            .line = 0,
                            .column = 0,
                            .pointer = "",
                            .message = "is of jobs, and this scenario has transfers or steps",
                            .hint = "compare.csv has every row of every design"}});
}

int compare_by_steps(const ComparedScenarios& compared, const StepsAsked& asked,
                     const CommandContext& context) {
  const StopSignals signals;
  std::optional<OutputFile> table;
  if (!asked.csv.empty()) table.emplace(asked.csv);
  ComparisonFolder folder(asked.folder, asked.folders, asked.provenance);
  std::vector<StepsOfDesign> designs = run_all(compared, asked.threads, signals.token());
  for (std::size_t i = 0; i < designs.size(); ++i)
    folder.prepare_steps(i, compared.designs[i].scenario.spec, designs[i].result);
  const ScenarioSpec& first = compared.designs.front().scenario.spec;
  StepsComparison comparison = compare_steps(std::move(designs), first.run.negligible.relative);
  comparison.left_out = compared.left_out;
  const std::string csv = steps_comparison_csv(comparison, folder.names());
  const std::string json = folder.put_in_place(
      {.designs = csv, .bill = bills_of(comparison)}, [&](const Provenance& provenance) {
        return steps_comparison_json(comparison, title_of(first), folder.names(), provenance);
      });
  if (table) {
    table->write(csv);
    table->close();
    table->put_in_place();
  }
  context.err << folder.kept_text();
  if (asked.json) {
    context.out << json;
  } else {
    context.out << steps_comparison_text(comparison, title_of(first),
                                         terminal_columns(STDOUT_FILENO))
                << line("files", fmt::format("{}/: compare.csv, compare.json; in a folder for each "
                                             "design: result.json, …",
                                             folder.path().string()));
  }
  if (!comparison.partial) return compared.faults.empty() ? kDone : kInputWrong;
  context.err << fmt::format(
      "gpuscape: interrupted; the results up to then are in {}, marked as partial\n",
      folder.path().string());
  return kInterrupted;
}

}  // namespace gpuscape
