#pragma once
/// Finalists of a plan on SimGrid's loop: one engine runs in a process, so each has its own.

#include "cli/command.hpp"
#include "sim/plan/plan.hpp"
#include "sim/report/plan/plan_text.hpp"

namespace gpuscape {

/// The hidden option by which such a process knows which design of the space to run.
inline constexpr const char* kOnSimGrid = "--on-simgrid";

/// Runs the studies of the answer and of the runner-up again, replication 0 on SimGrid's loop, and
/// compares every figure. `scenario`: what was read of standard input, where it came from there.
[[nodiscard]] LoopCheck check_finalists(const PlanAnswer& answer, const CommandContext& context,
                                        const std::optional<std::string>& scenario,
                                        const std::stop_token& stop);

/// What such a process does: prints the figures of that design. Throws RunError where SimGrid is
/// not linked in.
void print_on_simgrid(const DesignSpace& space, const ScenarioSource& source, std::int64_t index,
                      const PlanOptions& options, const CommandContext& context);

}  // namespace gpuscape
