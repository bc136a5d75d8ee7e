#pragma once
/// GPUs and parts of them as Slurm's texts name them. Never throws.

#include <cstdint>
#include <string_view>

#include "sim/workload/text/slurm_text.hpp"

namespace gpuscape {

/// Adds what an entry "gpu", "gpu:a100", "gpu:a100_1g.5gb", "shard", "mps" counts. Others are none
/// of ours.
void add_gres(SlurmResources& resources, std::string_view name, std::int64_t count);

/// "gpu:2", "gpu:tesla:2(IDX:0-1),shard:4", "gres:gpu:1", "gpu" (one); each so many times.
[[nodiscard]] SlurmResources gres_list(std::string_view text, std::int64_t times = 1);

/// What a submit line asks for with --gres, --gpus, --gpus-per-node, --gpus-per-task,
/// --gpus-per-socket (with --sockets-per-node) or --tres-per-…, of a job on so many nodes.
[[nodiscard]] SlurmResources submitted_gpus(std::string_view submit_line, std::int64_t nodes);

}  // namespace gpuscape
