/// `gpuscape sweep SCENARIO`: which of many designs?

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <system_error>

#include "cli/command_table.hpp"
#include "cli/commands/sweep/shard.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/scenario_options.hpp"
#include "cli/process/stop_signals.hpp"
#include "cli/process/version.hpp"
#include "cli/slurm/slurm_client.hpp"
#include "cli/slurm/slurm_words.hpp"
#include "cli/slurm/sweep_on_slurm.hpp"
#include "cli/terminal/progress_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "sim/base/error.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/runs/sweep_file.hpp"
#include "sim/report/sweep/sweep_pictures.hpp"
#include "sim/sweep/paired_lead.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

class SweepCommand final : public Command {
 public:
  explicit SweepCommand(CommandSyntax& syntax);
  [[nodiscard]] CommandNeeds needs() const override {
    Confinement confinement{.scenarios = {file_}, .asked = confine_};
    if (!runs_.empty()) confinement.also.push_back(runs_);
    return {.confinement = std::move(confinement)};
  }
  /// kInputWrong where a design has a fault, kCheckFailed where no design is found.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  [[nodiscard]] SlurmOutcome run_all(const DesignSpace& space, RunFolder* folder,
                                     const StopSignals& signals,
                                     const CommandContext& context) const;
  void refuse_with_slurm() const;
  [[nodiscard]] int run_task(const DesignSpace& space, const StopSignals& signals,
                             const CommandContext& context) const;
  [[nodiscard]] int say_stopped(const SweepOutcome& outcome, std::ostream& err) const;

  std::string file_;
  SpaceOptions space_;
  std::string runs_;
  std::string shard_;
  std::string slurm_;
  CLI::Option* on_slurm_ = nullptr;
  std::int64_t slurm_tasks_ = 0;
  std::string slurm_task_;
  std::string plot_;
  std::optional<bool> confine_;
  unsigned threads_ = 0;
  bool json_ = false;
};

SweepCommand::SweepCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  app.add_option("scenario", file_, "The scenario file, with axes or variants")
      ->required()
      ->type_name("SCENARIO");
  CLI::Option* variants = app.add_option("--variant", space_.variants,
                                         "Only this variant; \"base\" is the scenario itself; may "
                                         "be repeated [the scenario and all of them]")
                              ->type_name("NAME")
                              ->allow_extra_args(false);
  syntax.complete(variants, offered_variants);
  add_value_options(syntax, space_.sets, space_.seed);
  add_confine_option(app, confine_);
  app.add_option("--runs", runs_,
                 "Folder of runs: what is in it is not run again, and what ends is kept there at "
                 "once")
      ->type_name("DIR")
      ->check(folder_name());
  app.add_option("--shard", shard_,
                 "Only the I-th of N parts, from 0: 0/4 to 3/4; gpuscape runs merge puts their "
                 "folders together")
      ->type_name("I/N");
  on_slurm_ = app.add_option("--slurm", slurm_,
                             "Run the designs as Slurm tasks, with these options of sbatch; "
                             "needs --runs, in a folder that every node sees")
                  ->type_name("'OPTIONS'");
  app.add_option("--slurm-tasks", slurm_tasks_,
                 "Number of Slurm tasks that share the designs [one per 8 designs, at most 256]")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}).description(""));
  app.add_option("--slurm-task", slurm_task_, "")->group("");
  app.add_option("--threads", threads_, "Designs that run side by side; 0 is one per processor")
      ->type_name("N")
      ->check(CLI::Range(0, 4096).description(""))
      ->capture_default_str();
  app.add_option("--plot", plot_, "Draw what decides by each axis, and cost against wait, as SVG")
      ->type_name("DIR");
  app.add_flag("--json", json_, "Print only JSON on stdout: every run, and the answer");
}

