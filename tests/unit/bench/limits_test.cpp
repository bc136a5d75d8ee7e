/// gpuscape-bench where the system gives it few processes, as under Slurm or in a container.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::HasSubstr;

constexpr uid_t kNobodyElse = 54321;  // who has no process here

/// As a user without privileges who may have so many processes and threads. The text of both
/// streams goes into the file.
int run_limited(rlim_t processes, const std::string& out, std::vector<std::string> words) {
  const std::string program = GPUSCAPE_BINARY_DIR "/bin/gpuscape-bench";
  std::vector<char*> arguments;
  words.insert(words.begin(), "gpuscape-bench");
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int file =
        open(program.c_str(), O_RDONLY | O_CLOEXEC);  // its folder may be closed to others
    const int text = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(text, STDOUT_FILENO);
    dup2(text, STDERR_FILENO);
    const rlimit limit{processes, processes};
    if (setrlimit(RLIMIT_NPROC, &limit) != 0 || setgid(kNobodyElse) != 0 ||
        setuid(kNobodyElse) != 0)
      _exit(126);
    fexecve(file, arguments.data(), environ);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A thread that could not start ended the program by SIGABRT, without a file.
TEST(FewProcesses, FailTheMeasuresThatNeedMoreAndTheRestIsMeasured) {
  if (geteuid() != 0) GTEST_SKIP() << "needs root, to become a user who has no other process";
  const ScratchFolder folder;
  ASSERT_EQ(chown(folder.path().c_str(), kNobodyElse, kNobodyElse), 0);
  const std::string out = folder.path() / "out";
  const std::string file = folder.path() / "few.json";
  EXPECT_EQ(run_limited(3, out,
                        {"--quick", "--only", "tcp", "--filter", "bandwidth", "--min-time", "0.001",
                         "--repetitions", "1", "-o", file}),
            1);
  const std::string text = read_text(out);
  EXPECT_THAT(text, HasSubstr("send/host/streams:2/1048576: measure failed: "));
  EXPECT_THAT(text, HasSubstr("send/host/streams:8/1048576: measure failed: "));
  const std::string rows = read_text(file);
  EXPECT_THAT(rows, HasSubstr("\"error_message\": \"measure failed: "));
  EXPECT_THAT(rows, HasSubstr("\"incomplete\": \"some measures failed\""));
  EXPECT_THAT(rows, HasSubstr("\"bytes_per_second\""));
}

}  // namespace
}  // namespace gpuscape::bench
