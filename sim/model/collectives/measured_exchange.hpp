#pragma once
/// Collectives that were measured, as a profile says.

#include <optional>

#include "sim/base/json/json.hpp"
#include "sim/model/collective.hpp"
#include "sim/model/transfers/transfer_plan.hpp"

namespace gpuscape {

/// What a size took where it was measured.
struct MeasuredTime {
  Seconds latency{0.0};
  Seconds bytes{0.0};  ///< of the bytes, beside that
};

/// By the library's entry; nothing where it has no law for that operation among so many GPUs of one
/// node.
[[nodiscard]] std::optional<MeasuredTime> measured_time(const JsonValue& libraries,
                                                        const CollectiveCase& of);

/// The exchange with the moves that it has, in one round that alone takes as long as was measured.
[[nodiscard]] PlannedExchange as_measured(PlannedExchange exchange, const MeasuredTime& time);

}  // namespace gpuscape
