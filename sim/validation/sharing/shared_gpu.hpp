#pragma once
/// Experiments on one GPU that is shared, told by the law of sim/sharing/ that has to come out:
/// which part of its speed alone something keeps.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

struct SharedGpu {
  /// "instance", "instance-latency", "neighbour-instances", "virtual-gpu", "duty", "pair" or
  /// "requests"; empty: not an experiment of this kind.
  std::string law = {};
  std::string gpu = {};  ///< of the catalogue; empty: not known, or none of it
  /// Key "at", for each measured value: compute slices, the sum of two jobs' use, or requests at
  /// once. Empty for laws that ask for none of them.
  std::vector<double> cases = {};
  std::uint32_t of = 0;  ///< compute slices of the GPU
  /// Two measured times: with few slices or requests, and with many; the law goes through both.
  std::uint32_t few = 0;
  std::uint32_t many = 0;
  Seconds few_time{0.0};
  Seconds many_time{0.0};
  std::uint32_t clients = 0;
  double duty = 0.0;
};

struct SharedPoint {
  std::string at = {};         ///< "3 slices"
  double speed_left = 1.0;     ///< of that alone, or of that on the whole GPU
  double in_proportion = 0.0;  ///< slices ÷ those of the GPU; 0: there is no such thing
};

/// The object "sharing" of an experiment. Issues go to the reader's context.
[[nodiscard]] SharedGpu read_shared_gpu(ObjectReader& reader);

/// What the law says, of `values` measured ones. Throws InternalError where these are not as many
/// as `cases`, or lie outside of the law's domain.
[[nodiscard]] std::vector<SharedPoint> shared_points(const SharedGpu& experiment,
                                                     std::size_t values);

}  // namespace gpuscape
