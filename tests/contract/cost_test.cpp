/// Under 1 GB of address space and 60 s of processor time every hostile input ends by itself, with
/// a word that says why.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "test_paths.hpp"
#include "tests/contract/hostile_inputs.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

struct Ended {
  int status = 0;
  double seconds = 0.0;
  double megabytes = 0.0;
  std::string text;
};

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

Ended run_bounded(const std::vector<std::string>& words, const fs::path& folder) {
  const std::string program = std::string(GPUSCAPE_BINARY_DIR) + "/bin/gpuscape";
  const fs::path output = folder / "output.txt";
  std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.c_str()) != 0) _exit(99);
    const int out = open(output.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    limit(RLIMIT_AS, 1'000'000'000);
    limit(RLIMIT_CPU, 60);
    limit(RLIMIT_CORE, 0);
    alarm(300);  // for one that sleeps
    execv(program.c_str(), arguments.data());
    _exit(99);
  }
  Ended ended;
  rusage used{};
  wait4(child, &ended.status, 0, &used);
  const auto seconds = [](const timeval& of) {
    return static_cast<double>(of.tv_sec) + 1e-6 * static_cast<double>(of.tv_usec);
  };
  ended.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  ended.megabytes = static_cast<double>(used.ru_maxrss) / 1000.0;
  std::ifstream text(output, std::ios::binary);
  ended.text.assign(std::istreambuf_iterator<char>(text), {});
  return ended;
}

class Cost : public testing::TestWithParam<HostileInput> {};

TEST_P(Cost, EndsByItselfAndSaysWhy) {
  const ScratchFolder scratch;
  GetParam().write(scratch.path());
  const Ended ended = run_bounded(GetParam().command, scratch.path());
  std::printf("%-24s status %d exit %d, %.1f s, %.0f MB, %zu bytes: %s\n", GetParam().name.c_str(),
              ended.status & 127, WEXITSTATUS(ended.status), ended.seconds, ended.megabytes,
              ended.text.size(), ended.text.substr(0, 600).c_str());
  ASSERT_TRUE(WIFEXITED(ended.status)) << "signal " << WTERMSIG(ended.status);
  EXPECT_EQ(WEXITSTATUS(ended.status), GetParam().exit_code) << ended.text.substr(0, 2000);
  EXPECT_THAT(ended.text, testing::HasSubstr(GetParam().says));
  EXPECT_LT(ended.text.size(), 100'000U) << "a bounded list of faults";
}

// Each process draws a seed of its own for its tables of names.
TEST(HashSeed, DoesNotShowInResults) {
  const ScratchFolder scratch;
  for (const HostileInput& input : hostile_inputs())
    if (input.name == "CollidingUsers") input.write(scratch.path());
  for (const char* out : {"one", "two"})
    ASSERT_EQ(run_bounded({"run", "s.json", "--out", out}, scratch.path()).status, 0);
  const auto text = [&](const char* out, const char* file) {
    return read_text(scratch.path() / out / file);
  };
  for (const char* file : {"jobs.csv", "timeline.csv"}) {
    EXPECT_GT(text("one", file).size(), 1000U);
    EXPECT_EQ(text("one", file), text("two", file)) << file;
  }
}

TEST(HostileInputs, AreFound) { EXPECT_GE(hostile_inputs().size(), 21U); }

INSTANTIATE_TEST_SUITE_P(Hostile, Cost, testing::ValuesIn(hostile_inputs()),
                         [](const auto& input) { return input.param.name; });

}  // namespace
}  // namespace gpuscape
