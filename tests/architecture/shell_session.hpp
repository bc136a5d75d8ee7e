#pragma once
/// Runs commands as a reader of the docs would: one shell, one after the other, in a folder of
/// their own.

#include <filesystem>
#include <string>
#include <vector>

namespace gpuscape {

struct CommandOutcome {
  int exit_code = 0;
  std::vector<std::string> output;  ///< stdout and stderr together
};

/// A fresh folder with what a checkout offers a reader after `scripts/run.sh` built it:
/// `scenarios/`, `build/release/bin/gpuscape`, and a `scripts/run.sh` that runs it. Removed in the
/// destructor.
class ReadersFolder {
 public:
  explicit ReadersFolder(const std::string& name);
  ~ReadersFolder();
  ReadersFolder(const ReadersFolder&) = delete;
  ReadersFolder& operator=(const ReadersFolder&) = delete;

  void write(const std::string& file, const std::vector<std::string>& lines) const;
  /// Runs the commands in one shell that starts in this folder; one outcome each.
  [[nodiscard]] std::vector<CommandOutcome> run(const std::vector<std::string>& commands) const;

 private:
  std::filesystem::path folder_;
};

/// The program that the tests of this build folder test.
std::filesystem::path gpuscape_program();

/// Runs one command in the root of the checkout.
CommandOutcome run_in_checkout(const std::string& command);

}  // namespace gpuscape
