#pragma once
/// Slurm's backfill, slowly: each start of each job is looked at, on every node, with a list of its
/// own of who ends when.

#include <memory>

#include "models/backfill/slurm/slurm_backfill.hpp"

namespace gpuscape::test {

[[nodiscard]] std::unique_ptr<Backfill> make_slurm_oracle(
    const slurm::BackfillParameters& parameters);

}  // namespace gpuscape::test
