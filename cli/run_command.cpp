#include "cli/run_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <ostream>

#include "cli/exit_code.hpp"
#include "cli/progress_line.hpp"
#include "cli/provenance.hpp"
#include "cli/stop_signals.hpp"
#include "cli/terminal.hpp"
#include "cli/transfer_command.hpp"
#include "sim/base/error.hpp"
#include "sim/base/terminal_filter.hpp"
#include "sim/report/folder/result_folder.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/run/nothing_started.hpp"
#include "sim/report/run/result_json.hpp"
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
                  std::ostream& out) {
  const bool colour = wants_colour(STDOUT_FILENO);
  const std::string text = text_report(result, {.colour = colour});
  if (colour) {
    write_with_escapes(out, text);
  } else {
    out << text;
  }
  out << guess_line(files.guesses);
  out << fmt::format("files            {}/: result.json, jobs.csv, timeline.csv, timeline.svg{}\n",
                     folder.path().string(), files.perfetto ? ", trace.json" : "");
}

}  // namespace

int run_command(const RunOptions& options, const Registry& registry, const SimGridEngine* simgrid,
                std::ostream& out, std::ostream& err) {
  const auto begin = std::chrono::steady_clock::now();
  const CheckedScenario scenario =
      open_scenario(scenario_source(options.file), options.scenario.design, registry);
  if (scenario.spec.run.by_steps) return transfer_command(options, scenario, out, err);
  ResultFolder folder(options.out.empty() ? ResultFolder::default_path(options.file)
                                          : std::filesystem::path(options.out),
                      options.file);
  const StopSignals signals;
  StudyOptions study = study_options(options, simgrid, signals, folder);
  std::unique_ptr<ProgressLine> line;
  if (is_terminal(STDERR_FILENO)) {
    line = std::make_unique<ProgressLine>(err);
    study.progress = [&line](const StudyProgress& progress) { line->show(progress); };
  }
  TraceCache traces;
  const StudyResult result = run_study(scenario, traces, study).result;
  line.reset();

  Provenance provenance = provenance_here({options.command, options.anonymous}, begin);
  provenance.scenario_file = folder.scenario_file();
  provenance.loop = options.loop;
  provenance.threads = options.threads;
  const ResultFiles files = {
      .perfetto = options.perfetto,
      .guesses = guesses_of_jobs(scenario.guesses, result.first.traffic.has_value())};
  provenance.files = folder.file_names(options.perfetto);
  folder.prepare(result, provenance, files);
  folder.put_in_place();

  if (options.json) {
    out << result_json(result, provenance, files.guesses);
  } else {
    print_answer(result, folder, files, out);
  }
  if (result.partial) {
    err << fmt::format("gpuscape: interrupted; what was done by then is in {}, marked as partial\n",
                       folder.path().string());
    return kInterrupted;
  }
  if (result.nothing_started()) {
    err << fmt::format("gpuscape: {}\n", nothing_started_text(result));
    return kCheckFailed;
  }
  return options.require_slo && !all_met(result) ? kCheckFailed : kDone;
}

}  // namespace gpuscape
