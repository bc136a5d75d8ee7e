#pragma once
/// Transfers on SimGrid's network, in a process of their own: SimGrid allows one engine in each and
/// ends it where it meets what it does not expect.

#include <stop_token>
#include <string>
#include <vector>

#include "sim/engine/simgrid_network.hpp"
#include "sim/run/transfer_run.hpp"
#include "sim/scenario/loader.hpp"

namespace gpuscape {

/// What the other process is told.
struct SimGridTask {
  std::string file;
  LoadOptions load;
  SimGridOptions options;
};

/// Dates by row of the scenario's transfers, as SimGrid makes them in a child process; of those
/// that ended before `stop`. Throws RunError where the child fails.
std::vector<TransferDates> simgrid_dates(const SimGridTask& task, const TransferPlan& plan,
                                         const std::stop_token& stop);

/// The first word by which this program knows that it is such a child.
inline constexpr const char* kSimGridChild = "__transfers";
/// What the child does: `words` are those that `simgrid_dates` has given it.
int simgrid_child(const std::vector<std::string>& words, const Registry& registry,
                  std::ostream& out);

}  // namespace gpuscape
