#pragma once
/// The machine as the result file describes it.

#include <string>
#include <vector>

#include "text/json.hpp"

namespace gpuscape::bench {

std::string host_name();

/// CPU model, cores, sockets, NUMA nodes, memory, kernel, libc, governor and clock where readable.
Json machine_facts(bool identify);

/// NUMA nodes that have memory: their numbers.
std::vector<int> numa_nodes();
/// The CPUs of a NUMA node that this process may use.
std::vector<int> cpus_of_numa_node(int node);
/// CPUs that this process may use.
std::vector<int> allowed_cpus();

/// CPU time of this process and of the thread that asks, user and kernel, in seconds.
double process_cpu_seconds();
double thread_cpu_seconds();

/// The first line of a file of /proc or /sys; empty where there is none.
std::string first_line(const std::string& path);

/// "0,2-4" style lists of the kernel as numbers; not more than the most CPUs that Linux knows.
std::vector<int> numbers_of_list(const std::string& text);

/// The thread that calls runs on these CPUs only, as long as this lives. Threads that it starts
/// meanwhile inherit it. No fault where it may not.
class Pinned {
 public:
  explicit Pinned(const std::vector<int>& cpus);
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  Pinned(Pinned&&) = delete;
  Pinned& operator=(Pinned&&) = delete;
  ~Pinned();

 private:
  std::vector<int> before_;
};

}  // namespace gpuscape::bench
