#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/model/check/check.hpp"
#include "sim/platform/free_capacity.hpp"
#include "sim/run/life/life_part.hpp"
#include "sim/run/life/store_writes.hpp"

namespace gpuscape {

/// The parts that a scenario's jobs have in their lives, the last to be asked first.
[[nodiscard]] std::vector<std::unique_ptr<LifePart>> parts_of_lives(const CheckedScenario& checked,
                                                                    const FreeCapacity& capacity,
                                                                    std::uint64_t replication);

/// What they may write to.
[[nodiscard]] WriteTargets write_targets(const CheckedScenario& checked);

}  // namespace gpuscape
