#include "cuda/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape::bench::cuda {

namespace {

int bias_of(const Format& format) { return (1 << (format.exponent_bits - 1)) - 1; }

double largest_of(const Format& format) {
  // Without infinity the top exponent counts numbers, all but the last mantissa, which is NaN.
  const int top = (1 << format.exponent_bits) - (format.has_infinity ? 2 : 1) - bias_of(format);
  const double last = format.has_infinity ? 2.0 - std::ldexp(1.0, -format.mantissa_bits)
                                          : 2.0 - std::ldexp(2.0, -format.mantissa_bits);
  return std::ldexp(last, top);
}

}  // namespace

std::uint32_t encoded(const Format& format, double value) {
  const std::uint32_t sign =
      std::signbit(value) ? 1U << (format.exponent_bits + format.mantissa_bits) : 0U;
  const double size = std::min(std::abs(value), largest_of(format));
  if (size == 0.0) return sign;
  int exponent = 0;
  std::frexp(size, &exponent);
  const int least = 1 - bias_of(format);
  exponent = std::max(exponent - 1, least);
  // In steps of the last mantissa bit; a carry runs into the exponent, as it should.
  const auto steps =
      static_cast<std::uint32_t>(std::nearbyint(std::ldexp(size, format.mantissa_bits - exponent)));
  const auto raised = static_cast<std::uint32_t>(exponent - least) << format.mantissa_bits;
  return sign | (raised + steps);
}

double decoded(const Format& format, std::uint32_t bits) {
  const std::uint32_t mantissa = bits & ((1U << format.mantissa_bits) - 1U);
  const auto field =
      static_cast<int>((bits >> format.mantissa_bits) & ((1U << format.exponent_bits) - 1U));
  const bool negative = ((bits >> (format.exponent_bits + format.mantissa_bits)) & 1U) != 0;
  const double whole = field == 0 ? 0.0 : std::ldexp(1.0, format.mantissa_bits);
  const double size =
      std::ldexp(whole + mantissa, std::max(field, 1) - bias_of(format) - format.mantissa_bits);
  return negative ? -size : size;
}

}  // namespace gpuscape::bench::cuda
