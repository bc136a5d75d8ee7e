#include "cli/process/stop_signals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>

namespace gpuscape {
namespace {

bool stopped_soon(const std::stop_token& token) {
  for (int i = 0; i < 1000 && !token.stop_requested(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return token.stop_requested();
}

TEST(StopSignals, TurnCtrlCIntoAStop) {
  const StopSignals signals;
  EXPECT_FALSE(signals.token().stop_requested());
  kill(getpid(), SIGINT);
  EXPECT_TRUE(stopped_soon(signals.token()));
}

TEST(StopSignals, TurnSigtermIntoAStop) {
  const StopSignals signals;
  kill(getpid(), SIGTERM);
  EXPECT_TRUE(stopped_soon(signals.token()));
}

TEST(StopSignals, EndTheProcessAtTheSecondSignal) {
  EXPECT_EXIT(
      {
        const StopSignals signals;
        kill(getpid(), SIGINT);
        stopped_soon(signals.token());
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
        kill(getpid(), SIGINT);
        std::this_thread::sleep_for(std::chrono::seconds(5));
      },
      ::testing::ExitedWithCode(130), "");
}

TEST(StopSignals, TakeTwoAtOnceForOne) {
  EXPECT_EXIT(
      {
        const StopSignals signals;
        kill(getpid(), SIGINT);
        stopped_soon(signals.token());
        kill(getpid(), SIGTERM);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        _exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

bool blocked(int signal) {
  sigset_t set;
  pthread_sigmask(SIG_SETMASK, nullptr, &set);
  return sigismember(&set, signal) == 1;
}

TEST(StopSignals, GoQuietlyWhenNothingHappened) {
  std::stop_token token;
  {
    const StopSignals signals;
    token = signals.token();
    EXPECT_TRUE(blocked(SIGINT) && blocked(SIGTERM));
  }
  EXPECT_FALSE(token.stop_requested());
  EXPECT_FALSE(blocked(SIGINT) || blocked(SIGTERM));
}

}  // namespace
}  // namespace gpuscape
