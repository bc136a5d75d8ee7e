#pragma once

#include "sim/base/error.hpp"

namespace gpuscape {

/// The user wanted it stopped before there was anything to keep.
class Interrupted : public RunError {
 public:
  using RunError::RunError;
};

}  // namespace gpuscape
