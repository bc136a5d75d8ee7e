/// What a log of faults says, of small ones that are worked out by hand.

#include "sim/logs/fault_info.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"
#include "sim/report/logs/fault_info_text.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

class FaultLog : public testing::Test {
 protected:
  FaultInfo info(const std::string& text, const FaultLogOptions& options = {}) {
    return describe_faults("faults.csv", rows(text), options);
  }
  FaultRows rows(const std::string& text) {
    std::ofstream(folder_.path() / "faults.csv") << text;
    return read_fault_rows(folder_.path() / "faults.csv");
  }
  std::string fault(const std::string& text, const FaultLogOptions& options = {}) {
    try {
      info(text, options);
    } catch (const ScenarioError& error) {
      return format_issues(error.issues());
    }
    return "";
  }
  const ScratchFolder folder_;
};

// Four nodes over 1 000 s: n1 is away for 100 s and 300 s, of which 200 s lie within, n2 for 100 s.
TEST_F(FaultLog, CountsRatesAndTheTimeThatNodesAreAway) {
  const FaultInfo said = info("node,start_s,end_s\nn1,100,200\nn2,300,400\nn1,800,1100\n",
                              {.nodes = 4, .observed = Seconds(1000.0)});
  EXPECT_EQ(said.fit.all.faults, 3);
  EXPECT_EQ(said.nodes_named, 2);
  EXPECT_DOUBLE_EQ(said.fit.availability, 1.0 - 400.0 / 4000.0);
  EXPECT_NEAR(said.fit.all.mean_time.value(), 3600.0 / 3.0, 1e-6);
  EXPECT_DOUBLE_EQ(said.fit.all.repair.mean, 500.0 / 3.0);
  EXPECT_NEAR(said.fit.per_1000_node_days(3.0), 3.0 / 4000.0 * 86'400.0 * 1000.0, 1e-6);
  EXPECT_TRUE(said.fit.classes.empty());
  EXPECT_FALSE(said.held_out);
}

TEST_F(FaultLog, AFaultOfANodeThatIsAwayCountsAndItsTimeOnce) {
  const FaultInfo said = info("node,start_day,end_day\na,1,3\na,2,4\na,4,5\n",
                              {.nodes = 2, .observed = Seconds(10 * 86'400.0)});
  EXPECT_EQ(said.overlapping, 1);
  EXPECT_EQ(said.fit.all.faults, 3);
  EXPECT_DOUBLE_EQ(said.fit.availability, 1.0 - 4.0 / 20.0);
  EXPECT_THAT(fault_info_text(said), HasSubstr("1 fault of a node that is away already"));
}

TEST_F(FaultLog, RowsThatCannotBeUsedAreCountedAndTheFirstNamed) {
  const FaultInfo said =
      info("rack,node,start_s,end_s\nr,a,1,2\nr,a,5,4\nr,a,x,4\nr,,6,7\nr,a,9\nr,b,9,9\n");
  EXPECT_EQ(said.rows.left_out, 4U);
  EXPECT_EQ(said.fit.all.faults, 2);
  const std::string text = fault_info_text(said);
  EXPECT_THAT(text, HasSubstr("4 rows left out (it is over before it begins in line 3)"));
  EXPECT_THAT(text, HasSubstr("columns not read: rack"));
  EXPECT_THAT(text, HasSubstr("1 fault over at once"));
}

TEST_F(FaultLog, WhatCannotBeALogOfFaultsHasAHint) {
  EXPECT_THAT(fault(""), HasSubstr("has to name the columns"));
  EXPECT_THAT(fault("machine,from,to\na,1,2\n"), HasSubstr("start_day and end_day"));
  EXPECT_THAT(fault("node,start_s,end_s\n"), HasSubstr("it has no failures"));
  EXPECT_THAT(fault("node,start_s,end_s\na,3,2\n"), HasSubstr("it has no failures"));
  EXPECT_THAT(fault("node,start_s,end_s\na,-3,2\n"), HasSubstr("begins before the log does"));
  EXPECT_THAT(fault("node,start_s,end_s\na,1,2\nb,1,2\n", {.nodes = 1}),
              HasSubstr("it names 2 nodes"));
  EXPECT_THAT(fault("node,start_s,end_s\na,100,200\n", {.observed = Seconds(50.0)}),
              HasSubstr("no fault lies within the first 50 s"));
  EXPECT_FALSE(looks_like_fault_log(folder_.path() / "none.csv"));
}

TEST_F(FaultLog, RareCausesStandTogether) {
  std::string text = "node,start_s,end_s,cause\n";
  for (int i = 0; i < 12; ++i)
    text += "n" + std::to_string(i) + "," + std::to_string(10 * i) + "," +
            std::to_string(10 * i + 5) + ",GPU\n";
  text += "n1,500,600,fan\nn2,700,800,disk\n";
  const FaultInfo said = info(text);
  ASSERT_EQ(said.fit.classes.size(), 2U);
  EXPECT_EQ(said.fit.classes[0].name, "GPU");
  EXPECT_EQ(said.fit.classes[0].faults, 12);
  EXPECT_EQ(said.fit.classes[1].name, "other");
  EXPECT_EQ(said.fit.classes[1].faults, 2);
  const JsonValue fragment = failures_fragment(said.fit);
  const JsonValue* gpu = fragment.find("cluster")->find("failures")->find("GPU");
  ASSERT_NE(gpu, nullptr);
  EXPECT_EQ(gpu->find("repair")->find("time")->text(), "5 s");
}

// The log's own end is the last fault, which counts.
TEST_F(FaultLog, WithoutATimeItGoesToTheLastFault) {
  const FaultInfo said = info("node,start_s,end_s\na,10,20\na,1000,1010\n");
  EXPECT_EQ(said.fit.all.faults, 2);
  EXPECT_NEAR(said.fit.availability, 1.0 - 10.0 / 1000.0, 1e-9);
  EXPECT_EQ(info("node,start_s,end_s\na,10,20\na,1000,1010\n", {.observed = Seconds(500.0)})
                .after_observed,
            1);
}

// Of 60 faults 40 come in the first two thirds, and 20 are expected behind; 20 come.
TEST_F(FaultLog, TheLastThirdIsToldByTheOthers) {
  std::string text = "node,start_s,end_s,class\n";
  for (int i = 0; i < 60; ++i)
    text += "n" + std::to_string(i % 7) + "," + std::to_string(1000 * i + 1) + "," +
            std::to_string(1000 * i + 101) + ",x\n";
  const FaultInfo said = info(text, {.nodes = 10, .observed = Seconds(60'000.0)});
  ASSERT_TRUE(said.held_out);
  const HeldOut held = said.held_out.value_or(HeldOut{});
  EXPECT_EQ(held.seen.all.faults, 20);
  EXPECT_NEAR(held.predicted, 20.0, 1e-9);
  EXPECT_NEAR(held.fitted.steady_availability(), held.seen.availability, 1e-4);
  EXPECT_NEAR(held.class_error, 0.0, 1e-9);
}

}  // namespace
}  // namespace gpuscape
