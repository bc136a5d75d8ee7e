#include "sim/base/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>

#include "sim/base/error.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;

std::string all_of(std::FILE* file) {
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file))
    text.append(part.data(), count);
  return text;
}

TEST(ChildProcess, ReadsItsInputAndIsRead) {
  // More than a pipe holds: nobody may wait for the other.
  const std::string input(1'000'000, 'x');
  ChildProcess child({.words = {"cat"}, .input = input});
  EXPECT_EQ(all_of(child.output()), input);
  EXPECT_EQ(child.wait(), 0);
}

TEST(ChildProcess, GetsItsWordsAsTheyAreWithoutAShell) {
  ChildProcess child({.words = {"printf", "%s|", "a b", "$HOME", "*", ";exit 9"}});
  EXPECT_EQ(all_of(child.output()), "a b|$HOME|*|;exit 9|");
  EXPECT_EQ(child.wait(), 0);
}

TEST(ChildProcess, TellsItsExitStatusOrTheSignalThatEndedIt) {
  ChildProcess failing({.words = {"sh", "-c", "exit 3"}});
  EXPECT_EQ(failing.wait(), 3);
  ChildProcess stopped({.words = {"sleep", "60"}});
  stopped.terminate();
  EXPECT_EQ(stopped.wait(), 128 + SIGTERM);
}

TEST(ChildProcess, SaysWhyAProgramCannotBeStarted) {
  try {
    ChildProcess child({.words = {"/nowhere/program"}});
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot start /nowhere/program: No such file"));
  }
}

TEST(ChildProcess, EndsWhereNobodyWaitsForIt) {
  {
    const ChildProcess child({.words = {"sleep", "60"}});
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

TEST(ChildProcess, GetsTheSignalsOfItsParentWhileItIsWaitedFor) {
  // Blocked from before it starts, so that none comes too early for the one who waits.
  sigset_t term;
  sigset_t before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  sigprocmask(SIG_BLOCK, &term, &before);
  ChildProcess child({.words = {"sh", "-c", "kill -TERM $PPID; sleep 60"},
                      .input = {},
                      .output = ChildCommand::Output::to_stderr});
  EXPECT_EQ(child.wait_with_signals(), 128 + SIGTERM);
  sigprocmask(SIG_SETMASK, &before, nullptr);
}

TEST(SucceedsApart, OutlivesAnEndOfTheProcess) {
  EXPECT_TRUE(succeeds_apart([] { return true; }));
  EXPECT_FALSE(succeeds_apart([] { return false; }));
  EXPECT_FALSE(succeeds_apart([]() -> bool { _exit(1); }));
}

}  // namespace
}  // namespace gpuscape
