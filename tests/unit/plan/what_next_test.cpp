/// What money would do: eight jobs of one hour on nodes of one GPU at 10 kUSD. On n of them the
/// last waits for ⌈8 / n⌉ − 1 hours.

#include "sim/plan/what_next.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/report/plan/next_text.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/plan/plans.hpp"

namespace gpuscape {
namespace {

using test::eight_jobs;
using test::fault_of;
using testing::HasSubstr;

NextAnswer next_of(const std::string& text, const std::string& money) {
  const NextOptions options{.money = parse_price(money, PaidFor::once).value.value(), .threads = 1};
  return what_next({.file = "test.json", .text = text}, options, test::builtin_models());
}

const NextRow& row(const NextAnswer& answer, const std::string& what, const std::string& to = "") {
  for (const NextRow& one : answer.rows)
    if (one.what == what && (to.empty() || one.to == to)) return one;
  ADD_FAILURE() << "no row " << what;
  return answer.rows.at(0);
}

const std::string kEight = eight_jobs("{}", R"(, "run": {"replications": 3})");

/// From two nodes, on which the last waits for 3 h, to three (2 h), four (1 h), five (1 h).
TEST(WhatNext, BuysAsManyNodesAsTheMoneyAllows) {
  const NextRow one = row(next_of(kEight, "19 kUSD"), "nodes of n");
  EXPECT_EQ(one.to, "3");
  EXPECT_DOUBLE_EQ(one.spent, 10e3);
  EXPECT_DOUBLE_EQ(one.effects.at(0).change.value, -3600.0);
  EXPECT_TRUE(one.effects.at(0).met);
  const NextRow three = row(next_of(kEight, "30 kUSD"), "nodes of n");
  EXPECT_EQ(three.to, "5");
  EXPECT_EQ(three.steps, 3);
  EXPECT_DOUBLE_EQ(three.spent, 30e3);
  EXPECT_DOUBLE_EQ(three.effects.at(0).change.value, -7200.0);
}

TEST(WhatNext, SaysWhatTheMoneyDoesNotReach) {
  const NextAnswer answer = next_of(kEight, "9 kUSD");
  const NextRow& nodes = row(answer, "nodes of n");
  EXPECT_TRUE(nodes.effects.empty());
  EXPECT_EQ(nodes.why_not, "beyond the money: the first step takes 10 kUSD");
  EXPECT_THAT(next_text(answer), HasSubstr("nodes of n: beyond the money"));
}

/// All jobs are of one GPU and one user: no setting changes a wait.
TEST(WhatNext, TellsSettingsThatDoNothing) {
  const NextAnswer answer = next_of(kEight, "20 kUSD");
  for (const NextRow& one : answer.rows) {
    if (!one.is_setting) continue;
    ASSERT_EQ(one.effects.size(), 1U) << one.what << " " << one.to << ": " << one.why_not;
    EXPECT_EQ(one.effects[0].change.value, 0.0);
    EXPECT_FALSE(one.effects[0].is_told());
    EXPECT_EQ(one.spent, 0.0);
  }
  EXPECT_EQ(answer.rows.front().what, "nodes of n");  // what helps comes first
  EXPECT_FALSE(row(answer, "backfill", "easy").has_no_price());
}

/// A group without a price takes one step, and says so.
TEST(WhatNext, TakesOneStepOfWhatHasNoPrice) {
  const std::string text = eight_jobs("{}", R"(, "run": {"replications": 3}, "cost": {
      "currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "items": {"nodes": {"type": "nodes"}}})");
  const NextAnswer answer = next_of(text, "100 kUSD");
  const NextRow& nodes = row(answer, "nodes of n");
  EXPECT_TRUE(nodes.has_no_price());
  EXPECT_EQ(nodes.to, "3");
  EXPECT_DOUBLE_EQ(nodes.effects.at(0).change.value, -3600.0);
  EXPECT_THAT(next_text(answer), HasSubstr("no price"));
}

/// Accounts a and b have four jobs of one hour each and two GPUs each: the last of each waits for
/// 1 h. With one GPU moved, the last of the account with one GPU waits for 3 h.
TEST(WhatNext, MovesGpusBetweenAccounts) {
  const ScratchFolder folder;
  const std::string log = (folder.path() / "log.csv").string();
  std::ofstream file(log);
  file << "submit,run_time,gpus,account\n";
  for (int i = 0; i < 4; ++i) file << "0,3600,1,a\n0,3600,1,b\n";
  file << "180000,60,1,a\n";  // or the log would be short, and the cluster overloaded
  file.close();
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 4, "gpus": 1}}},
    "workload": {"streams": {"s": {"trace": {"format": "csv", "file": ")" +
      log + R"(", "columns": {"submit": "submit", "run_time": "run_time", "gpus": "gpus",
        "account": "account"}}}}},
    "scheduler": {"policy": {"type": "slurm-multifactor",
      "accounts": {"a": {"max_gpus": 2}, "b": {"max_gpus": 2}}}, "backfill": "none"},
    "slo": {"wait": {"metric": "queue_wait_max_s", "at_most": "2 h"}},
    "cost": {"currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW"}},
      "items": {"nodes": {"type": "nodes"}}}})";
  const NextAnswer answer = next_of(text, "10 kUSD");
  const NextRow& moved = row(answer, "1 GPU from a to b");
  EXPECT_EQ(moved.to, "1 and 3");
  EXPECT_DOUBLE_EQ(moved.effects.at(0).change.value, 7200.0);
  EXPECT_FALSE(moved.effects.at(0).met);
}

