#include "cli/commands/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <ostream>

#include "cli/commands/run/transfers.hpp"
#include "cli/exit_code.hpp"
#include "cli/process/provenance.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/simgrid/simgrid_process.hpp"
#include "cli/terminal/progress_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/base/error.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/report/bill/bill_text.hpp"
#include "sim/report/folder/result_folder.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/nothing_started.hpp"
#include "sim/report/run/text_report.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

namespace {

StudyOptions study_options(const RunOptions& options, const SimGridEngine* simgrid,
                           const StopSignals& signals, ResultFolder& folder) {
  StudyOptions study;
  study.threads = options.threads;
  study.stop = signals.token();
  if (options.loop == "simgrid") {
    ensure(simgrid != nullptr, "jobs run on SimGrid's loop where SimGrid is linked");
    study.drive_first = [simgrid](Run& run, const std::stop_token& stop) {
      return simgrid->run_loop(run.simulation(), stop);
    };
  }
  if (options.keep_all) {
    study.keep = [&folder](std::int64_t replication, const RunResult& run) {
      folder.prepare_replication(replication, run);
    };
  }
  return study;
}

bool all_met(const StudyResult& result) {
  for (const SloVerdict& slo : result.slo) {
    if (!slo.met) return false;
  }
  return true;
}

void print_answer(const StudyResult& result, const ResultFolder& folder, const ResultFiles& files,
                  bool with_bill, std::ostream& out) {
  const bool colour = wants_colour(STDOUT_FILENO);
  const std::string text = text_report(result, {.colour = colour});
  if (colour) {
    write_with_escapes(out, text);
  } else {
    out << text;
  }
  if (with_bill) out << bill_text(variant_of(result.scenario), *result.bill);
  out << guess_line(files.guesses) << remote_guess_line(files.guesses);
  out << line("files",
              fmt::format("{}/: result.json, jobs.csv,{} timeline.csv, timeline.svg{}",
                          folder.path().string(),
                          result.first.cost ? " cost.csv, cost.svg, showback.csv, bill.csv," : "",
                          files.perfetto ? ", trace.json" : ""));
}

}  // namespace

RunCommand::RunCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", options_.file, "The scenario file; - is standard input")
      ->required()
      ->type_name("SCENARIO");
  add_scenario_options(syntax, options_.scenario);
  app.add_option("--out", options_.out, "Folder for the results [./<file stem>.out]")
      ->type_name("DIR");
  CLI::Option* loop = app.add_option("--loop", options_.loop,
                                     "Event loop of replication 0: simgrid or native; same results")
                          ->type_name("LOOP")
                          ->capture_default_str();
  syntax.choices(loop, {"simgrid", "native"});
  app.add_option("--threads", options_.threads,
                 "Threads for further replications; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  app.add_flag("--json", options_.json, "Print only result.json on stdout");
  app.add_flag("--anonymous", options_.anonymous, kAnonymousHelp);
  app.add_flag("--bill", options_.bill,
               "Print the bill of materials too: parts, vendors, how far the GPU fabric reaches");
  app.add_flag("--keep-all", options_.keep_all,
               "Keep jobs.csv and timeline.csv of every replication");
  app.add_flag("--perfetto", options_.perfetto, "Write trace.json, a trace for ui.perfetto.dev");
  app.add_flag("--require-slo", options_.require_slo,
               "Exit with 1 if a service level objective is missed");
}

CommandNeeds RunCommand::needs() const {
  return {.confinement = {.scenarios = {options_.file}, .asked = options_.scenario.confine}};
}

int RunCommand::run(const CommandContext& context) const {
  const RunOptions& options = options_;
  const auto begin = std::chrono::steady_clock::now();
  const CheckedScenario scenario =
      open_scenario(scenario_source(options.file), options.scenario.design, context.registry);
  if (scenario.spec.run.by_steps) return run_scenario_of_transfers(options, scenario, context);
  // Jobs alone are driven in SimGrid's loop, and what is wrong with them is said without it.
  if (options.loop == "simgrid" && context.simgrid == nullptr)
    become_simgrid_program(context.words, scenario_source(options.file).text);
  const std::vector<VariedDesign> varied = open_varied(
      scenario_source(options.file), options.scenario.design, scenario, context.registry);
  const StopSignals signals;
  ResultFolder folder(options.out.empty() ? ResultFolder::default_path(options.file)
                                          : std::filesystem::path(options.out),
                      options.file);
  StudyOptions study = study_options(options, context.simgrid, signals, folder);
  std::unique_ptr<ProgressLine> line;
  if (is_terminal(STDERR_FILENO)) {
    line = std::make_unique<ProgressLine>(context.err);
    study.progress = [&line](const StudyProgress& progress) { line->show(progress); };
  }
  TraceCache traces;
  StudyResult result = run_study(scenario, traces, study).result;
  if (!result.partial) result.varied = vary_cost(varied, traces, study);
  if (study.stop.stop_requested()) result.partial = true;
  line.reset();

  Provenance provenance = provenance_here({context.typed, options.anonymous}, begin);
  provenance.scenario_file = folder.scenario_file();
  provenance.loop = options.loop;
  provenance.threads = options.threads;
  const ResultFiles files = {
      .perfetto = options.perfetto,
      .guesses = guesses_of_jobs(scenario.guesses, result.first.traffic.has_value())};
  const std::string json = folder.prepare(result, provenance, files);
  folder.put_in_place();
  context.err << folder.kept_text();

  if (options.json) {
    context.out << json;
  } else {
    print_answer(result, folder, files, options.bill, context.out);
  }
  if (result.partial) {
    context.err << fmt::format(
        "gpuscape: interrupted; the results up to then are in {}, marked as partial\n",
        folder.path().string());
    return kInterrupted;
  }
  if (result.nothing_started()) {
    context.err << fmt::format("gpuscape: {}\n", nothing_started_text(result));
    return kCheckFailed;
  }
  return options.require_slo && !all_met(result) ? kCheckFailed : kDone;
}

void register_command_run(CommandTable& commands) {
  commands.add<RunCommand>(
      {.path = "run",
       .about = "Run a scenario and print a report",
       .footer =
           "Example:\n  gpuscape run scenarios/quickstart.json --set /cluster/nodes/gpu/count=12"});
}

}  // namespace gpuscape
