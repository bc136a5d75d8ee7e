/// `gpuscape runs list DIR`: what is in a folder of runs.

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/process/version.hpp"
#include "sim/report/runs/list_text.hpp"

namespace gpuscape {

namespace {

class RunsListCommand final : public Command {
 public:
  explicit RunsListCommand(CommandSyntax& syntax) {
    syntax.app().add_option("runs", folder_, "The folder of runs")->required()->type_name("DIR");
    syntax.app().add_flag("--all", all_, "Every run, not only the first 40");
  }
  [[nodiscard]] int run(const CommandContext& context) const override {
    const RunsInFolder runs = read_runs(folder_, program_build());
    context.out << runs_list_text(runs, read_sweep_file(folder_), all_);
    context.err << damaged_notes(runs.damaged, "") << runs_notes(runs);
    return kDone;
  }

 private:
  std::string folder_;
  bool all_ = false;
};

}  // namespace

void register_command_runs_list(CommandTable& commands) {
  commands.add<RunsListCommand>({.path = "runs list",
                                 .about = "Show what is in a folder of runs",
                                 .footer = "Example:\n  gpuscape runs list two-megawatts"});
}

}  // namespace gpuscape
