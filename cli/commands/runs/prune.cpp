/// `gpuscape runs prune DIR`: removes what the sweep of the folder does not use.

#include <fmt/format.h>

#include <ostream>
#include <set>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/process/version.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/runs/sweep_file.hpp"

namespace gpuscape {

namespace {

class RunsPruneCommand final : public Command {
 public:
  explicit RunsPruneCommand(CommandSyntax& syntax) {
    syntax.app().add_option("runs", folder_, "The folder of runs")->required()->type_name("DIR");
    syntax.app().add_flag("--dry-run", dry_, "Only say what would be removed");
  }
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  std::string folder_;
  bool dry_ = false;
};

int RunsPruneCommand::run(const CommandContext& context) const {
  const RunsInFolder before = read_runs(folder_, program_build());  // refuses what is no folder
  RunFolder folder(folder_, program_build());
  const std::optional<SweepFile> sweep = read_sweep_file(folder_);
  std::set<std::string> names;
  for (const auto& [name, fault] : before.damaged) names.insert(name);
  names.insert(before.of_others.begin(), before.of_others.end());
  std::int64_t of_sweep = 0;
  for (const RunRecord& run : before.sound) {
    if (sweep && run.sweep != sweep->sweep)
      names.insert(run.key + ".json");
    else
      ++of_sweep;
  }
  if (!dry_)
    for (const std::string& name : names) folder.remove(name);
  const std::int64_t others =
      std::ssize(names) - std::ssize(before.damaged) - std::ssize(before.of_others);
  std::string why;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0)
      why += fmt::format("{}{} {}", why.empty() ? ": " : ", ", human_count(count), what);
  };
  add(std::ssize(before.damaged), "damaged");
  add(std::ssize(before.of_others), "of other versions");
  add(others, "of other sweeps");
  context.out << fmt::format(
      "{}: {} {}{}; {} designs kept\n", folder_, human_count(std::ssize(names)),
      dry_ ? "files would be removed" : "files removed", why, human_count(of_sweep));
  return kDone;
}

}  // namespace

void register_command_runs_prune(CommandTable& commands) {
  commands.add<RunsPruneCommand>(
      {.path = "runs prune",
       .about = "Remove runs that the folder's sweep does not use",
       .footer = "Example:\n  gpuscape runs prune two-megawatts --dry-run"});
}

}  // namespace gpuscape
