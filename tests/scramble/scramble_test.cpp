/// Whether each invariant can fail: an answer that keeps it, and the same answer spoilt.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/scramble/trial.hpp"

namespace gpuscape::scramble {
namespace {

/// Two jobs on two GPUs of one node, of which the second waits, with a cost of 30 in two items.
Answer sound() {
  Answer answer;
  answer.files["jobs.csv"] =
      "job,stream,submit_s,start_s,end_s,wait_s,gpus,state,placement,waited_for\n"
      "1,a,0,0,100,0,2,completed,grp/0:2,\n"
      "2,a,10,100,150,90,1,completed,grp/0:1,gpus_short\n";
  answer.files["timeline.csv"] =
      "time_s,gpus_allocated,gpus_stranded,gpus_idle_queued,jobs_waiting,jobs_running\n0,2,0,0,0,"
      "1\n100,1,0,1,0,1\n";
  answer.files["cost.csv"] =
      "item,what,pool,year,kind,amount,tax,currency\nnodes,n,grp,0,capex,20.00,0.00,USD\nenergy,e,"
      "grp,1,opex,10.00,0.00,USD\n";
  answer.files["showback.csv"] =
      "by,name,jobs,held_gpu_hours,useful_gpu_hours,cost,idle_cost,currency\nstream,a,2,2.000,1."
      "000,30.00,0.00,USD\n";
  answer.files["transfers.csv"] = "from,to,start_s,end_s,latency_s\na,b,0,2,1\n";
  answer.files["collectives.csv"] =
      "operation,start_s,end_s,time_s,idle_time_s\nall-reduce,0,2,2,1\n";
  answer.result = Json::parse(R"({
    "scenario": {"resolved": {"cluster": {"nodes": {"grp": {"type": "custom", "count": 1, "gpus": 2}}}}},
    "provenance": {"files": ["jobs.csv", "timeline.csv", "cost.csv", "showback.csv", "transfers.csv", "collectives.csv"]},
    "results": {
      "jobs": 2, "gpus_total": 2, "replications": 1, "averaged_from_s": 0, "averaged_to_s": 150, "warm_up_s": 0, "never_fit": 0, "timed_out": 0,
      "estimates": {"gpus_allocated_share": {"value": 0.5, "low": 0.4, "high": 0.6}},
      "replication_0": {"queue_wait_mean_s": 45, "queue_wait_max_s": 90, "share_without_wait": 0.5, "completion_mean_s": 120, "gpus_allocated_share": 0.8333333333333334},
      "waited_for_s": {"order": 0, "gpus_short": 90},
      "slo": {"w": {"metric": "queue_wait", "at_most_s": 60, "queue_wait_s": {"value": 90}, "met": false}},
      "cost": {"capex": 20, "opex": 10, "total": 30, "tax": 0, "held_gpu_hours": 2, "useful_gpu_hours": 1,
               "items": {"nodes": 20, "energy": 10},
               "years": [{"capex": 20, "opex": 0, "tax": 0}, {"capex": 0, "opex": 10, "tax": 0}]}}})");
  answer.files["result.json"] = answer.result.dump();
  return answer;
}

/// The invariants that a changed answer breaks.
std::vector<std::string> broken_by(const std::function<void(Answer&)>& change) {
  Answer answer = sound();
  change(answer);
  std::vector<std::string> names;
  for (const Fault& fault : broken(answer)) names.push_back(fault.check);
  return names;
}

/// With `from` as `to` in a file of the answer.
std::vector<std::string> broken_by(const std::string& file, const std::string& from,
                                   const std::string& to) {
  return broken_by([&](Answer& answer) {
    std::string& text = answer.files[file];
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  });
}

std::vector<std::string> broken_by(const char* pointer, const Json& value) {
  return broken_by([&](Answer& answer) { answer.result[Json::json_pointer(pointer)] = value; });
}

using Names = std::vector<std::string>;

TEST(Invariants, HoldOfASoundAnswer) {
  EXPECT_EQ(broken_by([](Answer&) {}), Names{});
}

TEST(Invariants, FindAnExitCodeThatIsNotDue) {
  EXPECT_EQ(broken_by([](Answer& answer) { answer.call.code = 1; }), Names{"exit code"});
  EXPECT_EQ(broken_by("/results/nothing_started", true), Names{"exit code"});
}

TEST(Invariants, FindAResultThatIsMissing) {
  EXPECT_EQ(broken_by([](Answer& answer) { answer.files.erase("result.json"); }).front(),
            "readable result");
}

TEST(Invariants, FindNumbersThatAreNone) {
  EXPECT_EQ(broken_by([](Answer& answer) { answer.call.out = "nan USD per job"; }),
            Names{"finite numbers"});
  EXPECT_EQ(broken_by([](Answer& answer) { answer.call.out = "load -inf"; }),
            Names{"finite numbers"});
  EXPECT_EQ(broken_by([](Answer& answer) { answer.call.out = "financial, info: nano"; }), Names{});
}

TEST(Invariants, FindFilesThatNobodyNamed) {
  EXPECT_EQ(broken_by([](Answer& answer) { answer.files["stale.csv"] = ""; }),
            Names{"named files"});
  EXPECT_EQ(broken_by([](Answer& answer) { answer.files.erase("timeline.csv"); }),
            Names{"named files"});
}

TEST(Invariants, FindSharesThatCannotBe) {
  EXPECT_EQ(broken_by("/results/network/mean_used_share", 1.01), Names{"shares within 0 and 1"});
  EXPECT_EQ(broken_by("/results/network/mean_used_share", -0.01), Names{"shares within 0 and 1"});
}

TEST(Invariants, FindIntervalsWithoutTheirValue) {
  EXPECT_EQ(broken_by("/results/estimates/gpus_allocated_share/low", 0.51),
            Names{"intervals hold their values"});
}

TEST(Invariants, FindAnObjectiveThatIsCalledMet) {
  EXPECT_EQ(broken_by("/results/slo/w/met", true), Names{"objectives met as printed"});
}

TEST(Invariants, FindTimesBelowZero) {
  EXPECT_EQ(broken_by("/results/makespan_s", -1), Names{"times not negative"});
}

TEST(Invariants, FindJobsThatStartTooEarlyOrEndTooEarly) {
  EXPECT_EQ(broken_by("jobs.csv", "2,a,10,100,150,90", "2,a,110,100,150,-10").front(),
            "dates of jobs");
  EXPECT_EQ(broken_by("jobs.csv", "0,0,100,0,2", "0,0,-1,0,2").front(), "dates of jobs");
}

TEST(Invariants, FindStatesThatDoNotFit) {
  EXPECT_EQ(broken_by("/results/jobs", 3), Names{"states of jobs"});
  EXPECT_EQ(broken_by("/results/never_fit", 1), Names{"states of jobs"});
  EXPECT_EQ(broken_by("jobs.csv", "completed", "waiting"), Names{"states of jobs"});
}

TEST(Invariants, FindGpuTimeThatNoRowHolds) {
  EXPECT_EQ(broken_by("/results/replication_0/gpus_allocated_share", 0.84), Names{"GPU time held"});
  EXPECT_EQ(broken_by("/results/averaged_to_s", 140), Names{"GPU time held"});
}

TEST(Invariants, FindGpusThatAreHeldTwice) {
  EXPECT_EQ(broken_by("jobs.csv", "0,0,100,0,2", "0,0,101,0,2").front(), "GPUs held");
  EXPECT_EQ(broken_by([](Answer& answer) {
              answer.result["/results/gpus_total"_json_pointer] = 8;
              answer.files["jobs.csv"].replace(answer.files["jobs.csv"].find(":2"), 2, ":3");
            }),
            Names{"GPUs held"});
}

TEST(Invariants, FindAveragesThatJobsDoNotHave) {
  EXPECT_EQ(broken_by("/results/replication_0/queue_wait_mean_s", 46), Names{"averages of jobs"});
  EXPECT_EQ(broken_by("/results/replication_0/completion_mean_s", 119), Names{"averages of jobs"});
}

TEST(Invariants, FindReasonsThatDoNotAddUp) {
  EXPECT_EQ(broken_by("/results/waited_for_s/order", 1), Names{"reasons of waits"});
}

TEST(Invariants, FindATimelineOfMoreGpusThanThereAre) {
  EXPECT_EQ(broken_by("timeline.csv", "0,2,0,0", "0,2,1,0"), Names{"timeline"});
  EXPECT_EQ(broken_by("timeline.csv", "100,1", "0,1"), Names{"timeline"});
}

TEST(Invariants, FindCostsThatDoNotAddUp) {
  EXPECT_EQ(broken_by("/results/cost/items/energy", 11), Names{"sums of cost"});
  EXPECT_EQ(broken_by("/results/cost/years/1/opex", 9), Names{"sums of cost"});
  EXPECT_EQ(broken_by("cost.csv", "10.00", "11.00"), Names{"lines of cost"});
  EXPECT_EQ(broken_by("showback.csv", "30.00", "29.00"), Names{"showback"});
}

TEST(Invariants, FindMoreUsefulGpuHoursThanAreHeld) {
  EXPECT_EQ(broken_by("/results/cost/useful_gpu_hours", 3),
            (Names{"hours of showback", "useful GPU-hours"}));
}

TEST(Invariants, FindGpuHoursOtherThanThoseOfTheJobs) {
  EXPECT_EQ(broken_by("/results/cost/useful_gpu_hours", 0.5), Names{"hours of showback"});
  EXPECT_EQ(broken_by("/results/cost/held_gpu_hours", 3), Names{"hours of showback"});
}

TEST(Invariants, FindTransfersThatEndTooEarly) {
  EXPECT_EQ(broken_by("transfers.csv", "0,2,1", "3,2,0"), Names{"ends of transfers"});
  EXPECT_EQ(broken_by("collectives.csv", "0,2,2,1", "0,2,2,3"), Names{"alone is no longer"});
}

TEST(Differences, AreFoundWhereverTheyAre) {
  const Json a = Json::parse(R"({"x": [1, {"y": null}]})");
  EXPECT_EQ(difference(a, a), "");
  EXPECT_EQ(difference(a, Json::parse(R"({"x": [1, {"y": 0}]})")), "/x/1/y: null against 0");
  EXPECT_EQ(difference(a, Json::object()), "/x is missing");
}

TEST(Draws, AreEqualForEqualSeeds) {
  const Stock stock;
  Dice first(39, 7), second(39, 7), other(39, 8);
  const std::string drawn = draw_scenario(stock, first).scenario.dump();
  EXPECT_EQ(drawn, draw_scenario(stock, second).scenario.dump());
  EXPECT_NE(drawn, draw_scenario(stock, other).scenario.dump());
}

}  // namespace
}  // namespace gpuscape::scramble
