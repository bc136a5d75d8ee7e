#pragma once
/// Rates of boards that were not measured, from those of another board with the same chip.

#include <string_view>

#include "sim/catalog/catalog.hpp"

namespace gpuscape {

/// The catalogue's rates of an application, and for GPUs with no rate in a precision of which a
/// sister board has one (`sister_board`, in either direction): that rate × `sister_rate`, under the
/// rate's id and the GPU's, with `sister_rate`.
[[nodiscard]] JsonValue rates_with_sisters(const Catalog& catalog, std::string_view application);

}  // namespace gpuscape
