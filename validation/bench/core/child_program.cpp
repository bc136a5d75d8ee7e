#include "core/child_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include "core/stop.hpp"

extern char** environ;

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostText = 65536;
constexpr int kPieceMilliseconds = 200;
constexpr const char* kToken = "GPUSCAPE_BENCH_TOKEN=";

/// With the pipe as its output, in a process group of its own; -1 where it cannot be started.
pid_t started(const ChildProgram& program, int output) {
  std::vector<std::string> words = program.words;
  std::vector<std::string> environment = program.environment;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = -1;
  const int fault = posix_spawn(&child, words.front().c_str(), &actions, &attributes,
                                pointers_to(words).data(), pointers_to(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return fault == 0 ? child : -1;
}

/// Until the program closes its output. Whether it did so in time.
bool read_all(int from, Clock::time_point until, std::string& text) {
  std::array<char, 4096> piece{};
  while (Clock::now() < until && stop_signal() == 0) {
    pollfd entry = {from, POLLIN, 0};
    if (poll(&entry, 1, kPieceMilliseconds) <= 0) continue;
    const ssize_t n = read(from, piece.data(), piece.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0;
    text.append(piece.data(), std::min(static_cast<std::size_t>(n), kMostText - text.size()));
  }
  return false;
}

/// Whether it has ended by itself until then.
bool ends_until(pid_t child, Clock::time_point until) {
  while (Clock::now() < until && stop_signal() == 0) {
    if (waitpid(child, nullptr, WNOHANG) == child) return true;
    usleep(5000);
  }
  return false;
}

}  // namespace

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string printed_by(const ChildProgram& program) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const auto until =
      Clock::now() + std::chrono::milliseconds(static_cast<long>(program.seconds * 1e3));
  const pid_t child = started(program, ends[1]);
  close(ends[1]);
  std::string text;
  const bool read = child > 0 && read_all(ends[0], until, text);
  close(ends[0]);
  if (child <= 0) return {};
  const bool ended = read && ends_until(child, until);
  if (!ended) {
    kill(-child, SIGKILL);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  return ended ? text : "";
}

std::string program_in(const std::vector<std::string>& folders, const std::string& name) {
  for (const std::string& folder : folders) {
    const std::string path = folder + "/" + name;
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

std::vector<std::string> environment_without_token() {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string text = *variable;
    if (text.rfind(kToken, 0) != 0) environment.push_back(std::move(text));
  }
  return environment;
}

}  // namespace gpuscape::bench
