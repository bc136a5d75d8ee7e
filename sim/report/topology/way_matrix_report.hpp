#pragma once
/// What transfers between devices get: a table of latencies, one of rates, and their classes.

#include <string>
#include <string_view>

#include "sim/base/json/json.hpp"
#include "sim/model/transfers/way_matrix.hpp"

namespace gpuscape {

/// What the latencies and the rates of a matrix are.
inline constexpr std::string_view kWayLatencyTitle =
    "one way of a 64 B copy from its call on, alone, us";
inline constexpr std::string_view kWayRateTitle = "bandwidth of a 1 GB copy, alone, GB/s";

/// Both matrices and the classes of pairs; the classes alone of more than 32 devices.
std::string way_matrix_text(const WayMatrix& matrix);
/// SI base units, the unit in the key.
JsonValue way_matrix_json(const WayMatrix& matrix);

}  // namespace gpuscape
