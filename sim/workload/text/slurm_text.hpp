#pragma once
/// Amounts and times as Slurm's commands print them. Never throws.

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/base/units/quantity.hpp"
#include "sim/workload/text/dependency.hpp"

namespace gpuscape {

/// "1-02:03:04", "02:03:04", "03:04", each perhaps with a fraction. None where it is something
/// else.
std::optional<Seconds> slurm_duration(std::string_view text);

/// "8000M", "4G", "1.5T", "512" (MiB) in MiB, rounded up.
std::optional<std::int64_t> slurm_memory(std::string_view text);

/// A list of trackable resources such as "billing=8,cpu=16,gres/gpu:a100=4,mem=64G,node=2". What it
/// lacks is none.
struct SlurmResources {
  std::optional<std::int64_t> gpus;  ///< "gres/gpu", or all types of it together
  std::optional<std::int64_t> cores;
  std::optional<std::int64_t> memory_mib;
  std::optional<std::int64_t> nodes;
  bool broken = false;               ///< an amount of one of these is not a number
  bool gpus_of_all = false;          ///< `gpus` is the number of all types
  std::string_view gpu_type = {};    ///< of the last entry that says one
  bool several_types = false;        ///< entries say different ones
  std::int64_t mig_instances = 0;    ///< of `gpus`: parts that a GPU was cut into
  std::int64_t mig_thousandths = 0;  ///< of a GPU: all of these together
  std::int64_t shards = 0;           ///< parts of a GPU whose size the text does not say
  std::int64_t mps = 0;              ///< hundredths of a GPU, as sites mostly count them

  [[nodiscard]] bool asks_for_gpus() const { return gpus.value_or(0) > 0 || shards > 0 || mps > 0; }
};
SlurmResources slurm_resources(std::string_view text);

/// Adds GPUs to what was found: `all` of them ("gres/gpu"), which is then the number, or those of
/// one type ("gres/gpu:a100"), which are summed where no entry tells of all.
void add_gpus(SlurmResources& resources, bool all, std::int64_t gpus);
/// Notes the type in "gres/gpu:a100" or "gpu:a100".
void add_gpu_type(SlurmResources& resources, std::string_view name);

/// "8000M", "4Gc" (a core), "2Gn" (a node), as sacct's ReqMem: MiB in all.
std::optional<std::int64_t> slurm_requested_memory(std::string_view text, std::int64_t cores,
                                                   std::int64_t nodes);

/// "123", "123_4" and "123+1" (a task of an array, a part of a heterogeneous job) as one number.
std::optional<std::int64_t> slurm_job_number(std::string_view text);
/// The same of a job and the number of its task or part.
std::optional<std::int64_t> slurm_part_number(std::int64_t job, std::int64_t part);

/// What a submit line asks to wait for: "--dependency=afterok:12:13,afterany:14". Empty where it
/// asks for nothing.
DependencyText slurm_dependency(std::string_view submit_line);

}  // namespace gpuscape
