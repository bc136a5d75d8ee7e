#pragma once
/// `gpuscape run SCENARIO`: what would these jobs get?

#include <string>

#include "cli/command_table.hpp"
#include "cli/input/scenario_options.hpp"

namespace gpuscape {

struct RunOptions {
  std::string file;
  ScenarioOptions scenario;  ///< --variant, --set, --seed
  std::string out;           ///< empty: ./<file stem>.out
  std::string loop = "simgrid";
  unsigned threads = 0;
  bool json = false;
  bool keep_all = false;
  bool perfetto = false;
  bool require_slo = false;
  bool bill = false;       ///< print the bill of materials too
  bool anonymous = false;  ///< neither host nor command in what is written
};

/// Runs, writes the result folder, prints the answer.
class RunCommand final : public Command {
 public:
  explicit RunCommand(CommandSyntax& syntax);
  [[nodiscard]] const RunOptions& options() const { return options_; }
  [[nodiscard]] CommandNeeds needs() const override;
  [[nodiscard]] int run(const CommandContext& context) const override;

 private:
  RunOptions options_;
};

}  // namespace gpuscape
