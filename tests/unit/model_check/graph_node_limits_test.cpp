/// How large a node's graph may be.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/unit/model_check/node_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults_of;
using testing::hint_of;
using ::testing::IsEmpty;
using testing::NodeText;
using testing::ScenarioText;

/// A socket with so many drives at it.
NodeText with_drives(int drives, const std::string& more = "") {
  NodeText node{.devices = R"("cpu0": "cpu")", .links = "", .cpu = "", .more = more, .nics = ""};
  for (int i = 0; i < drives; ++i) {
    node.devices += fmt::format(R"(, "d{}": "nvme")", i);
    node.links += fmt::format(R"({}{{"between": ["cpu0", "d{}"], "bandwidth": "1 GB/s"}})",
                              i == 0 ? "" : ", ", i);
  }
  return node;
}

// The socket has a memory of its own. 30 000 devices took 3.5 GB and half a minute.
TEST(GraphNode, HasAtMost2048Devices) {
  EXPECT_THAT(faults_of(with_drives(2046)), IsEmpty());
  EXPECT_THAT(faults_of(with_drives(2047)),
              ElementsAre("/cluster/nodes/n/devices: 2 049 devices in one node: at most 2 048"));
  EXPECT_THAT(hint_of(with_drives(2047)),
              ::testing::StartsWith("several nodes, joined by a network"));
}

// Nine with the memory: 227 trays have 2 043, 228 have 2 052.
TEST(GraphNode, CountsTheDevicesOfAllTrays) {
  EXPECT_THAT(faults_of(with_drives(7, R"(, "trays": 228)")),
              ElementsAre("/cluster/nodes/n/devices: 2 052 devices in one node: at most 2 048"));
}

// Every two sockets are joined: 181 * 180 / 2 = 16 290 links, and of 182 sockets 16 471.
TEST(GraphNode, HasAtMost16384Links) {
  const auto sockets = [](int count) {
    NodeText node{.devices = R"("cpu0": "cpu")", .links = "", .more = "", .nics = ""};
    node.cpu = R"("inter_socket": {"bandwidth_per_link": "20 GB/s"})";
    for (int i = 1; i < count; ++i) node.devices += fmt::format(R"(, "cpu{}": "cpu")", i);
    return node;
  };
  EXPECT_THAT(faults_of(sockets(181)), IsEmpty());
  EXPECT_THAT(faults_of(sockets(182)),
              ElementsAre("/cluster/nodes/n/links: 16 471 links in one node: at most 16 384"));
}

// 4 * 2048 * 2048 ways are as many as all groups may have.
TEST(GraphNode, OfSeveralGroupsTheWaysAreCountedTogether) {
  std::string groups;
  for (int i = 0; i < 5; ++i)
    groups += fmt::format(R"({}"n{}": {})", i == 0 ? "" : ", ", i, with_drives(2046).text());
  Registry registry;
  register_builtin_models(registry);
  LoadedScenario loaded = test::load_text(
      ScenarioText{.cluster = R"("cluster": {"nodes": {)" + groups + "}}"}.text(), "s.json");
  check(loaded, registry);
  EXPECT_THAT(testing::faults(loaded),
              ElementsAre(::testing::StartsWith(
                  "/cluster/nodes/n4: 20 971 520 ways between devices of one node")));
}

}  // namespace
}  // namespace gpuscape
