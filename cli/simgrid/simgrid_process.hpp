#pragma once
/// SimGrid is linked into a program of its own, gpuscape-simgrid, in the same folder as this one:
/// its libraries take longer to load than most scenarios take to run, and SimGrid allows one engine
/// in a process.

#include <iosfwd>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/engine/simulation.hpp"
#include "sim/run/transfers/transfer_run.hpp"

namespace gpuscape {

enum class SimGridTransferModel : unsigned char { cm02, lv08 };

/// What a program has that SimGrid is linked into.
struct SimGridEngine {
  /// Runs a simulation in SimGrid's loop; false when stopped first.
  bool (*run_loop)(Simulation& simulation, const std::stop_token& stop) = nullptr;
  /// Runs the transfers that `in` holds and writes their dates; returns the exit code.
  int (*run_transfers)(SimGridTransferModel model, std::istream& in, std::ostream& out) = nullptr;
};

/// The version that this was built with: "3.32" or "4.0".
std::string built_with_simgrid();

/// Where gpuscape-simgrid is expected: beside the running program.
std::string simgrid_program();

/// Becomes gpuscape-simgrid with these words; throws RunError where it cannot. `input`: what was
/// read of standard input, which that program reads again.
[[noreturn]] void become_simgrid_program(const std::vector<std::string>& words,
                                         const std::optional<std::string>& input = {});

/// The scenario's transfers as SimGrid makes them in a child process; of those that ended before
/// `stop`. Throws RunError where the child fails.
TransferResult transfers_on_simgrid(const CheckedScenario& scenario, SimGridTransferModel model,
                                    const std::stop_token& stop);

/// The first word by which gpuscape-simgrid knows that it is such a child; the model follows.
inline constexpr const char* kSimGridChild = "__transfers";
/// What the child does with its words.
int run_as_simgrid_child(const std::vector<std::string>& words, const SimGridEngine& engine,
                         std::istream& in, std::ostream& out);

}  // namespace gpuscape
