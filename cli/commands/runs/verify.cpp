/// `gpuscape runs verify DIR…`: is every file of the runs as it was written?

#include <fmt/format.h>

#include <ostream>

#include "cli/command_table.hpp"
#include "cli/exit_code.hpp"
#include "cli/process/version.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/runs/sweep_file.hpp"

namespace gpuscape {

namespace {

class RunsVerifyCommand final : public Command {
 public:
  explicit RunsVerifyCommand(CommandSyntax& syntax) {
    syntax.app().add_option("runs", folders_, "Folders of runs")->required()->type_name("DIR");
  }
  /// kCheckFailed where a file is damaged.
  [[nodiscard]] int run(const CommandContext& context) const override {
    bool sound = true;
    for (const std::string& folder : folders_) {
      RunsInFolder runs = read_runs(folder, program_build());
      runs.damaged.merge(damaged_tables(folder));
      context.out << fmt::format("{}: {} sound, {} damaged\n", folder,
                                 human_count(std::ssize(runs.sound)),
                                 human_count(std::ssize(runs.damaged)));
      context.err << damaged_notes(runs.damaged, "");
      if (!runs.damaged.empty()) context.err << "gpuscape: the same sweep again puts that right\n";
      context.err << runs_notes(runs);
      sound = sound && runs.damaged.empty();
    }
    return sound ? kDone : kCheckFailed;
  }

 private:
  std::vector<std::string> folders_;
};

}  // namespace

void register_command_runs_verify(CommandTable& commands) {
  commands.add<RunsVerifyCommand>({.path = "runs verify",
                                   .about = "Check every file of folders of runs",
                                   .footer = "Example:\n  gpuscape runs verify two-megawatts"});
}

}  // namespace gpuscape
