#include "tests/unit/bench_pair/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace gpuscape::bench {

Program::Program(std::vector<std::string> arguments, std::string token) {
  const std::string out = folder_.path() / "out";
  std::vector<char*> words;
  arguments.insert(arguments.begin(), GPUSCAPE_BENCH_PROGRAM);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  process_ = fork();
  if (process_ != 0) return;
  const int file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  setenv("GPUSCAPE_BENCH_TOKEN", token.c_str(), 1);
  execv(words.front(), words.data());
  _exit(127);
}

Program::~Program() {
  if (process_ > 0) {
    kill_now();
    wait();
  }
}

int Program::wait() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void Program::kill_now() { kill(process_, SIGKILL); }

void Program::terminate() { kill(process_, SIGTERM); }

std::string Program::text() const { return read_text(folder_.path() / "out"); }

bool Program::prints(const std::string& part) const {
  for (int i = 0; i < 6000; ++i) {
    if (text().find(part) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::string Program::address() const {
  const std::string before = "listening at ";
  if (!prints(" for one peer")) return "127.0.0.1:1";
  const std::string all = text();
  const std::size_t begin = all.find(before) + before.size();
  return all.substr(begin, all.find(' ', begin) - begin);
}

}  // namespace gpuscape::bench