SlurmOutcome SweepCommand::run_all(const DesignSpace& space, RunFolder* folder,
                                   const StopSignals& signals,
                                   const CommandContext& context) const {
  SweepOptions options{.version = program_build(), .threads = threads_};
  take_shard(shard_, runs_, options);
  options.stop = signals.token();
  std::unique_ptr<ProgressLine> line;
  if (is_terminal(STDERR_FILENO)) {
    line = std::make_unique<ProgressLine>(context.err);
    options.progress = [&line](const SweepProgress& progress) { line->show(progress); };
  }
  NoShelf none;
  RunShelf& shelf = folder == nullptr ? static_cast<RunShelf&>(none) : *folder;
  const ScenarioSource source = scenario_source(file_);
  if (on_slurm_->empty())
    return {.sweep = run_sweep(space, source, context.registry, shelf, options)};
  if (folder->is_read_only())
    throw RunError(fmt::format("{} cannot be written: Slurm tasks would lose their runs", runs_));
  return sweep_on_slurm({.space = space,
                         .source = source,
                         .registry = context.registry,
                         .folder = *folder,
                         .arguments = slurm_words(slurm_),
                         .tasks = slurm_tasks_,
                         .words = {context.words.begin() + 1, context.words.end()},
                         .version = options.version,
                         .threads = threads_,
                         .stop = options.stop,
                         .progress = options.progress},
                        context.err);
}

void SweepCommand::refuse_with_slurm() const {
  if (on_slurm_->empty()) return;
  slurm_words(slurm_);
  if (runs_.empty())
    throw UsageError{.message = "--slurm needs --runs",
                     .hint = "for example --runs runs, in a folder that every node sees"};
  if (file_ == kStandardInput)
    throw UsageError{.message = "the tasks of Slurm cannot read a scenario from standard input",
                     .hint = "write it into a file that every node sees"};
  if (!shard_.empty())
    throw UsageError{.message = "--slurm splits the sweep itself",
                     .hint = "omit --shard; --slurm-tasks sets the number of parts"};
}

/// One task of Slurm: adds its runs to the folder of the head, which makes the tables of them.
int SweepCommand::run_task(const DesignSpace& space, const StopSignals& signals,
                           const CommandContext& context) const {
  SweepOptions options{.version = program_build(),
                       .threads = threads_ == 0 ? slurm_processors() : threads_};
  take_shard(slurm_task_, runs_, options);
  options.stop = signals.token();
  RunFolder folder(runs_, program_build(), RunWriter::task);
  const SweepOutcome outcome =
      run_sweep(space, scenario_source(file_), context.registry, folder, options);
  context.err << fmt::format("gpuscape: task {}: {} of {} designs, {} as run before\n", slurm_task_,
                             outcome.progress.done, outcome.progress.all, outcome.progress.reused);
  return outcome.partial ? kInterrupted : kDone;
}

int SweepCommand::say_stopped(const SweepOutcome& outcome, std::ostream& err) const {
  err << fmt::format("gpuscape: interrupted after {} of {} designs; {}\n", outcome.progress.done,
                     outcome.progress.all,
                     runs_.empty() ? "with --runs DIR the same command would go on from there"
                                   : "the same command goes on from there");
  return kInterrupted;
}

/// The scenario's title, and whether it has objectives; checks what is looked for. Throws
/// ScenarioError where the axes or what is looked for are at fault.
std::pair<std::string, bool> checked_space(const DesignSpace& space, const ScenarioSource& source,
                                           const Registry& registry) {
  if (space.axes().empty())
    throw ScenarioError(
        {{.file = source.file,
          .line = 0,
          .column = 0,
          .pointer = "",
          .message = "there is nothing to sweep: the scenario has no axes",
          .hint =
              R"("axes": {"nodes": {"set": "/cluster/nodes/gpu/count", "values": [8, 12, 16]}})"}});
  ReadingContext context;
  check_axes(space, source, registry, context);
  context.throw_if_issues();
  SpaceReader reader(source, registry);
  for (std::int64_t i = 0; i < std::min<std::int64_t>(space.size(), 100); ++i) {
    const DesignOfSpace design = reader.read(space.design(i));
    if (!design.scenario) {
      if (i + 1 == space.size() && !design.is_misfit) throw ScenarioError(design.issues);
      continue;
    }
    if (space.find()) check_find(space.sought(), design.scenario->spec);
    check_calendar(space, design.scenario->spec);
    const std::string& title = space.title();
    return {title.empty() ? design.scenario->spec.title : title,
            !design.scenario->spec.slo.empty()};
  }
  return {source.file, true};
}

