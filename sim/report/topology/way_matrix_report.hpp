#pragma once
/// What transfers between devices get: a table of latencies, one of rates, and their classes.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/model/transfers/way_matrix.hpp"

namespace gpuscape {

/// The classes alone where there are more than twelve devices.
std::string way_matrix_text(const WayMatrix& matrix);
/// SI base units, the unit in the key.
JsonValue way_matrix_json(const WayMatrix& matrix);

}  // namespace gpuscape
