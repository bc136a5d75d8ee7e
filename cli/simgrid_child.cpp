#include "cli/simgrid_child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <memory>
#include <ostream>
#include <string_view>

#include "cli/confinement.hpp"
#include "cli/exit_code.hpp"
#include "cli/load.hpp"
#include "cli/transfer_simgrid.hpp"
#include "sim/base/error.hpp"
#include "sim/model/check.hpp"

// NOLINTNEXTLINE(readability-redundant-declaration): no header declares it
extern char** environ;

namespace gpuscape {

namespace {

constexpr std::size_t kWordsBeforeSets = 7;

std::vector<std::string> words_for(const SimGridTask& task) {
  std::vector<std::string> words = {"gpuscape",
                                    kSimGridChild,
                                    task.options.model == SimGridModel::cm02 ? "cm02" : "lv08",
                                    fmt::format("{}", task.options.precision.value()),
                                    task.file,
                                    task.load.variant,
                                    task.load.seed ? std::to_string(*task.load.seed) : "",
                                    task.load.confine.value_or(false) ? "confined" : ""};
  words.insert(words.end(), task.load.sets.begin(), task.load.sets.end());
  return words;
}

/// A child whose standard output we read. Signals that this process has blocked end it.
class Child {
 public:
  explicit Child(std::vector<std::string> words) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw RunError("cannot make a pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error =
        posix_spawn(&pid_, "/proc/self/exe", &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    output_.reset(fdopen(ends[0], "r"));
    if (error != 0) throw RunError("SimGrid's process does not start");
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ <= 0) return;
    end();
    wait();
  }

  [[nodiscard]] std::FILE* output() const { return output_.get(); }
  void end() const { kill(pid_, SIGTERM); }
  /// True when it ended well.
  bool wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  pid_t pid_ = 0;
  std::unique_ptr<std::FILE, Closer> output_;
};

std::vector<std::int64_t> lanes_by_row(const TransferPlan& plan) {
  std::vector<std::int64_t> lanes;
  for (const PlannedTransfer& transfer : plan.transfers)
    lanes.insert(lanes.end(), transfer.sizes.size(), transfer.concurrent);
  return lanes;
}

}  // namespace

std::vector<TransferDates> simgrid_dates(const SimGridTask& task, const TransferPlan& plan,
                                         const std::stop_token& stop) {
  if (task.file == kStandardInput)
    throw ScenarioError({{.file = task.file,
                          .pointer = "/run/network",
                          .message = "SimGrid's process reads the scenario anew, and standard "
                                     "input is gone by then",
                          .hint = "name a file, or take another network"}});
  const std::vector<std::int64_t> lanes = lanes_by_row(plan);
  std::vector<TransferDates> dates(lanes.size());
  Child child(words_for(task));
  bool complete = false;
  {
    const std::stop_callback ends_it(stop, [&child] { child.end(); });
    std::array<char, 128> line{};
    while (std::fgets(line.data(), line.size(), child.output()) != nullptr) {
      std::size_t row = 0;
      double start = 0.0;
      double end = 0.0;
      if (std::sscanf(line.data(), "%zu %lf %lf", &row, &start, &end) != 3) {
        complete = std::string_view(line.data()) == "end\n";
        break;
      }
      ensure(row < dates.size(), "both processes have the same transfers");
      dates[row] = {Seconds(start), Seconds(end), lanes[row]};
    }
  }
  const bool well = child.wait();
  if (!stop.stop_requested() && (!well || !complete))
    throw RunError("SimGrid's process failed before its transfers had ended");
  return dates;
}

int simgrid_child(const std::vector<std::string>& words, const Registry& registry,
                  std::ostream& out) {
  ensure(words.size() >= kWordsBeforeSets, "the parent gives all words");
  LoadOptions load{.variant = words[4], .sets = {words.begin() + kWordsBeforeSets, words.end()}};
  if (!words[5].empty()) load.seed = std::stoull(words[5]);
  const auto confinement = confined_inputs({words[3]}, words[6] == "confined");
  LoadedScenario loaded = load_with_profiles(words[3], load);
  check(loaded, registry);
  loaded.throw_if_issues();
  const auto transfers = make_transfer_case(loaded.spec, registry);
  const SimGridOptions options{
      .model = words[1] == "cm02" ? SimGridModel::cm02 : SimGridModel::lv08,
      .precision = Seconds(std::stod(words[2]))};
  run_transfers_on_simgrid(*transfers, options, [&](std::size_t row, const TransferDates& dates) {
    out << fmt::format("{} {:.17g} {:.17g}\n", row, dates.start.value(), dates.end.value())
        << std::flush;
  });
  out << "end\n" << std::flush;
  // SimGrid's globals do not outlive each other in any order.
  _exit(kDone);
}

}  // namespace gpuscape
