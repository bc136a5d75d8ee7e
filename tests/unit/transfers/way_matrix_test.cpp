/// What transfers between GPUs of one node and of several get: the three classes of a rack.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "models/builtin_models.hpp"
#include "sim/model/transfers/way_matrix.hpp"
#include "sim/report/topology/way_matrix_report.hpp"
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
  EXPECT_LT(rdma.pairs[0][2].one_way, Seconds(5e-6));
  EXPECT_GT(tcp.pairs[0][2].one_way, Seconds(20e-6));
}

TEST(WayMatrix, IsPrintedAsTablesAndClasses) {
  const std::string text = way_matrix_text(matrix_of(R"("switch": "mellanox-sx6036")"));
  EXPECT_THAT(text, HasSubstr("in a node       2       12.6"));
  EXPECT_THAT(text, HasSubstr("between nodes   4       6.30"));
  const JsonValue json = way_matrix_json(matrix_of(R"("switch": "mellanox-sx6036")"));
  EXPECT_EQ(json.find("pairs")->items().size(), 6U);
}

}  // namespace
}  // namespace gpuscape
