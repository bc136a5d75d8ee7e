#include "cuda/second_process.hpp"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "core/child_program.hpp"
#include "core/stop.hpp"
#include "cuda/devices.hpp"
#include "cuda/gpu_probe.hpp"

namespace gpuscape::bench::cuda {

namespace {

constexpr int kPatienceMilliseconds = 60000;
constexpr int kPieceMilliseconds = 500;  // a signal is looked for in between
constexpr std::size_t kMostLine = 4096;
constexpr const char* kReady = "ready";

void say(int to, std::string line) {
  line += "\n";
  // Whoever does not listen any more is noticed at the next read.
  static_cast<void>(send(to, line.data(), line.size(), MSG_NOSIGNAL));
}

/// The line that comes, or empty where the other end is gone or silent for too long.
std::string heard(int from) {
  std::string line;
  int waited = 0;
  for (char next = 0; waited < kPatienceMilliseconds && line.size() < kMostLine;) {
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    pollfd waiting{from, POLLIN, 0};
    if (poll(&waiting, 1, kPieceMilliseconds) <= 0) {
      waited += kPieceMilliseconds;
      continue;
    }
    if (read(from, &next, 1) != 1) return {};
    if (next == '\n') return line;
    line += next;
  }
  return {};
}

/// One count, or -1 at the end of the input.
std::int64_t next_count() {
  std::int64_t count = 0;
  auto* to = reinterpret_cast<char*>(&count);
  for (std::size_t done = 0; done < sizeof count;) {
    const ssize_t n = read(STDIN_FILENO, to + done, sizeof count - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return -1;
    done += static_cast<std::size_t>(n);
  }
  return count;
}

pid_t start(const std::string& program, const std::string& gpu, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
  std::vector<std::string> words = {"gpuscape-bench", kSecondProcess, gpu};
  std::vector<std::string> environment = environment_without_token();
  pid_t child = -1;
  const int code = posix_spawn(&child, program.c_str(), &actions, nullptr,
                               pointers_to(words).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) throw Failure(std::string("no second process: ") + std::strerror(code));
  return child;
}

}  // namespace

int serve_as_second_process(const char* gpu) {
  try {
    const NodePtr node = std::make_shared<Node>();
    const std::string why = find_gpus(*node);
    const int number = std::atoi(gpu);
    if (!why.empty()) throw Failure(why);
    if (number < 0 || static_cast<std::size_t>(number) >= node->gpus.size())
      throw Failure(std::string("there is no gpu") + gpu);
    const auto load = full_load(node, number);
    say(STDIN_FILENO, kReady);
    for (std::int64_t count = next_count(); count >= 0; count = next_count()) {
      load->run(count);
      say(STDIN_FILENO, kReady);
    }
    return 0;
  } catch (const std::exception& fault) {
    say(STDIN_FILENO, fault.what());
    return 1;
  }
}

SecondProcess::SecondProcess(const std::string& program, int gpu) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Failure(std::string("no second process: ") + std::strerror(errno));
  socket_ = ends[0];
  try {
    child_ = start(program, std::to_string(gpu), ends[1]);
  } catch (const Failure&) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
  try {
    expect_ready();
  } catch (const Failure&) {
    end();
    throw;
  }
}

SecondProcess::~SecondProcess() { end(); }

void SecondProcess::end() const {
  close(socket_);
  // It ends at the end of its input; one that hangs in the driver is ended.
  for (int tries = 0; tries < 100; ++tries) {
    if (waitpid(child_, nullptr, WNOHANG) != 0) return;
    usleep(50000);
  }
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void SecondProcess::begin(std::int64_t kernels) const {
  static_cast<void>(send(socket_, &kernels, sizeof kernels, MSG_NOSIGNAL));
}

void SecondProcess::expect_ready() const {
  const std::string line = heard(socket_);
  if (line == kReady) return;
  throw Failure("the second process on the GPU " +
                (line.empty() ? "ended or says nothing" : "says: " + line));
}

}  // namespace gpuscape::bench::cuda
