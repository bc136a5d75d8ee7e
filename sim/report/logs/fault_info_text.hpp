#pragma once
/// What a log of faults says, as text and as JSON.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/logs/fault_info.hpp"

namespace gpuscape {

std::string fault_info_text(const FaultInfo& info);
std::string fault_info_json(const FaultInfo& info);

/// The fit as a scenario writes it, for others to extend: nothing but `/cluster/failures`, with an
/// entry for each cause. Times have four digits.
JsonValue failures_fragment(const FaultFit& fit);

}  // namespace gpuscape
