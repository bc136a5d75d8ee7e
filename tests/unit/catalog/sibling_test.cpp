#include "sim/catalog/catalog_rows.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

const std::vector<std::string> kBoards = {"p100-pcie-16gb", "h100-pcie-80gb", "h200-sxm5-141gb",
                                          "b200-sxm-180gb", "gb200-nvl72"};

TEST(NearestSibling, HasTheSameLettersAndTheNearestNumber) {
  EXPECT_EQ(nearest_sibling("h800", kBoards), "h200-sxm5-141gb");
  EXPECT_EQ(nearest_sibling("H100-NVL-94GB", kBoards), "h100-pcie-80gb");
  EXPECT_EQ(nearest_sibling("b900", kBoards), "b200-sxm-180gb");
  EXPECT_EQ(nearest_sibling("vr200-nvl144", kBoards), "gb200-nvl72");
  EXPECT_EQ(nearest_sibling("gaudi3", kBoards), "");
  EXPECT_EQ(nearest_sibling("", kBoards), "");
}

TEST(NameHint, NamesASiblingOnlyWhereNoWordIsNear) {
  EXPECT_EQ(name_hint("b900", kBoards), "the nearest that is known here is \"b200-sxm-180gb\"");
  EXPECT_EQ(name_hint("h200", kBoards), "did you mean \"h200-sxm5-141gb\"?");
  EXPECT_TRUE(name_hint("gaudi3", kBoards).starts_with("known here"));
}

}  // namespace
}  // namespace gpuscape
