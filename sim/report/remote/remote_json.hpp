#pragma once

#include <string>

#include "sim/remote/remote_answer.hpp"

namespace gpuscape {

/// Everything of an answer, steps among it. Ends with a newline.
[[nodiscard]] std::string remote_json(const RemoteAnswer& answer);

}  // namespace gpuscape
