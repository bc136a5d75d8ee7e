/// `gpuscape runs merge DIR… --into DIR`: the parts of a sweep become one folder.

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/process/version.hpp"
#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/runs/sweep_file.hpp"

namespace gpuscape {

namespace {

class RunsMergeCommand final : public Command {
 public:
  explicit RunsMergeCommand(CommandSyntax& syntax) {
    CLI::App& app = syntax.app();
    app.add_option("runs", folders_, "Folders of runs of one sweep")->required()->type_name("DIR");
    app.add_option("--into", into_, "The folder that is to hold them all")
        ->required()
        ->type_name("DIR");
  }
  /// kCheckFailed where a file was damaged, and so is missing.
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  std::vector<std::string> folders_;
  std::string into_;
};

[[noreturn]] void refuse_merge(const std::string& folder, std::string message, std::string hint) {
  throw ScenarioError({{.file = folder,
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

/// Of all of them; refuses folders of different sweeps.
SweepFile common_sweep(const std::vector<std::string>& folders) {
  std::optional<SweepFile> common;
  for (const std::string& folder : folders) {
    std::optional<SweepFile> own = read_sweep_file(folder);
    if (!own)
      refuse_merge(folder, fmt::format("has no {}: it is of no sweep", kSweepFile),
                   "gpuscape sweep SCENARIO --shard I/N --runs DIR makes such folders");
    if (common && own && common->sweep != own->sweep)
      refuse_merge(folder, fmt::format("is of another sweep than {}", folders.front()),
                   "parts of one sweep have the same scenario, axes, --set and --seed");
    if (!common) common = std::move(own);
  }
  return common.value_or(SweepFile());
}

int RunsMergeCommand::run(const CommandContext& context) const {
  SweepFile sweep = common_sweep(folders_);
  sweep.tables.clear();  // those of a part
  std::vector<RunRecord> all;
  bool sound = true;
  for (const std::string& name : folders_) {
    RunsInFolder runs = read_runs(name, program_build());
    context.err << damaged_notes(runs.damaged, fmt::format(" (in {})", name)) << runs_notes(runs);
    sound = sound && runs.damaged.empty();
    for (RunRecord& run : runs.sound)
      if (run.sweep == sweep.sweep) all.push_back(std::move(run));
  }
  RunFolder folder(into_, program_build());
  folder.write(kSweepFile, sweep_file_text(sweep));
  for (const RunRecord& run : all) folder.keep(run);
  RunsInFolder merged = read_runs(into_, program_build());
  std::erase_if(merged.sound, [&](const RunRecord& run) { return run.sweep != sweep.sweep; });
  write_run_tables(folder, sweep, merged.sound);
  context.out << fmt::format("{}: {} of {} designs\n", into_, human_count(std::ssize(merged.sound)),
                             human_count(sweep.designs));
  return sound ? kDone : kCheckFailed;
}

}  // namespace

void register_command_runs_merge(CommandTable& commands) {
  commands.add<RunsMergeCommand>(
      {.path = "runs merge",
       .about = "Put the parts of a sweep into one folder of runs",
       .footer = "Example:\n  gpuscape runs merge part-0 part-1 --into whole"});
}

}  // namespace gpuscape
