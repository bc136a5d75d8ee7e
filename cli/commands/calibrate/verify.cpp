#include "cli/commands/calibrate/verify.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands/calibrate/measurement_input.hpp"
#include "cli/exit_code.hpp"
#include "sim/base/child_process.hpp"
#include "sim/base/error.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/report/measured/verify_text.hpp"
#include "sim/validation/verify_profile.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

/// A folder that is gone with what is in it.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "gpuscape-verify-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw RunError(name + ": no folder can be made");
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch(Scratch&&) = delete;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Beside this program, else on PATH.
std::string bench_program() {
  std::error_code error;
  const fs::path beside =
      fs::read_symlink("/proc/self/exe", error).parent_path() / "gpuscape-bench";
  return fs::exists(beside, error) ? beside.string() : "gpuscape-bench";
}

/// Its exit status, or 128 + the signal that stopped it and us. Its lines go to stderr: what is on
/// stdout is the verdict.
int run_bench(std::vector<std::string> words) {
  try {
    ChildProcess bench({.words = std::move(words), .output = ChildCommand::Output::to_stderr});
    return bench.wait_with_signals();
  } catch (const RunError& error) {
    throw RunError(fmt::format("{}; build it, or name files that it wrote", error.what()));
  }
}

/// Nothing where a signal stopped it.
std::optional<MeasurementSet> measure_now(const VerifyOptions& options) {
  const Scratch scratch;
  const std::string file = scratch.path() / "composites.json";
  std::vector<std::string> words = {bench_program(), "--composites", "-o", file};
  if (!options.dir.empty()) words.insert(words.end(), {"--dir", options.dir});
  const int code = run_bench(std::move(words));
  std::error_code error;
  if (code > 128) return std::nullopt;
  // 1: some measures failed; the file says which, and the others count.
  if (code > kCheckFailed || !fs::exists(file, error))
    throw RunError(fmt::format("gpuscape-bench ended with exit {}; see its messages above", code));
  return read_measurement_files({file});
}

Profile profile_in(const std::string& path) {
  ReadingContext context;
  const std::string text =
      content_of(path, "gpuscape calibrate MEASUREMENTS -o PROFILE writes one", context);
  context.throw_if_issues();
  Profile profile = read_profile(text, path, context);
  context.throw_if_issues();
  return profile;
}

void check_same_machine(const VerifyOptions& options, const Profile& profile,
                        const MeasurementSet& set) {
  const auto host = [](const auto& machine) {
    const auto found = machine.find("host");
    return found == machine.end() ? std::string() : found->second;
  };
  const std::string of_profile = host(profile.machine);
  const std::string measured = host(set.machine);
  if (of_profile.empty() || measured.empty() || of_profile == measured) return;
  throw ScenarioError({{.file = options.profile,
                        .pointer = "/machine/host",
                        .message = fmt::format(
                            "this profile was measured on \"{}\", but the workloads ran on \"{}\"",
                            of_profile, measured),
                        .hint = "a profile predicts the machine that it was measured on"}});
}

}  // namespace

int verify_command(const VerifyOptions& options, std::ostream& out) {
  const Profile profile = profile_in(options.profile);
  const std::optional<MeasurementSet> measured =
      options.files.empty() ? measure_now(options) : read_measurement_files(options.files);
  if (!measured) {
    out << "stopped by a signal: nothing was compared\n";
    return kInterrupted;
  }
  const MeasurementSet& set = *measured;
  check_same_machine(options, profile, set);
  if (set.composites.empty())
    throw ScenarioError({{.file = options.files.empty() ? "" : options.files.front(),
                          .pointer = "/benchmarks",
                          .message = "no composite workloads in it",
                          .hint = "gpuscape-bench --composites -o FILE.json measures them"}});
  const Verification found = verify_profile(profile, set);
  out << (options.json ? verify_json(found) : verify_text(found));
  return found.verdict == VerifyVerdict::fail || found.verdict == VerifyVerdict::nothing
             ? kCheckFailed
             : kDone;
}

}  // namespace gpuscape
