#include "sim/remote/pool_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/report/remote/remote_text.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/remote/priced_scenario.hpp"

namespace gpuscape::test {
namespace {

constexpr const char* kRow = "bitfusion-optimised-ib over roce-v2-100g";

/// Rows of submit (s), GPUs, user, run time (s); what users called "x" run nobody knows.
class PoolSearch : public ::testing::Test {
 protected:
  RemoteAnswer answer(const std::string& rows, int nodes, const RemoteOptions& options) const {
    write_text(folder_.path() / "log.csv", "submit,gpus,user,run_time\n" + rows);
    const Priced of{
        .nodes = fmt::format(R"("gpu": {{"type": "hgx-a100-4", "count": {}}})", nodes),
        .application = R"("applications": [{"where": {"user": "!x"}, "application": "resnet-50"}])",
        .jobs = R"("trace": {"format": "csv", "file": "log.csv", "columns": {"gpus": "gpus",
            "user": "user", "submit": {"from": "submit", "unit": "s"},
            "run_time": {"from": "run_time", "unit": "s"}}})"};
    const std::string file = (folder_.path() / "scenario.json").string();
    write_text(file, text_of(of));
    return remote_answer({.file = file}, options, builtin_models());
  }

 private:
  ScratchFolder folder_;
};

const std::string kFourOfThree = "1,3,a,3600\n1,3,a,3600\n1,3,a,3600\n1,3,a,3600\n";

TEST_F(PoolSearch, AcrossBordersThreeNodesDoForFour) {
  // Four jobs of three GPUs start at once on four nodes of four; lent, twelve GPUs are three nodes.
  std::int64_t most = 0;
  const RemoteAnswer of =
      answer(kFourOfThree, 4, {.pool = kRow, .pool_begins = [&](auto runs) { most = runs; }});
  const RemotePool& pool = of.pool.value();
  EXPECT_EQ(pool.why_not, "");
  EXPECT_EQ(pool.leave.jobs, 4);
  EXPECT_EQ(pool.stay, 0);
  EXPECT_EQ(pool.nodes_own, 0);
  EXPECT_EQ(pool.nodes_lent, 3);
  EXPECT_EQ(pool.gpus_saved(), 4);
  EXPECT_EQ(pool.then.leave, Seconds(0.0));
  EXPECT_EQ(most, 1 + 1 + 3);  // today's, eight nodes, and three halvings of eight
  EXPECT_LE(pool.runs, most);
  EXPECT_THAT(remote_text(of, false), ::testing::HasSubstr("4 of 16 GPUs (25.0 %)"));
}

TEST_F(PoolSearch, WhoStaysKeepsNodes) {
  // Two jobs of four GPUs that nobody knows need two nodes; the others three more.
  const RemoteAnswer of = answer("0,4,x,7200\n0,4,x,7200\n" + kFourOfThree, 6, {.pool = kRow});
  const RemotePool& pool = of.pool.value();
  EXPECT_EQ(pool.stay, 2);
  EXPECT_EQ(pool.nodes_own, 2);
  EXPECT_EQ(pool.nodes_lent, 3);
  EXPECT_EQ(pool.gpus_saved(), 4);
}

TEST_F(PoolSearch, WhereNobodyLosesSoLittleThereIsNoPool) {
  const RemoteAnswer of = answer(kFourOfThree, 4, {.pool = "bitfusion-tcp over tcp-kernel-10g"});
  EXPECT_EQ(of.pool.value().why_not, "no job loses so little");
  EXPECT_EQ(of.pool.value().runs, 0);
}

TEST_F(PoolSearch, AFabricOfBoxesIsNotSearched) {
  const RemoteAnswer of = answer(kFourOfThree, 4, {.pool = "liqid-grid-gen4"});
  EXPECT_THAT(of.pool.value().why_not, ::testing::StartsWith("only for software"));
}

TEST_F(PoolSearch, ClustersThatAreSetAreNotSearched) {
  const RemoteAnswer of =
      answer(kFourOfThree, 4, {.design = {.sets = {"/cluster/nodes/gpu/count=5"}}, .pool = kRow});
  EXPECT_THAT(of.pool.value().why_not, ::testing::StartsWith("--set would hold"));
}

TEST_F(PoolSearch, ARowThatIsNotThereIsRefused) {
  try {
    answer(kFourOfThree, 4, {.pool = "bitfusion-optimised-ib over roce-v2-100"});
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_THAT(format_issues(error.issues()), ::testing::HasSubstr(kRow));
  }
}

TEST(PoolSearchOfDrawnJobs, IsNotAnswered) {
  EXPECT_THAT(answer_of({}, {.pool = kRow}).pool.value().why_not,
              ::testing::HasSubstr("a log is needed"));
}

}  // namespace
}  // namespace gpuscape::test
