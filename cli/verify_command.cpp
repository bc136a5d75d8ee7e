#include "cli/verify_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <ostream>
#include <system_error>

#include "cli/exit_code.hpp"
#include "cli/measurement_input.hpp"
#include "sim/base/error.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/report/verify_text.hpp"
#include "sim/study/verify_profile.hpp"

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

/// What stops this program stops the one that it runs, and is waited for.
class StopsTogether {
 public:
  StopsTogether() {
    sigemptyset(&stops_);
    for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&stops_, signal);
    sigprocmask(SIG_BLOCK, &stops_, &before_);
  }
  StopsTogether(const StopsTogether&) = delete;
  StopsTogether& operator=(const StopsTogether&) = delete;
  StopsTogether(StopsTogether&&) = delete;
  StopsTogether& operator=(StopsTogether&&) = delete;
  ~StopsTogether() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  /// What the child must not inherit.
  [[nodiscard]] const sigset_t& before() const { return before_; }

  /// Its exit status, or 128 + the signal that stopped us.
  int wait_for(pid_t child) {
    int stopped_by = 0;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
      const int signal = sigwaitinfo(&stops_, nullptr);
      if (signal != SIGINT && signal != SIGTERM) continue;
      stopped_by = signal;
      kill(child, signal);
    }
    if (stopped_by != 0) return 128 + stopped_by;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  sigset_t stops_{};
  sigset_t before_{};
};

/// Becomes the bench, which ends with this process however that ends: `kill -9` too. Its lines go
/// to stderr: what is on stdout is the verdict. Returns why it could not.
[[nodiscard]] int become(char* const* arguments, pid_t parent, const sigset_t& signals) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) return ECHILD;
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return errno;
  sigprocmask(SIG_SETMASK, &signals, nullptr);
  execvp(arguments[0], arguments);
  return errno;
}

int run_bench(std::vector<std::string> words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const auto refuse = [](int fault) {
    throw RunError(fmt::format("gpuscape-bench: {}; build it, or name files that it wrote",
                               std::generic_category().message(fault)));
  };
  // Closed where the bench begins; before that, why it does not.
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) refuse(errno);
  StopsTogether together;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    const int fault = become(arguments.data(), parent, together.before());
    const ssize_t told = write(ends[1], &fault, sizeof fault);
    _exit(told == sizeof fault ? 127 : 126);
  }
  const int forked = errno;
  close(ends[1]);
  int fault = 0;
  if (child > 0 && read(ends[0], &fault, sizeof fault) != sizeof fault) fault = 0;
  close(ends[0]);
  if (child < 0) refuse(forked);
  const int code = together.wait_for(child);
  if (fault != 0) refuse(fault);
  return code;
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
    throw RunError(
        fmt::format("gpuscape-bench ended with exit {}; its messages stand above", code));
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
  throw ScenarioError(
      {{.file = options.profile,
        .pointer = "/machine/host",
        .message = fmt::format("this profile is of \"{}\", and the workloads ran on \"{}\"",
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
