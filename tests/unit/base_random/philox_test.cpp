#include "sim/base/philox.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

// Known answers for philox4x32 with ten rounds, from the file kat_vectors of the authors'
// Random123.

TEST(Philox, GivesTheKnownAnswerForZeros) {
  constexpr PhiloxCounter kAnswer{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  static_assert(philox4x32({0, 0, 0, 0}, {0, 0}) == kAnswer);
}

TEST(Philox, GivesTheKnownAnswerForOnes) {
  constexpr std::uint32_t kOnes = 0xffffffff;
  constexpr PhiloxCounter kAnswer{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  static_assert(philox4x32({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) == kAnswer);
}

TEST(Philox, GivesTheKnownAnswerForTheDigitsOfPi) {
  constexpr PhiloxCounter kAnswer{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
  static_assert(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                           {0xa4093822, 0x299f31d0}) == kAnswer);
}

TEST(Philox, GivesAtRunTimeWhatItGivesAtCompileTime) {
  constexpr PhiloxCounter kAnswer = philox4x32({1, 2, 3, 4}, {5, 6});
  volatile std::uint32_t one = 1;
  EXPECT_EQ(philox4x32({one, 2, 3, 4}, {5, 6}), kAnswer);
}

}  // namespace
}  // namespace gpuscape
