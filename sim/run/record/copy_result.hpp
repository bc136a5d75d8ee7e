#pragma once
/// What was copied from one store to another in a run.

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct CopyResult {
  std::string name;
  std::string from;
  std::string to;
  Bytes size{0.0};                 ///< of each time
  std::int64_t times = 0;          ///< that it was done
  std::int64_t late = 0;           ///< times that began after they were due
  Seconds latest{0.0};             ///< how much later, at most
  Bytes copied{0.0};               ///< of all times, with what is done of the one under way
  Seconds busy{0.0};               ///< any was under way
  std::optional<Seconds> begin;    ///< of the first time; none: it was not due in the run
  std::optional<Seconds> end;      ///< of the last time that was done; none: none was
  std::optional<Bytes> under_way;  ///< what is done of the one that the run's end cut off
  Seconds alone{0.0};              ///< that each would take if nobody else used the stores
  std::string bound_by = {};       ///< what set its rate longest: "lake: operations"
  double bound_share = 0.0;        ///< for that share of the time

  /// While it was under way.
  [[nodiscard]] BytesPerSecond mean_rate() const {
    return busy > Seconds(0.0) ? copied / busy : BytesPerSecond(0.0);
  }
};

}  // namespace gpuscape
