#include "sim/scheduling/node_list.hpp"

#include <gmock/gmock.h>

namespace gpuscape {
namespace {

using testing::HasSubstr;

class NodeList : public testing::Test {
 protected:
  Platform platform_{{{"gpu", 8, {8, 0, 0}, false}, {"cpu/big", 2, {0, 8000, 0}, false}}};
  NodeMask mask_{platform_};
};

TEST_F(NodeList, NamesGroupsNodesAndRanges) {
  EXPECT_EQ(open_nodes("gpu/1, gpu/3-5,cpu/big", platform_, mask_), "");
  EXPECT_EQ(mask_.count(0), 4U);
  EXPECT_EQ(mask_.count(1), 2U);
  EXPECT_TRUE(mask_.is_open(0, 5));
  EXPECT_FALSE(mask_.is_open(0, 2));
}

TEST_F(NodeList, AnEmptyListIsAllNodes) {
  EXPECT_EQ(open_nodes(" ", platform_, mask_), "");
  EXPECT_EQ(mask_.count(0) + mask_.count(1), 10U);
}

TEST_F(NodeList, SaysWhatItCannotFind) {
  EXPECT_THAT(open_nodes("gpus", platform_, mask_), HasSubstr("did you mean \"gpu\"?"));
  EXPECT_THAT(open_nodes("gpu/7-8", platform_, mask_), HasSubstr("\"gpu\" has 0 to 7"));
  EXPECT_THAT(open_nodes("gpu/5-3", platform_, mask_), HasSubstr("names no nodes"));
  EXPECT_THAT(open_nodes("gpu/", platform_, mask_), HasSubstr("names no nodes"));
  EXPECT_THAT(open_nodes("gpu/x", platform_, mask_), HasSubstr("names no nodes"));
  EXPECT_EQ(mask_.count(0), 0U);
}

}  // namespace
}  // namespace gpuscape
