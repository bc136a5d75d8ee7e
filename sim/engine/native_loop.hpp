#pragma once
/// The loop without SimGrid, for studies, planner and window.

#include <stop_token>

#include "sim/engine/simulation.hpp"

namespace gpuscape {

/// Runs until nothing is left up to and including `until`; false when `stop` came first.
inline bool run_natively(Simulation& simulation, Seconds until, const std::stop_token& stop) {
  for (auto next = simulation.next_date(); next && *next <= until; next = simulation.next_date()) {
    if (stop.stop_requested()) return false;
    simulation.advance_to(*next);
  }
  return true;
}

}  // namespace gpuscape
