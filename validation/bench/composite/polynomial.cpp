#include "composite/polynomial.hpp"

#include <algorithm>
#include <array>

namespace gpuscape::bench {

void polynomial(float* values, std::size_t count) {
  // Blocks that the compiler keeps in vector registers, so that arithmetic and not the chain of
  // Horner's rule is what takes time.
  constexpr std::size_t kLanes = 32;
  constexpr float kFactor = 1.0F / kPolynomialDegree;
  for (std::size_t at = 0; at < count; at += kLanes) {
    const std::size_t lanes = std::min(kLanes, count - at);
    std::array<float, kLanes> x{};
    std::array<float, kLanes> sum{};
    std::copy_n(values + at, lanes, x.begin());
    for (int power = 0; power < kPolynomialDegree; ++power)
      for (std::size_t lane = 0; lane < kLanes; ++lane) sum[lane] = sum[lane] * x[lane] + kFactor;
    std::copy_n(sum.begin(), lanes, values + at);
  }
}

void add_into(float* sum, const float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += values[i];
}

}  // namespace gpuscape::bench
