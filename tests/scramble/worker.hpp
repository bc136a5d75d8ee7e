#pragma once
/// A draw in a process of its own: what it dies of is its fault, and how long it takes is bounded.

#include <filesystem>
#include <string>

#include "tests/scramble/trial.hpp"

namespace gpuscape::scramble {

/// The verdict of a child. A child that ends by a signal, or is stopped after `seconds`, is a fault
/// of that name.
Verdict try_in_child(const Drawn& drawn, const Bench& bench, int seconds);

/// The same scenario with as much left out as it still fails with the same check.
Drawn shrunk(const Drawn& drawn, const Bench& bench, const Fault& fault, int seconds);

}  // namespace gpuscape::scramble
