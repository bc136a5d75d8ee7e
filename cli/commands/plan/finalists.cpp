#include "cli/commands/plan/finalists.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <ostream>
#include <stop_token>

#include "cli/process/version.hpp"
#include "cli/simgrid/simgrid_process.hpp"
#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/report/runs/run_file.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/trace_cache.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

/// Every figure, under no name.
std::string figures_text(const RunRecord& record) {
  RunFile run{.record = record};
  run.record.key = run.record.sweep = "";
  run.record.index = 0;
  run.record.axes.clear();
  return run_file_text(run, program_build());
}

struct Finalist {
  const char* name;
  std::size_t place;
  const RunRecord& ran;
};

std::string read_all(std::FILE* output) {
  std::string text;
  std::array<char, 4096> piece{};
  while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), output))
    text.append(piece.data(), size);
  return text;
}

}  // namespace

LoopCheck check_finalists(const PlanAnswer& answer, const CommandContext& context,
                          const std::optional<std::string>& scenario, const std::stop_token& stop) {
  LoopCheck check;
  for (const Finalist& one : {Finalist{"the answer", answer.best, answer.best_run},
                              Finalist{"the runner-up", answer.runner_up, answer.runner_up_run}}) {
    if (one.place == kNoDesign) continue;
    std::vector<std::string> words = context.words;
    words.insert(words.begin(), simgrid_program());
    words.insert(words.end(), {kOnSimGrid, std::to_string(answer.designs[one.place].index)});
    try {
      ChildProcess child({.words = std::move(words), .input = scenario.value_or("")});
      const std::stop_callback ends_it(stop, [&child] { child.terminate(); });
      const std::string theirs = read_all(child.output());
      if (const int status = child.wait(); status != 0) {
        check.why_not = stop.stop_requested()
                            ? "interrupted"
                            : fmt::format("gpuscape-simgrid ended with {}", status);
        return check;
      }
      ++check.checked;
      if (theirs != figures_text(one.ran)) check.differ.emplace_back(one.name);
    } catch (const RunError&) {
      check.why_not = "gpuscape-simgrid is not beside gpuscape";
      return check;
    }
  }
  return check;
}

void print_on_simgrid(const DesignSpace& space, const ScenarioSource& source, std::int64_t index,
                      const PlanOptions& options, const CommandContext& context) {
  if (context.simgrid == nullptr) throw RunError("SimGrid is linked into gpuscape-simgrid");
  if (index >= space.size()) throw RunError("there is no such design");
  SpaceReader reader(source, context.registry);
  const DesignOfSpace design = reader.read(space.design(index));
  if (!design.scenario) throw ScenarioError(design.issues);
  TraceCache traces;
  StudyOptions study;
  study.threads = options.threads;
  study.stop = options.stop;
  study.drive_first = [simgrid = context.simgrid](Run& run, const std::stop_token& stop) {
    return simgrid->run_loop(run.simulation(), stop);
  };
  context.out << figures_text(record_of(run_study(*design.scenario, traces, study)));
}

}  // namespace gpuscape
