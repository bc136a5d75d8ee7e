#include "pair/slurm.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>

#include "core/options.hpp"
#include "pair/host_list.hpp"

namespace gpuscape::bench {

namespace {

constexpr const char* kRemedy =
    "; start it as: srun -N2 --ntasks-per-node=1 gpuscape-bench --pair -o FILE.json";

bool resolves(const std::string& name) {
  addrinfo* found = nullptr;
  if (getaddrinfo(name.c_str(), nullptr, nullptr, &found) != 0) return false;
  freeaddrinfo(found);
  return true;
}

/// What may stand on a command line as a node's name.
bool is_name(const std::string& text) {
  return !text.empty() && text.front() != '-' &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
         });
}

std::string all_of_descriptor(int descriptor) {
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t n = 0;
       (n = read(descriptor, piece.data(), piece.size())) > 0 && text.size() < 65536;)
    text.append(piece.data(), static_cast<std::size_t>(n));
  return text;
}

/// What scontrol prints of the node; empty where it cannot be run.
std::string scontrol_text(const std::string& node) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::array<std::string, 5> words = {"scontrol", "-o", "show", "node", node};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t child = 0;
  const int fault =
      posix_spawnp(&child, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  const std::string text = fault == 0 ? all_of_descriptor(ends[0]) : "";
  close(ends[0]);
  if (fault == 0) waitpid(child, nullptr, 0);
  return text;
}

}  // namespace

Environment process_environment() {
  return [](const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
}

int port_of_job(const std::string& job) {
  // Spread, so that jobs that start together do not try each other's ports.
  std::uint64_t number = 0;
  for (const char c : job) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return 20000 + static_cast<int>(number * 7919 % ((60000 - 20000) / kSlurmPorts)) * kSlurmPorts;
}

SlurmPlace slurm_place(const Environment& environment) {
  const std::string job = environment("SLURM_JOB_ID");
  const std::string rank = environment("SLURM_PROCID");
  if (job.empty() || rank.empty())
    throw UsageFault{
        "--pair finds its peer from Slurm, and SLURM_JOB_ID and SLURM_PROCID are not set" +
        std::string(kRemedy) + "; without Slurm: --listen at one end, --connect at the other"};
  const bool digits =
      std::all_of(job.begin(), job.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || job.size() > 18) throw UsageFault{"SLURM_JOB_ID \"" + job + "\" is no number"};
  std::string tasks = environment("SLURM_STEP_NUM_TASKS");
  if (tasks.empty()) tasks = environment("SLURM_NTASKS");
  if (tasks != "2")
    throw UsageFault{"--pair needs two tasks, and this step has " +
                     (tasks.empty() ? "an unknown number" : tasks) + kRemedy};
  if (rank != "0" && rank != "1") throw UsageFault{"SLURM_PROCID is \"" + rank + "\"" + kRemedy};
  std::string list = environment("SLURM_STEP_NODELIST");
  if (list.empty()) list = environment("SLURM_JOB_NODELIST");
  if (list.empty()) throw UsageFault{"SLURM_JOB_NODELIST is not set" + std::string(kRemedy)};
  const std::vector<std::string> hosts = expanded_hosts(list);
  if (hosts.size() > 2)
    throw UsageFault{"--pair needs two nodes, and this step has " + std::to_string(hosts.size()) +
                     kRemedy};
  return {rank == "0" ? 0 : 1, hosts.back(), port_of_job(job)};
}

std::string node_address_in(const std::string& text) {
  const std::size_t at = text.find("NodeAddr=");
  if (at == std::string::npos) return {};
  const std::size_t begin = at + 9;
  const std::size_t end = text.find_first_of(" \t\n", begin);
  const std::string address = text.substr(begin, end == std::string::npos ? end : end - begin);
  return address == "(null)" ? "" : address;
}

std::string address_of_node(const std::string& node) {
  if (resolves(node) || !is_name(node)) return node;
  const std::string address = node_address_in(scontrol_text(node));
  return address.empty() ? node : address;
}

}  // namespace gpuscape::bench