/// Half the price comes back at the end: it is paid all the same.
TEST(WhatNext, CountsWhatIsPaidAtOnce) {
  const std::string text = eight_jobs("{}", R"(, "run": {"replications": 3}, "cost": {
      "currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW"}},
      "items": {"nodes": {"type": "nodes", "residual": 0.5}}})");
  const NextRow nodes = row(next_of(text, "15 kUSD"), "nodes of n");
  EXPECT_EQ(nodes.to, "3");
  EXPECT_DOUBLE_EQ(nodes.spent, 10e3);
  EXPECT_DOUBLE_EQ(nodes.capex, 5e3);
}

/// Of an objective without a value nothing is said, and nothing is sorted by it.
TEST(WhatNext, SortsByAnObjectiveThatIsMeasured) {
  const NextAnswer answer = next_of(eight_jobs("{}", R"(, "run": {"replications": 3}, "slo": {
      "large": {"metric": "queue_wait", "quantile": 0.5, "at_most": "1 h", "where": {"gpus": 64}},
      "wait": {"metric": "queue_wait_max_s", "at_most": "2 h"}})"),
                                    "10 kUSD");
  EXPECT_EQ(answer.sorted_by, 1U);
  EXPECT_FALSE(answer.now.at(0).is_measured());
  EXPECT_THAT(next_text(answer), HasSubstr("large: not measured"));
}

/// Four jobs of four GPUs fit nowhere on two nodes of two, and on one of four: that they wait then
/// is no harm.
TEST(WhatNext, LetsJobsRunThatDidNotFit) {
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "custom", "count": 3, "gpus": 1}}},
    "workload": {"streams": {"s": {"closed": {"jobs": 4, "gpus": {"4": 1}, "duration": "1 s",
      "run_time": {"distribution": "constant", "value": "1 h"}}}, "t": {"closed": {"jobs": 1,
      "gpus": {"1": 1}, "duration": "1 s",
      "run_time": {"distribution": "constant", "value": "1 h"}}}}},
    "slo": {"wait": {"metric": "queue_wait_max_s", "at_most": "2 h"}},
    "cost": {"currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "pools": {"n": {"price": "10 kUSD", "power_max": "1 kW"}},
      "items": {"nodes": {"type": "nodes"}}}, "run": {"replications": 2}})";
  const NextAnswer answer = next_of(text, "10 kUSD");
  EXPECT_EQ(answer.never_fit, 4);
  EXPECT_EQ(answer.rows.at(0).what, "nodes of n");
  EXPECT_EQ(answer.rows.at(0).never_fit, 0);
  EXPECT_GT(answer.rows.at(0).effects.at(0).change.value, 0.0);
  EXPECT_THAT(next_text(answer), HasSubstr("4 jobs never fit"));
}

/// The least that a cost can be, below its limit, does not meet it.
TEST(WhatNext, ACostOfWhichAPartHasNoPriceMeetsNoLimit) {
  const NextAnswer answer = next_of(eight_jobs("{}", R"(, "run": {"replications": 2}, "slo": {
      "budget": {"metric": "total_cost", "at_most": 1000000},
      "wait": {"metric": "queue_wait_max_s", "at_most": "2 h"}}, "cost": {
      "currency": "USD", "prices_as_of": "2026-01", "horizon": "1 y",
      "items": {"nodes": {"type": "nodes"}}})"),
                                    "10 kUSD");
  EXPECT_FALSE(answer.now.at(0).is_measured());
  EXPECT_FALSE(answer.now.at(0).met);
  EXPECT_EQ(answer.sorted_by, 1U);
}

TEST(WhatNext, RefusesWhatItCannotJudge) {
  EXPECT_THAT(fault_of([] { next_of(eight_jobs("{}", R"(, "slo": {})"), "10 kUSD"); }),
              HasSubstr("has no objectives"));
  EXPECT_THAT(fault_of([] { next_of(kEight, "10 kEUR"); }),
              HasSubstr("costs are in USD, the money is in EUR"));
}

}  // namespace
}  // namespace gpuscape
