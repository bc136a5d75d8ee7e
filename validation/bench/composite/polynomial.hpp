#pragma once
/// A kernel for the CPU whose time is arithmetic: each value becomes a polynomial of itself.

#include <cstddef>
#include <vector>

namespace gpuscape::bench {

constexpr int kPolynomialDegree = 32;

/// Floating-point operations for that many values.
constexpr double polynomial_flops(std::size_t values) {
  return 2.0 * kPolynomialDegree * static_cast<double>(values);
}

/// In place; values stay within [-1, 1] where they were.
void polynomial(float* values, std::size_t count);

/// Adds one to the other, value by value.
void add_into(float* sum, const float* values, std::size_t count);

}  // namespace gpuscape::bench
