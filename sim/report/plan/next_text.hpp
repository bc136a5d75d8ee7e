#pragma once

#include <string>

#include "sim/plan/what_next.hpp"

namespace gpuscape {

/// What `gpuscape plan --next` prints: each step with what it takes, what it does to objectives,
/// and what that is for 10 000 of the money.
[[nodiscard]] std::string next_text(const NextAnswer& answer);

/// The same as one JSON document.
[[nodiscard]] std::string next_json(const NextAnswer& answer);

}  // namespace gpuscape
