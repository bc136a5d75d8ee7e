#pragma once

#include <cstdint>
#include <memory>

#include "sim/workload/source.hpp"

namespace gpuscape {

/// What jobs of a stream ask of nodes, into NodeAsks.
struct StreamAsks {
  std::uint16_t whole = 0;
  std::uint16_t part = 0;  ///< of those that ask for one GPU
  bool parts = false;      ///< these ask for a part of it
  [[nodiscard]] bool any() const { return whole != 0 || part != 0 || parts; }
};

/// The jobs of another source, each with such an ask.
std::unique_ptr<WorkloadSource> make_asking_source(std::unique_ptr<WorkloadSource> source,
                                                   const StreamAsks& asks);

}  // namespace gpuscape