/// Returns the names of the files.
std::string draw(const SweepReport& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw RunError(fmt::format("{}: {}", folder, error.message()));
  std::string names;
  for (const SweepPicture& picture : sweep_pictures(report)) {
    const std::string name = picture.name + ".svg";
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    refuse_foreign_drawing(path, false);
    OutputFile file(path);
    file.write(picture_file(picture));
    file.put_in_place();
    names += (names.empty() ? "" : ", ") + name;
  }
  return names;
}

int SweepCommand::run(const CommandContext& context) const {
  const StopSignals signals;
  refuse_with_slurm();
  const ScenarioSource source = scenario_source(file_);
  const DesignSpace space(source, space_, context.registry);
  const auto [title, has_objectives] = checked_space(space, source, context.registry);
  if (!slurm_task_.empty()) return run_task(space, signals, context);
  std::unique_ptr<RunFolder> folder;
  if (!runs_.empty()) {
    folder = std::make_unique<RunFolder>(runs_, program_build());
    folder->write(kSweepFile, sweep_file_text(sweep_file(space, title)));
    if (folder->is_read_only())
      context.err << fmt::format("gpuscape: {} cannot be written: what is there is looked at\n",
                                 runs_);
  }
  const SlurmOutcome ended = run_all(space, folder.get(), signals, context);
  const SweepOutcome& outcome = ended.sweep;
  if (folder) {
    write_run_tables(*folder, sweep_file(space, title), outcome.records);
    context.err << damaged_notes(folder->damaged(), "; it was run again");
    context.err << runs_notes(read_runs(folder->path(), program_build()));
  }
  SweepReport report{
      .space = space, .outcome = outcome, .title = title, .has_objectives = has_objectives};
  // Parts of a sweep have no answer: the best of them may be in another part.
  const bool whole = shard_.empty() && !outcome.partial;
  if (whole && space.find()) {
    report.found = find_best(space, space.sought(), outcome.records);
    pair_runner_ups(space, source, context.registry, report.found, threads_, signals.token());
    if (space.sought().calendar)
      report.calendar = purchase_calendar(*space.sought().calendar, report.found);
  }
  context.out << (json_ ? sweep_json(report) : sweep_text(report));
  if (!json_ && folder)
    context.out << line("files", fmt::format("{}/: {}, {}, {}/", folder->path().string(),
                                             kRunsTable, kRunsDatabase, kRunsBelow));
  if (!plot_.empty()) {
    const std::string names = draw(report, plot_);
    if (!json_) context.out << line("pictures", fmt::format("{}/: {}", plot_, names));
  }
  if (!ended.unfinished.empty()) {
    context.err << "gpuscape: " << ended.unfinished << '\n';
    return signals.token().stop_requested() ? kInterrupted : kRunFailed;
  }
  if (outcome.partial) return say_stopped(outcome, context.err);
  if (outcome.progress.failed > 0) return kInputWrong;
  const bool all = std::ranges::all_of(
      report.found, [](const FoundDesign& found) { return found.best != nullptr; });
  return all ? kDone : kCheckFailed;
}

}  // namespace

void register_command_sweep(CommandTable& commands) {
  commands.add<SweepCommand>(
      {.path = "sweep",
       .about = "Run every design along the axes of a scenario, and find the best",
       .footer = "Example:\n  gpuscape sweep scenarios/two-megawatts.json --runs two-megawatts"});
}

}  // namespace gpuscape
