#include "cuda/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gpuscape::bench::cuda {
namespace {

// The patterns are those of IEEE 754-2019 for binary16, of bfloat16 as binary32's upper half, and
// of the OCP 8-bit specification for E4M3.

TEST(Numbers, HalfPrecisionHasTheBitsOfBinary16) {
  EXPECT_EQ(encoded(kHalf, 1.0), 0x3C00U);
  EXPECT_EQ(encoded(kHalf, -2.0), 0xC000U);
  EXPECT_EQ(encoded(kHalf, 65504.0), 0x7BFFU);
  EXPECT_EQ(encoded(kHalf, std::ldexp(1.0, -24)), 0x0001U);
  EXPECT_EQ(encoded(kHalf, 0.0), 0x0000U);
}

TEST(Numbers, Bfloat16IsTheUpperHalfOfASingle) {
  EXPECT_EQ(encoded(kBfloat, 1.0), 0x3F80U);
  EXPECT_EQ(encoded(kBfloat, -0.5), 0xBF00U);
}

TEST(Numbers, E4m3EndsAt448) {
  EXPECT_EQ(encoded(kE4m3, 1.0), 0x38U);
  EXPECT_EQ(encoded(kE4m3, 448.0), 0x7EU);
  EXPECT_EQ(encoded(kE4m3, 1e6), 0x7EU) << "beyond the largest it is the largest";
  EXPECT_EQ(encoded(kE4m3, std::ldexp(1.0, -9)), 0x01U);
}

TEST(Numbers, HalfwayGoesToTheEvenNeighbour) {
  EXPECT_EQ(encoded(kHalf, 1.0 + std::ldexp(1.0, -11)), 0x3C00U);
  EXPECT_EQ(encoded(kHalf, 1.0 + 3 * std::ldexp(1.0, -11)), 0x3C02U);
}

TEST(Numbers, RoundingUpMayRaiseTheExponent) {
  // 2 - 2^-12 is nearer to 2 than to the number before it, 2 - 2^-10.
  EXPECT_EQ(encoded(kHalf, 2.0 - std::ldexp(1.0, -12)), 0x4000U);
}

TEST(Numbers, EveryFiniteHalfReadsAsItWasWritten) {
  for (std::uint32_t bits = 0; bits < 0x7C00U; ++bits)
    ASSERT_EQ(encoded(kHalf, decoded(kHalf, bits)), bits);
  for (std::uint32_t bits = 0; bits < 0x7FU; ++bits)
    ASSERT_EQ(encoded(kE4m3, decoded(kE4m3, bits)), bits);
}

}  // namespace
}  // namespace gpuscape::bench::cuda
