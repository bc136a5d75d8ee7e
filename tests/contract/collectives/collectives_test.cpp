/// What every algorithm of collectives promises.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/model/collectives/collective_library.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

const CollectiveLibrary& nccl() {
  static const std::vector<CollectiveLibrary> libraries = [] {
    const Catalog catalog = Catalog::shipped();
    JsonValue entries = JsonValue::make_object();
    entries.set("nccl", plain_entry(*catalog.find("collective_libraries", "nccl")));
    ReadingContext context;
    return read_libraries(entries, context);
  }();
  return libraries.front();
}

/// One GPU a node and eight, one node and many, and nodes of unlike size; with switches that add
/// up.
std::vector<CollectiveCase> cases(CollectiveOperation operation) {
  std::vector<CollectiveCase> all;
  const std::vector<std::vector<std::uint32_t>> shapes = {
      {2}, {5}, {8}, {1, 1}, {1, 1, 1}, {8, 8}, {4, 4, 4, 4, 4}, {8, 4, 2}};
  for (const auto& sizes : shapes)
    all.push_back({.operation = operation,
                   .bytes = Bytes(1e6),
                   .node_sizes = sizes,
                   .library = &nccl(),
                   .generation = &nccl().generations.back(),
                   .switch_reduces = true,
                   .network_reduces = true});
  return all;
}

class EveryAlgorithm : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] std::unique_ptr<Collective> algorithm() const {
    return test::make_model(test::all_models().collectives, GetParam(), "{}");
  }
  /// Every plan of every case that it can do.
  template <class Look>
  void for_each_plan(const Look& look) const {
    const auto model = algorithm();
    for (const CollectiveOperation operation : model->traits().operations)
      for (const CollectiveCase& of : cases(operation))
        for (const CollectiveProtocol protocol : model->traits().protocols)
          if (model->fault(of).message.empty()) look(of, model->plan(of, protocol));
  }
};

TEST_P(EveryAlgorithm, MovesTheBytesThatItSaysItSends) {
  std::size_t plans = 0;
  for_each_plan([&](const CollectiveCase& of, const CollectivePlan& plan) {
    double sum = 0.0;
    for (const CollectiveStage& stage : plan.stages)
      for (const CollectiveMove& move : stage.moves)
        sum += move.bytes.value() * static_cast<double>(stage.rounds);
    EXPECT_NEAR(sum / plan.sent.value(), 1.0, 1e-9) << of.ranks() << " on " << of.nodes();
    ++plans;
  });
  EXPECT_GT(plans, 0U);
}

TEST_P(EveryAlgorithm, MovesBetweenRanksThatThereAre) {
  for_each_plan([&](const CollectiveCase& of, const CollectivePlan& plan) {
    for (const CollectiveStage& stage : plan.stages) {
      EXPECT_GE(stage.rounds, 1);
      for (const CollectiveMove& move : stage.moves) {
        EXPECT_NE(move.from, move.to);
        EXPECT_LT(std::max(move.from, move.to), of.ranks());
        EXPECT_GT(move.bytes, Bytes(0.0));
      }
    }
  });
}

TEST_P(EveryAlgorithm, TakesNoShorterWithMoreBytes) {
  const auto model = algorithm();
  for (const CollectiveOperation operation : model->traits().operations) {
    for (CollectiveCase of : cases(operation)) {
      if (!model->fault(of).message.empty()) continue;
      const CollectivePlan small = model->plan(of, CollectiveProtocol::simple);
      of.bytes = Bytes(2e6);
      const CollectivePlan large = model->plan(of, CollectiveProtocol::simple);
      EXPECT_EQ(small.latency, large.latency);
      EXPECT_NEAR(large.sent / small.sent, 2.0, 1e-9);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryAlgorithm,
                         testing::ValuesIn(test::all_models().collectives.names()),
                         [](const auto& algorithm) {
                           std::string name = algorithm.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Sharp, SendsFourSeventhsOfARingsBytesOverAdaptersOfEightNodes) {
  const auto across = [](const char* name) {
    const auto model = test::make_model(test::all_models().collectives, name, "{}");
    CollectiveCase of = cases(CollectiveOperation::all_reduce).front();
    of.node_sizes.assign(8, 1);
    const CollectivePlan plan = model->plan(of, CollectiveProtocol::simple);
    const CollectiveStage& stage = plan.stages.front();
    return stage.moves.front().bytes.value() * static_cast<double>(stage.rounds);
  };
  EXPECT_NEAR(across("sharp") / across("ring"), 4.0 / 7.0, 1e-9);  // n against 2 · 7/8 · n
}

TEST(Nvls, SendsNineEighthsOfTheBytesOverEachOfEightLinks) {
  const auto model = test::make_model(test::all_models().collectives, "nvls", "{}");
  CollectiveCase of = cases(CollectiveOperation::all_reduce).at(2);
  const CollectivePlan plan = model->plan(of, CollectiveProtocol::simple);
  EXPECT_DOUBLE_EQ(plan.stages.front().moves.front().bytes.value(), 9e6 / 8.0);
}

}  // namespace
}  // namespace gpuscape
