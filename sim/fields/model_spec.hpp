#pragma once

#include <string>

#include "sim/base/json/json.hpp"

namespace gpuscape {

/// A model by name with its own parameters as written. They stay opaque here; the model reads them.
struct ModelSpec {
  std::string type;      ///< registered name: "custom", "fifo", "easy", …; empty after a fault
  JsonValue parameters;  ///< the whole object in which `type` stands
  std::string pointer;   ///< where that object stands
};

}  // namespace gpuscape
