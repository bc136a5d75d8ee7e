#pragma once
/// Floating-point formats that the host has no type for.

#include <cstdint>

namespace gpuscape::bench::cuda {

/// A format by its bits; 8-bit E4M3 has no infinity, and rounds to its largest number instead.
struct Format {
  int exponent_bits;
  int mantissa_bits;
  bool has_infinity;
};
constexpr Format kHalf{5, 10, true};
constexpr Format kBfloat{8, 7, true};
constexpr Format kE4m3{4, 3, false};

/// The nearest number of the format, ties to even; what is beyond the largest becomes the largest.
std::uint32_t encoded(const Format& format, double value);
/// Of finite numbers.
double decoded(const Format& format, std::uint32_t bits);

}  // namespace gpuscape::bench::cuda
