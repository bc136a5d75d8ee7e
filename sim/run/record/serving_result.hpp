#pragma once
/// What became of the requests that jobs serve.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Counts of times by their size: a quantile is exact to a thousandth. Sums are of integers alone,
/// so that their order does not matter.
class TimeCounts {
 public:
  void add(Seconds time) {
    const std::size_t bin = bin_of(time.value());
    if (bin >= counts_.size()) counts_.resize(bin + 1, 0);
    ++counts_[bin];
    ++total_;
  }
  void add(const TimeCounts& other) {
    if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size(), 0);
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
    total_ += other.total_;
  }
  [[nodiscard]] std::int64_t total() const { return total_; }
  /// The time that the share `q` (0 to 1) of all is at or below, in whole bins; there must be some.
  [[nodiscard]] Seconds quantile(double q) const;

 private:
  // Of a double from 1 ns on: its exponent and the first ten bits of its mantissa.
  static constexpr double kLeast = 1e-9;
  static std::uint64_t prefix(double value) { return std::bit_cast<std::uint64_t>(value) >> 42U; }
  static std::size_t bin_of(double value) {
    return value <= kLeast ? 0 : static_cast<std::size_t>(prefix(value) - prefix(kLeast));
  }

  std::vector<std::int64_t> counts_;
  std::int64_t total_ = 0;
};

/// Of one stream.
struct ServingResult {
  std::string stream;
  std::int64_t requests = 0;  ///< that came
  std::int64_t served = 0;
  std::int64_t in_time = 0;   ///< of those served
  std::int64_t retried = 0;   ///< times that a server stopped while it worked on one
  std::int64_t gave_up = 0;   ///< waited too long
  std::int64_t batches = 0;   ///< of those served
  Seconds latency_sum{0.0};   ///< of those served
  TimeCounts latencies = {};  ///< likewise, from when it came
  Seconds within{0.0};        ///< as ServesSpec
  Seconds first{0.0};         ///< requests come from then on
  Seconds last{0.0};          ///< until then
};

}  // namespace gpuscape
