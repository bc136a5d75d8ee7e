#include "sim/base/nearest.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

const std::vector<std::string> kWords = {"count", "gpus", "cores", "memory"};

TEST(Nearest, FindsSwappedMissingAddedAndChangedLetters) {
  EXPECT_EQ(nearest("cuont", kWords), "count");
  EXPECT_EQ(nearest("memry", kWords), "memory");
  EXPECT_EQ(nearest("gpuus", kWords), "gpus");
  EXPECT_EQ(nearest("cares", kWords), "cores");
}

TEST(Nearest, IgnoresCase) { EXPECT_EQ(nearest("GPUs", kWords), "gpus"); }

TEST(Nearest, AllowsAThirdOfTheLettersAndNotMore) {
  EXPECT_EQ(nearest("memoxx", kWords), "memory");
  EXPECT_EQ(nearest("memxxx", kWords), "");
}

TEST(Nearest, OffersNothingForASingleWrongLetter) { EXPECT_EQ(nearest("x", {"y"}), ""); }

TEST(Nearest, TakesTheFirstOfEquallyNearOnes) { EXPECT_EQ(nearest("cat", {"car", "bat"}), "car"); }

TEST(Nearest, PrefersWhatBeginsWithTheWord) {
  EXPECT_EQ(nearest("a100", {"a10", "a100-pcie-40gb", "h100"}), "a100-pcie-40gb");
  EXPECT_EQ(nearest("A100", {"a10", "a100-sxm4-40gb", "a100-x"}), "a100-x");
  EXPECT_EQ(nearest("a", {"abc", "xyz"}), "");
}

TEST(NearestHint, OffersEveryWordThatBeginsWithIt) {
  EXPECT_EQ(nearest_hint("a100", {"a10", "a100-pcie", "a100-sxm4"}),
            "did you mean \"a100-pcie\" or \"a100-sxm4\"?");
  EXPECT_EQ(nearest_hint("xy", {"xy12", "xy3", "xy4", "xy5", "xy6", "xy7"}),
            "did you mean \"xy3\", \"xy4\", \"xy5\", \"xy6\" or 2 more?");
  EXPECT_EQ(nearest_hint("a100", {"a10"}), "did you mean \"a10\"?");
}

TEST(NearestHint, ListsWhatIsKnownWhereNothingIsNear) {
  EXPECT_EQ(nearest_hint("zzzz", {"a", "b"}), "known here: a, b");
  EXPECT_EQ(nearest_hint("cuont", kWords), "did you mean \"count\"?");
  EXPECT_EQ(nearest_hint("zzzz", {}), "");
}

TEST(NearestHint, CutsALongList) {
  EXPECT_TRUE(
      nearest_hint("zzzz", std::vector<std::string>(30, "abc")).ends_with("abc and 6 more"));
}

}  // namespace
}  // namespace gpuscape
