#pragma once

#include "sim/model/registry.hpp"

namespace gpuscape::test {

/// The built-in models and the scheduler of docs/how-to/add-a-scheduler.md.
const Registry& all_models();

}  // namespace gpuscape::test
