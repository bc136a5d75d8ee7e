#pragma once
/// Our sharing against SimGrid's: the same transfers, the same routes, the same delays.

#include <string>
#include <vector>

#include "sim/run/transfers/transfer_result.hpp"

namespace gpuscape {

/// When one size of one transfer ended, by each of the three.
struct CrosscheckRow {
  std::string from;
  std::string to;
  Bytes message{0.0};
  Seconds ours{0.0};
  Seconds cm02{0.0};
  Seconds lv08{0.0};
  Seconds ours_took{0.0};  ///< from its start
  Seconds lv08_took{0.0};
  [[nodiscard]] double difference() const { return (ours - cm02) / cm02; }
  [[nodiscard]] double lv08_longer() const { return (lv08_took - ours_took) / ours_took; }
};

struct CrosscheckResult {
  /// Dates of pure max-min sharing must agree to this.
  static constexpr double kLargest = 1e-5;
  std::vector<CrosscheckRow> rows;  ///< in the order of the scenario
  double largest = 0.0;             ///< of the differences to CM02, relative
  double lv08_median = 0.0;         ///< of how much longer LV08 takes, relative
  bool partial = false;
  [[nodiscard]] bool agrees() const { return largest <= kLargest; }
};

/// All three are of the same scenario; rows that one of them lacks are left out.
CrosscheckResult crosscheck(const TransferResult& ours, const TransferResult& cm02,
                            const TransferResult& lv08);

}  // namespace gpuscape
