/// What a scenario's failures become: units, their mean times, logs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "sim/base/error.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/model_check/failing_scenario.hpp"

namespace gpuscape {
namespace {

using testing::HasSubstr;

using test::failing_scenario;
using test::fault_of;
using test::parts_of;

TEST(FailuresCheck, WithoutNodesAllOfThemFail) {
  const FailingParts all = parts_of(R"({"mean_time": "10 d", "repair": {"time": "2 h"}})");
  EXPECT_EQ(all.units.size(), 9U);
  EXPECT_EQ(all.mean_time, Seconds(864'000.0));
  EXPECT_EQ(all.repair, Seconds(7200.0));
  EXPECT_DOUBLE_EQ(all.failures_per_second(), 1.0 / 864'000.0);
}

TEST(FailuresCheck, BadOnesAddToTheRateOfAll) {
  const FailingParts all = parts_of(
      R"({"mean_time": "10 d", "bad_share": 0.15, "bad_factor": 5, "repair": {"time": "2 h"}})");
  EXPECT_DOUBLE_EQ(all.failures_per_second(), 1.6 / 864'000.0);
}

// The first of 8: an eighth of the mean; with shape 2 one over the root of 8.
TEST(FailuresCheck, ANodeFailsWithTheFirstOfItsGpus) {
  const std::string of_gpus =
      R"({"nodes": "a", "of": "gpus", "mean_time": "80 d", "repair": {"time": "2 h"}, "shape": )";
  EXPECT_DOUBLE_EQ(parts_of(of_gpus + "1}").mean_time / Seconds(864'000.0), 1.0);
  EXPECT_DOUBLE_EQ(parts_of(of_gpus + "2}").mean_time / Seconds(80 * 86'400.0),
                   1.0 / std::sqrt(8.0));
  EXPECT_THAT(fault_of(failing_scenario(
                  R"({"of": "gpus", "mean_time": "80 d", "repair": {"time": "2 h"}})")),
              HasSubstr("its nodes have 8 and 4 GPUs"));
}

TEST(FailuresCheck, DomainsAreNeighboursOfOneGroup) {
  const FailingParts racks = parts_of(
      R"({"of": "domains", "nodes_each": 3, "mean_time": "80 d", "repair": {"time": "2 h"}})");
  std::vector<std::size_t> sizes;
  for (const FailingParts::Unit& unit : racks.units) sizes.push_back(unit.nodes.size());
  EXPECT_THAT(sizes, testing::ElementsAre(3, 3, 1, 2));
  EXPECT_EQ(racks.units[1].nodes[0], (OutageNode{0, 3}));
  EXPECT_EQ(racks.units[3].nodes[0], (OutageNode{1, 0}));
}

// Other names are dealt in alphabetical order: n1 is a/0, n2 a/1.
TEST(FailuresCheck, ALogSaysWhenNodesFail) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "log.csv";
  std::ofstream(file) << "\xEF\xBB\xBF" << "class,node,start_day,end_day\r\nx,n2,2,3\r\n"
                      << "x,b/1,1,1.5\r\nx,n1,-1,0.5\r\nx,n1,4,4\r\nx,n1,-3,-2\r\nx,,1,2\r\n";
  const CheckedScenario checked =
      test::checked(failing_scenario(R"({"log": "log.csv"})"), folder.path() / "test.json");
  const std::vector<PlannedOutage>& logged = checked.failing.at(0).logged;
  ASSERT_EQ(logged.size(), 3U);
  EXPECT_EQ(logged[0].begin, 0_s) << "before the run: cut off";
  EXPECT_EQ(logged[0].end, Seconds(43'200.0));
  EXPECT_EQ(logged[0].nodes[0], (OutageNode{0, 0}));
  EXPECT_EQ(logged[1].begin, Seconds(86'400.0));
  EXPECT_EQ(logged[1].nodes[0], (OutageNode{1, 1}));
  EXPECT_EQ(logged[2].nodes[0], (OutageNode{0, 1}));
  EXPECT_THAT(checked.spec.notes, testing::Contains(HasSubstr("3 rows of failures left out")));
}

// 153.8 d are 6.5 failures per 1 000 node-days; the entry says nothing of repairs.
TEST(FailuresCheck, AnEntryOfTheCatalogueSaysWhatTheScenarioDoesNot) {
  const FailingParts rsc = parts_of(R"({"entry": "meta-rsc-1", "repair": {"time": "2 h"}})");
  EXPECT_DOUBLE_EQ(rsc.mean_time.value(), 153.8 * 86'400.0);
  EXPECT_EQ(rsc.repair, Seconds(7200.0));
  EXPECT_FALSE(rsc.repair_is_mean);
  const FailingParts mine = parts_of(R"({"entry": "infinitehbd", "mean_time": "10 d"})");
  EXPECT_EQ(mine.mean_time, Seconds(864'000.0));
  EXPECT_DOUBLE_EQ(mine.bad_share, 0.131);
  EXPECT_DOUBLE_EQ(mine.repair_sigma, 2.15);
}

TEST(FailuresCheck, AnEntryMayStandAloneAndItsGpusAreGpus) {
  const FailingParts of_gpus = parts_of(R"({"entry": "infinitehbd-gpu"})");
  EXPECT_EQ(of_gpus.units.size(), 9U);
  EXPECT_TRUE(of_gpus.repair_is_mean);
  const FailingParts titan =
      parts_of(R"({"entry": "titan-k20x", "nodes": "a", "repair": {"time": "1 h"}})");
  EXPECT_DOUBLE_EQ(titan.shape, 2.64);
  EXPECT_DOUBLE_EQ(titan.mean_time.value(), 2307.0 * 86'400.0 * std::pow(8.0, -1.0 / 2.64));
}

TEST(FailuresCheck, AnotherDistributionOfRepairsNeedsNoSigma) {
  const FailingParts fixed =
      parts_of(R"({"entry": "infinitehbd", "repair": {"distribution": "fixed"}})");
  EXPECT_DOUBLE_EQ(fixed.repair.value(), 6.578 * 86'400.0);
  EXPECT_EQ(fixed.repair_sigma, 0.0);
  EXPECT_FALSE(fixed.repair_is_mean);
}

TEST(FailuresCheck, AnUnknownEntryIsOneFault) {
  const std::string near =
      fault_of(failing_scenario(R"({"entry": "meta-rsc-3", "repair": {"time": "1 h"}})"));
  EXPECT_THAT(near, HasSubstr("unknown entry \"meta-rsc-3\" in the catalogue's failures"));
  EXPECT_THAT(near, HasSubstr("did you mean \"meta-rsc-1\"?"));
  EXPECT_THAT(near, testing::Not(HasSubstr("missing")));
  const std::string text = fault_of(failing_scenario(R"({"entry": "qwertyuiop"})"));
  EXPECT_THAT(text, HasSubstr("unknown entry \"qwertyuiop\""));
  EXPECT_THAT(text, HasSubstr("known here: infinitehbd"));
}

TEST(FailuresCheck, WhatAnEntryDoesNotSayIsAskedFor) {
  EXPECT_THAT(
      fault_of(failing_scenario(R"({"entry": "llama-3"})")),
      HasSubstr("\"repair\" is missing: the catalogue's entry \"llama-3\" does not say it"));
}

TEST(FailuresCheck, SigmaIsOfLognormalRepairs) {
  const auto repair = [](const std::string& keys) {
    return fault_of(
        failing_scenario(R"({"mean_time": "10 d", "repair": {"time": "2 h", )" + keys + "}}"));
  };
  EXPECT_THAT(repair(R"("distribution": "lognormal")"),
              HasSubstr("lognormal repairs need \"sigma\""));
  EXPECT_THAT(repair(R"("distribution": "exponential", "sigma": 1)"),
              HasSubstr("\"sigma\" does not apply to exponential repairs"));
  EXPECT_EQ(repair(R"("distribution": "lognormal", "sigma": 1)"), "");
}

TEST(FailuresCheck, NodesOfStepsNeverFailAndTransfersSaveNothing) {
  const std::string steps = R"({"format": 1, "cluster": {"nodes": {"a": {"type": "dgx-a100-40gb"}},
      "failures": {"f": {"mean_time": "10 d", "repair": {"time": "2 h"}}}},
      "workload": {"streams": {"s": {"transfers": [
        {"from": "a/0/gpu0", "to": "a/0/gpu1", "bytes": "1 MB"}]}}}, "run": {"detail": "step"}})";
  EXPECT_THAT(fault_of(steps), HasSubstr("at detail \"step\" nodes are never away"));
  std::string saves = steps;
  saves.replace(saves.find("\"transfers\""), 0, R"("restart": "1 min", )");
  EXPECT_THAT(fault_of(saves), HasSubstr("transfers are not jobs: they save nothing"));
}

TEST(FailuresCheck, RepairsAndDiagnosesMayFail) {
  const FailingParts all = parts_of(
      R"({"mean_time": "10 d", "idle_factor": 0.25, "wrong_node": 0.1, "retire_after": 4,
          "repair": {"time": "2 h", "manual_share": 0.8, "manual_time": "2 d",
                     "manual_after": "failed", "silent_failure": 0.4,
                     "manual_silent_failure": 0.2}})");
  EXPECT_EQ(all.idle_factor, 0.25);
  EXPECT_EQ(all.wrong_node, 0.1);
  EXPECT_EQ(all.retire_after, 4);
  EXPECT_TRUE(all.failed_go_on);
  EXPECT_EQ(all.silent_failure, 0.4);
  EXPECT_EQ(all.manual_silent_failure, 0.2);
  EXPECT_THAT(fault_of(failing_scenario(R"({"of": "domains", "nodes_each": 2, "wrong_node": 0.1,
                                 "mean_time": "10 d", "repair": {"time": "2 h"}})")),
              HasSubstr("it does not apply to domains"));
  EXPECT_THAT(fault_of(failing_scenario(R"({"log": "log.csv", "idle_factor": 0.5})")),
              HasSubstr("it does not apply to failures of a log"));
  EXPECT_THAT(fault_of(failing_scenario(R"({"mean_time": "10 d", "idle_factor": 1.5,
                                 "repair": {"time": "2 h", "silent_failure": -0.1}})")),
              testing::AllOf(HasSubstr("idle_factor"), HasSubstr("silent_failure")));
}

constexpr const char* kFails = R"({"mean_time": "10 d", "repair": {"time": "2 h"}})";

TEST(FailuresCheck, SparesAreNodesOfTheCluster) {
  const auto with = [](const std::string& spares, const std::string& failures) {
    return R"({"format": 1, "cluster": {"nodes": {"a": {"type": "custom", "count": 7, "gpus": 8}},
        "spares": )" +
           spares + failures + R"(}, "workload": {"streams": {"s": {"generate": {"jobs": 1,
           "load": 0.5, "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
  };
  const std::string fails = std::string(R"(, "failures": {"f": )") + kFails + "}";
  const Spares spares =
      test::checked(with(R"({"nodes": "a/5-6", "time": "20 min"})", fails)).spares;
  EXPECT_THAT(spares.nodes, testing::ElementsAre(OutageNode{0, 5}, OutageNode{0, 6}));
  EXPECT_EQ(spares.time, 1200_s);
  EXPECT_THAT(fault_of(with(R"({"nodes": "a/7", "time": "20 min"})", fails)), HasSubstr("a/7"));
  EXPECT_THAT(fault_of(with(R"({"nodes": [], "time": "20 min"})", fails)),
              HasSubstr("no node is named"));
  EXPECT_THAT(fault_of(with(R"({"nodes": "a", "time": "20 min"})", fails)),
              HasSubstr("all nodes stand aside"));
  EXPECT_THAT(fault_of(with(R"({"nodes": "a/6", "time": "20 min"})", "")),
              HasSubstr("nothing fails"));
  EXPECT_THAT(fault_of(with(R"({"nodes": "a/6"})", fails)), HasSubstr("\"time\" is missing"));
}

TEST(FailuresCheck, APoolFailsAsAWholeAndIsNoSpare) {
  const auto with = [](const std::string& cluster) {
    return R"({"format": 1, "cluster": {"nodes": {"a": {"type": "custom", "count": 2, "gpus": 8},
        "pool": {"type": "pool", "count": 8}}, )" +
           cluster + R"(}, "workload": {"streams": {"s": {"generate": {"jobs": 1, "load": 0.5,
           "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
  };
  const std::string fails = R"("mean_time": "10 d", "repair": {"time": "2 h"}}})";
  const CheckedScenario checked =
      test::checked(with(R"("failures": {"f": {"nodes": "pool", )" + fails));
  ASSERT_EQ(checked.failing.at(0).units.size(), 1U);
  EXPECT_EQ(checked.failing[0].units[0].nodes, (std::vector<OutageNode>{{1, 0}}));
  EXPECT_THAT(fault_of(with(R"("failures": {"f": {"nodes": "pool", "of": "gpus", )" + fails)),
              HasSubstr("\"pool\" is a pool: it fails as a whole"));
  EXPECT_THAT(
      fault_of(with(R"("spares": {"nodes": "pool", "time": "1 h"}, "failures": {"f": {)" + fails)),
      HasSubstr("\"pool\" is a pool: it cannot stand aside"));
}

TEST(FailuresCheck, StandbysNeedNodesOfOneSize) {
  EXPECT_THAT(fault_of(failing_scenario(kFails, R"("standbys": {"nodes": 2}, )")),
              HasSubstr(R"(nodes "a" have 8 GPUs and nodes "b" 4)"));
  EXPECT_THAT(fault_of(failing_scenario(kFails, R"("standbys": {"nodes": 0}, )")),
              HasSubstr("standbys"));
  EXPECT_THAT(
      fault_of(failing_scenario(kFails, R"("checkpoint": {"every": "0 s", "write": "1 min"}, )")),
      HasSubstr("cannot be taken all the time"));
}

}  // namespace
}  // namespace gpuscape
