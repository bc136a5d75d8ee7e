#pragma once
/// The same Simulation inside SimGrid's loop: SimGrid's engine is the loop of record. This header
/// includes nothing of SimGrid.

#include <stop_token>
#include <string>

#include "sim/engine/simulation.hpp"

namespace gpuscape {

/// Runs the simulation to its end in this process's SimGrid engine; false when `stop` came first.
/// SimGrid allows one engine per process and no second thread: call it from one thread only. The
/// handlers of SIGINT and SIGSEGV, which SimGrid replaces when its engine is made, are put back.
bool run_on_simgrid(Simulation& simulation, const std::stop_token& stop);

/// "3.32" or "4.0", as the library itself says.
std::string simgrid_version();

}  // namespace gpuscape
