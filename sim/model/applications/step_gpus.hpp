#pragma once
/// GPUs of the catalogue as far as a step depends on them.

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/model/application.hpp"

namespace gpuscape {

/// The GPU of an entry of the catalogue's `gpus`, as models read it (`plain_entry`). TF32 that a
/// GPU does not have is computed in FP32, and half precision outside tensor cores where it has
/// none.
[[nodiscard]] StepGpu step_gpu(const std::string& id, const JsonValue& entry);
/// The one of that id in an object of entries; a GPU of which nothing is known where there is none.
/// The peaks of a board with a `sister_board` are that board's × `sister_rate`: shares of a peak
/// that are attained hold on the board on which they were found.
[[nodiscard]] StepGpu find_step_gpu(const JsonValue& entries, const std::string& id);

}  // namespace gpuscape
