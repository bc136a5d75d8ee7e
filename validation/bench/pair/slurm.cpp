#include "pair/slurm.hpp"

#include <netdb.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>

#include "core/child_program.hpp"
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

/// What scontrol prints of the node; empty where it is in none of these folders.
std::string scontrol_text(const std::string& node) {
  const std::string program =
      program_in({"/usr/bin", "/usr/local/bin", "/opt/slurm/bin", "/usr/local/slurm/bin",
                  "/cm/shared/apps/slurm/current/bin"},
                 "scontrol");
  if (program.empty()) return {};
  ChildProgram scontrol{{program, "-o", "show", "node", node}, {"PATH=/usr/bin:/bin", "LANG=C"}};
  // Where a site keeps it elsewhere, scontrol finds its cluster by this alone.
  const std::string conf = process_environment()("SLURM_CONF");
  if (!conf.empty()) scontrol.environment.push_back("SLURM_CONF=" + conf);
  return printed_by(scontrol);
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
  if (!digits || job.size() > 18) throw UsageFault{"SLURM_JOB_ID \"" + job + "\" is not a number"};
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
