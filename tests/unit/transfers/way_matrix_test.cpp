/// What transfers between GPUs of one node and of several get: the three classes of a rack.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "models/builtin_models.hpp"
#include "sim/model/transfers/way_matrix.hpp"
#include "sim/report/topology/way_matrix_report.hpp"
#include "sim/report/topology/way_matrix_svg.hpp"
#include "tests/support/checked_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

/// Two C4130 with four GPUs each.
WayMatrix matrix_of(const std::string& network) {
  const CheckedScenario scenario = test::checked(fmt::format(
      R"({{"format": 1, "cluster": {{
        "nodes": {{"gpu": {{"type": "dell-c4130-seed-rack", "count": 2}}}},
        "networks": {{"compute": {{"type": "single-switch", {}}}}}}},
      "workload": {{"streams": {{"s": {{"transfers": [{{"from": "gpu/0/gpu0", "to": "gpu/1/gpu0",
        "bytes": ["1 MB"]}}]}}}}}}, "run": {{"detail": "step"}}}})",
      network));
  Registry registry;
  register_builtin_models(registry);
  const ClusterGraph& graph = scenario.cluster->graph();
  std::vector<Endpoint> ends;
  for (const char* name : {"gpu/0/gpu0", "gpu/0/gpu1", "gpu/1/gpu0"}) {
    std::string why;
    ends.push_back(graph.find(name, why).value());
  }
  ReadingContext context;
  WayMatrix matrix = make_way_matrix(scenario.spec, graph, registry, ends, context);
  context.throw_if_issues();
  return matrix;
}

/// The deck's heat map: a switch in the node, FDR in a Gen3 x8 slot, TCP over 10 GbE.
TEST(WayMatrix, ShowsTheClassesOfTheRack) {
  const WayMatrix rdma = matrix_of(R"("switch": "mellanox-sx6036")");
  const WayMatrix tcp =
      matrix_of(R"("link": "10 Gbit/s", "latency": "1 us", "transport": "tcp-kernel-10g")");
  EXPECT_THAT(rdma.names, testing::ElementsAre("gpu/0/gpu0", "gpu/0/gpu1", "gpu/1/gpu0"));
  for (const WayMatrix* matrix : {&rdma, &tcp}) {
    EXPECT_TRUE(matrix->pairs[0][1].same_node);
    EXPECT_NEAR(matrix->pairs[0][1].rate.value(), 12.6e9, 0.05e9);
    EXPECT_FALSE(matrix->pairs[0][2].same_node);
    EXPECT_EQ(matrix->pairs[0][2].rate, matrix->pairs[2][0].rate);
  }
  EXPECT_NEAR(rdma.pairs[0][2].rate.value(), 6.3e9, 0.05e9);
  EXPECT_NEAR(tcp.pairs[0][2].rate.value(), 0.9e9, 0.05e9);  // 7.24 Gbit/s of one core
  EXPECT_EQ(rdma.pairs[0][1].way_class, WayClass::local);    // one switch, no socket
  EXPECT_EQ(rdma.pairs[0][2].way_class, WayClass::remote);
  EXPECT_GT(tcp.pairs[0][2].one_way, Seconds(20e-6));
}

/// A verbs message alone takes less than a copy in the node with its launch: not the same thing.
TEST(WayMatrix, CountsTheStartOfACopyInEveryPair) {
  const PairWay local = matrix_of(R"("switch": "mellanox-sx6036")").pairs[0][1];
  const PairWay rdma = matrix_of(R"("switch": "mellanox-sx6036")").pairs[0][2];
  const PairWay tcp =
      matrix_of(R"("link": "10 Gbit/s", "latency": "1 us", "transport": "tcp-kernel-10g")")
          .pairs[0][2];
  EXPECT_EQ(local.start, Seconds(0.0)) << "it is part of the copy";
  EXPECT_EQ(tcp.start, Seconds(0.0)) << "its way begins with a copy to host memory";
  EXPECT_LT(rdma.one_way - rdma.start, local.one_way) << "the message, as the run takes it";
  EXPECT_GT(rdma.start, Seconds(0.0));
  EXPECT_LT(rdma.start, local.one_way) << "without the links of that copy";
  EXPECT_GT(rdma.one_way, local.one_way) << "a neighbour in the node is nearer";
}

WayMatrix matrix_of_many(std::size_t devices) {
  WayMatrix matrix;
  for (std::size_t i = 0; i < devices; ++i) {
    matrix.names.push_back(fmt::format("gpu/{}/gpu{}", i / 4, i % 4));
    for (std::vector<PairWay>& row : matrix.pairs) row.resize(devices);
    matrix.pairs.emplace_back(devices);
  }
  for (std::size_t i = 0; i < devices; ++i)
    for (std::size_t j = 0; j < devices; ++j) {
      const bool near = i / 4 == j / 4;
      matrix.pairs[i][j] = {.same_node = near,
                            .way_class = near ? WayClass::over_pcie : WayClass::remote,
                            .transport = near ? "copy" : "verbs",
                            .one_way = Seconds(near ? 4e-6 : 6e-6 + 1e-6 * static_cast<double>(i)),
                            .rate = BytesPerSecond(near ? 10e9 : 6e9)};
    }
  return matrix;
}

TEST(WayMatrix, IsPrintedUpToThirtyTwoDevices) {
  // 16 devices on four nodes: 4 · 4 · 3 pairs of a node, 16 · 12 of two, whose latency is 6 us and
  // one more for each device before the first.
  const std::string sixteen = way_matrix_text(matrix_of_many(16));
  EXPECT_THAT(sixteen, HasSubstr(std::string(kWayLatencyTitle)));
  EXPECT_THAT(sixteen, HasSubstr("\n  16 gpu/3/gpu3 "));
  EXPECT_THAT(sixteen, HasSubstr("over PCIe   48    4.00        10.0   copy\n"));
  EXPECT_THAT(sixteen, HasSubstr("remote      192   6.00–21.0   6.00   verbs\n"));
  EXPECT_THAT(way_matrix_text(matrix_of_many(32)), HasSubstr("\n  32 gpu/7/gpu3 "));
  EXPECT_THAT(way_matrix_text(matrix_of_many(33)), testing::StartsWith("pairs"));
}

TEST(WayMatrix, IsDrawnAsTwoHeatMapsAndTheClasses) {
  const std::string svg = way_matrix_svg(matrix_of_many(16));
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns="));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  for (const std::string_view title : {kWayLatencyTitle, kWayRateTitle})
    EXPECT_THAT(svg, HasSubstr(std::string(title)));
  EXPECT_THAT(svg, HasSubstr("192 pairs: 6.00–21.0 us, 6.00 GB/s, by verbs"));
}

TEST(WayMatrix, IsPrintedAsTablesAndClasses) {
  const std::string text = way_matrix_text(matrix_of(R"("switch": "mellanox-sx6036")"));
  EXPECT_THAT(text, HasSubstr("in the node   2   4.50"));
  EXPECT_THAT(text, HasSubstr("remote        4   "));
  const JsonValue json = way_matrix_json(matrix_of(R"("switch": "mellanox-sx6036")"));
  EXPECT_EQ(json.find("pairs")->items().size(), 6U);
  EXPECT_EQ(json.find("classes")->items().size(), 2U);
}

}  // namespace
}  // namespace gpuscape
