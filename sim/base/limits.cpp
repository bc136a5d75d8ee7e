#include "sim/base/limits.hpp"

namespace gpuscape {

namespace {

Limits& shared_limits() {
  static Limits shared;
  return shared;
}

}  // namespace

const Limits& limits() { return shared_limits(); }

void set_limits(const Limits& limits) { shared_limits() = limits; }

}  // namespace gpuscape
