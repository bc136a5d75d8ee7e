#include "sim/workload/node_asks.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

NodeGroup group(std::string model, std::vector<std::string> features = {}) {
  NodeGroup made{"nodes", 2, Demand{8, 0, 0}, false};
  made.gpu_model = std::move(model);
  made.features = std::move(features);
  return made;
}

TEST(NodeAsks, NumbersEachAskOnce) {
  NodeAsks asks;
  EXPECT_EQ(asks.intern("", ""), 0);
  EXPECT_EQ(asks.intern("a100", ""), 1);
  EXPECT_EQ(asks.intern("", "nvlink"), 2);
  EXPECT_EQ(asks.intern("a100", ""), 1);
  EXPECT_EQ(asks.intern("", "", GpusFrom::lent), 3);
  EXPECT_EQ(asks.intern("a100", "", GpusFrom::lent), 4);
  EXPECT_EQ(asks.intern("a100", ""), 1);
  EXPECT_EQ(ask_text(asks[3]), "lent GPUs");
  EXPECT_EQ(asks.size(), 5U);
}

TEST(NodeAsks, RefusesMoreThanCanBeNumbered) {
  NodeAsks asks;
  for (int i = 1; i <= 65'535; ++i) ASSERT_TRUE(asks.intern(std::to_string(i), ""));
  EXPECT_FALSE(asks.intern("one more", ""));
  EXPECT_EQ(asks.intern("7", ""), 7);
}

TEST(NodeAsks, AModelIsNamedByTheBeginningOfItsId) {
  EXPECT_TRUE(is_gpu_model("a100", "a100-sxm4-80gb"));
  EXPECT_TRUE(is_gpu_model("A100", "a100"));
  EXPECT_TRUE(is_gpu_model("nvidia_a100", "nvidia_a100_80gb_pcie"));
  EXPECT_FALSE(is_gpu_model("a10", "a100-sxm4-80gb"));
  EXPECT_FALSE(is_gpu_model("a100-sxm4-80gb", "a100"));
  EXPECT_FALSE(is_gpu_model("", "a100"));
}

TEST(NodeAsks, FeaturesAreJoinedAsInSlurm) {
  const std::vector<std::string> has{"a100", "nvlink"};
  EXPECT_EQ(has_features("a100&nvlink", has), true);
  EXPECT_EQ(has_features("h100|nvlink", has), true);
  EXPECT_EQ(has_features("(h100|a100)&ib", has), false);
  EXPECT_EQ(has_features("[h100|a100]", has), true);
  EXPECT_EQ(has_features("h100&a100|nvlink", has), true);  // & binds closer
}

TEST(NodeAsks, NobodyUnderstandsABrokenExpression) {
  for (const char* text : {"a100&", "(a100", "a100)", "a100*2", "|", "a b", "()"})
    EXPECT_EQ(has_features(text, {"a100"}), std::nullopt) << text;
  EXPECT_EQ(has_features(std::string(100, '(') + "a" + std::string(100, ')'), {}), std::nullopt);
}

TEST(NodeAsks, AGroupServesWhoAsksForItsModel) {
  const std::vector<NodeGroup> groups{group("a100-sxm4-80gb"), group("h100", {"fast"}), group("")};
  const NodeFacts facts = node_facts(groups);
  EXPECT_TRUE(will_do({"v100|a100", ""}, groups[0], facts));
  EXPECT_FALSE(will_do({"h100", ""}, groups[0], facts));
  EXPECT_FALSE(will_do({"h100", ""}, groups[2], facts));
  EXPECT_TRUE(will_do({"h100", "fast"}, groups[1], facts));
  EXPECT_FALSE(will_do({"", "fast"}, groups[0], facts));
}

TEST(NodeAsks, WhereNoGroupSaysItsModelAnyDoes) {
  const std::vector<NodeGroup> groups{group(""), group("")};
  EXPECT_TRUE(will_do({"h100", "fast"}, groups[0], node_facts(groups)));
}

TEST(NodeAsks, EachGroupKnowsWhomItServes) {
  NodeAsks asks;
  Demand demand{4, 0, 0};
  demand.asks = asks.intern("h100", "").value();
  Platform platform({group("a100"), group("h100")});
  resolve_asks(asks, platform);
  EXPECT_FALSE(platform.groups()[0].will_do(demand));
  EXPECT_TRUE(platform.groups()[1].will_do(demand));
  EXPECT_TRUE(platform.groups()[0].will_do(demand.amounts()));
}

}  // namespace
}  // namespace gpuscape
