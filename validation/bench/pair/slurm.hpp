#pragma once
/// Where a pair stands in a Slurm job: srun -N2 --ntasks-per-node=1 gpuscape-bench --pair.

#include <functional>
#include <string>
#include <vector>

namespace gpuscape::bench {

struct SlurmPlace {
  int rank = 0;              ///< 0 measures and writes, 1 listens
  std::string listens = {};  ///< the node of rank 1
  int first_port = 0;        ///< tried upward from here
};

/// How many ports above the first are tried.
constexpr int kSlurmPorts = 16;

/// A variable of the environment; empty where it is absent.
using Environment = std::function<std::string(const std::string&)>;
Environment process_environment();

/// Throws UsageFault with the remedy where the job is not two tasks.
SlurmPlace slurm_place(const Environment& environment);

/// Of a job's number, 20000 to 59984: two jobs side by side seldom meet.
int port_of_job(const std::string& job);

/// The address of a node: its name where it resolves, else what `scontrol show node` says, else
/// the name.
std::string address_of_node(const std::string& node);

/// "NodeAddr=10.0.0.7" among what `scontrol show node` prints; empty where it says none.
std::string node_address_in(const std::string& text);

}  // namespace gpuscape::bench
