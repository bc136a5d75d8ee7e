#include "gui/view/map_view.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/unit/gui_view/live_states.hpp"

namespace gpuscape::gui {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

CheckedScenario shipped(const std::string& file, const Design& design = {}) {
  return open_scenario({.file = source_file("scenarios/" + file).string()}, design,
                       test::builtin_models());
}

/// Four DGX A100: two sockets, eight GPUs, NVSwitches.
const CheckedScenario& dgx() {
  static const CheckedScenario scenario = shipped("rent-or-buy.json");
  return scenario;
}

const NodeMapView& dgx_map() {
  static const NodeMapView view = node_map_view(dgx(), 0, 900.0);
  return view;
}

std::size_t count(const NodeMapView& view, DeviceKind kind) {
  return static_cast<std::size_t>(std::ranges::count(view.boxes, kind, &MapBox::kind));
}

TEST(NodeMapView, DrawsTheDevicesOfTheNode) {
  EXPECT_THAT(mapped_groups(dgx()), ElementsAre(0U));
  EXPECT_EQ(dgx_map().title, "gpu · dgx-a100-40gb");
  EXPECT_EQ(count(dgx_map(), DeviceKind::gpu), 8U);
  EXPECT_EQ(count(dgx_map(), DeviceKind::cpu), 2U);
  EXPECT_EQ(count(dgx_map(), DeviceKind::nvswitch), 1U);
  EXPECT_THAT(mapped_groups(shipped("quickstart.json")), IsEmpty()) << "nothing is known inside";
}

TEST(NodeMapView, StaysWithinItsSize) {
  for (const MapBox& box : dgx_map().boxes) {
    EXPECT_TRUE(box.left >= 0.0 && box.right <= dgx_map().width && box.left < box.right)
        << box.label;
    EXPECT_TRUE(box.top >= 0.0 && box.bottom <= dgx_map().height) << box.label;
  }
}

TEST(NodeMapView, FindsTheBoxUnderAPoint) {
  for (std::size_t i = 0; i < dgx_map().boxes.size(); ++i) {
    const MapBox& box = dgx_map().boxes[i];
    EXPECT_EQ(box_at(dgx_map(), (box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0), i);
  }
  EXPECT_FALSE(box_at(dgx_map(), -1.0, -1.0).has_value());
}

TEST(NodeMapView, FindsTheNearestLinkWithinReach) {
  const MapLink& link = dgx_map().links.front();
  const double x = (link.x1 + link.x2) / 2.0;
  const double y = (link.y1 + link.y2) / 2.0;
  EXPECT_EQ(link_at(dgx_map(), x, y), 0U);
  EXPECT_THAT(link.text, HasSubstr("GB/s"));
  EXPECT_FALSE(link_at(dgx_map(), -100.0, -100.0).has_value());
}

// The middle of a curve whose ends are at one height lies 3/4 of its bend below them.
TEST(NodeMapView, FindsACurveWhereItIsDrawn) {
  NodeMapView view;
  view.links = {{.x1 = 0.0, .y1 = 0.0, .x2 = 100.0, .y2 = 0.0, .bend = 40.0}};
  EXPECT_TRUE(link_at(view, 50.0, 30.0, 1.0).has_value());
  EXPECT_FALSE(link_at(view, 50.0, 0.0, 5.0).has_value());
}

TEST(HeatView, HoldsEveryPairOfGpus) {
  const HeatView view = heat_view(dgx(), 0);
  ASSERT_THAT(view.rows, SizeIs(8));
  ASSERT_EQ(view.alone.size(), 8 * view.columns.size());
  const NodeMap map = map_node(dgx().cluster->platform().groups()[0].graph);
  EXPECT_DOUBLE_EQ(view.alone[view.index(0, 1)], map.pairs[0][1].alone.value());
  EXPECT_DOUBLE_EQ(view.alone[view.index(3, 3)], 0.0);
  EXPECT_THAT(heat_text(view, 0, 1), HasSubstr("gpu0 → gpu1: "));
}

TEST(NetworkUse, NamesTheCostliestLinksFirstAndEachOnce) {
  const std::optional<NetworkUse> use = network_use(study_with_traffic());
  ASSERT_TRUE(use.has_value());
  ASSERT_THAT(use->links, SizeIs(2));
  EXPECT_EQ(use->links[0].name, "leaf 0 → spine 1");
  EXPECT_DOUBLE_EQ(use->links[0].lost_share, 0.75) << "60 of 80 GPU-seconds";
  EXPECT_EQ(use->links[1].gpus_lost, GpuSeconds(0.0));
  EXPECT_THAT(use->summary, HasSubstr("bottleneck"));
  EXPECT_FALSE(network_use(small_study()).has_value());
}

TEST(LinkUsers, AreTheJobsThatTheLinkSlowed) {
  const StudyResult study = study_with_traffic();
  const std::vector<LinkUser> users = users_of_link(study.first, "leaf 0 → spine 1");
  ASSERT_THAT(users, SizeIs(1));
  EXPECT_EQ(users[0].job, 1U);
  EXPECT_DOUBLE_EQ(users[0].gpus_lost.value(), 2.0) << "4 GPUs, 1.5 s, a third of it";
  EXPECT_EQ(users[0].text, "job 2 · 4 GPUs · 1.50 times as long");
  EXPECT_THAT(users_of_link(study.first, "elsewhere"), IsEmpty());
}

TEST(LinkUsers, LoseMostFirstInARealRun) {
  const LiveState state = test::shipped_state(
      "thin-spine.json", {{.variant = "thin, hash", .sets = {"/run/replications=1"}}});
  const StudyResult& result = state.designs[0].outcome->result;
  const std::optional<NetworkUse> use = network_use(result);
  ASSERT_TRUE(use.has_value());
  ASSERT_FALSE(use->links.empty());
  EXPECT_GT(use->links[0].lost_share, 0.0);
  const std::vector<LinkUser> users = users_of_link(result.first, use->links[0].name);
  ASSERT_FALSE(users.empty());
  EXPECT_TRUE(std::ranges::is_sorted(users, std::ranges::greater(), &LinkUser::gpus_lost));
  EXPECT_GE(users[0].slowdown, 1.0);
}

}  // namespace
}  // namespace gpuscape::gui
