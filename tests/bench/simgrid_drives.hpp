#pragma once
/// The ways to drive a closed loop of transfers on SimGrid: who learns of a completion and starts
/// the next transfer of its slot.

#include <chrono>
#include <cstdint>
#include <simgrid/s4u.hpp>
#include <vector>

#include "tests/bench/simgrid_traffic.hpp"
#include "tests/bench/traffic.hpp"

namespace gpuscape::bench {

/// What each drive does with a traffic: draws transfers and counts completions.
class ClosedLoop {
 public:
  ClosedLoop(const Traffic& traffic, Window window, bool prints)
      : slots_(traffic), window_(window), prints_(prints) {}

  Transfer next(std::uint32_t slot) { return slots_.next(slot); }
  /// A completion at that date, which is printed or timed. Leaves the process at the end of the
  /// window.
  void count(std::uint32_t slot, double date);

 private:
  using Clock = std::chrono::steady_clock;
  TrafficSlots slots_;
  Window window_;
  bool prints_;
  std::uint64_t completed_ = 0;
  Clock::time_point begin_ = Clock::now();
};

/// Options for as many actors as a traffic has slots: stacks of 64 KiB without guards.
std::vector<std::string> options_of(Drive drive);

/// Runs the loop between those hosts until it leaves the process.
void drive_loop(simgrid::s4u::Engine& engine, const std::vector<simgrid::s4u::Host*>& hosts,
                ClosedLoop& loop, std::uint32_t slots, Drive drive);

}  // namespace gpuscape::bench
