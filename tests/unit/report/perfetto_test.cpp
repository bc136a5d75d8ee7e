#include "sim/report/run/perfetto.hpp"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/random_jobs.hpp"
#include "tests/support/run_builder.hpp"

namespace gpuscape {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TextCollector final : public TextSink {
 public:
  void write(std::string_view text) override { all += text; }
  std::string all;
};

std::string trace_text(const RunResult& run) {
  TextCollector collector;
  write_perfetto(run, collector);
  return collector.all;
}

std::vector<json> events(const RunResult& run, std::string_view phase) {
  std::vector<json> found;
  json document = json::parse(trace_text(run));
  for (json& event : document["traceEvents"])
    if (event["ph"] == phase) found.push_back(std::move(event));
  return found;
}

/// A run with the labels that a scenario would have given its nodes.
RunResult run_of(const std::vector<NodeGroup>& groups, std::vector<Job> jobs) {
  Platform platform(groups);
  platform.span_groups();
  RunResult run = test::run_on(std::move(platform), std::move(jobs));
  std::uint32_t first = 0;
  for (const NodeGroup& group : groups) {
    run.nodes.push_back({group.name, first, group.count, group.capacity.gpus, group.pool});
    first += group.count;
  }
  run.streams = {"jobs"};
  return run;
}

/// The names of all tracks, by tid.
std::map<std::int64_t, std::string> track_names(const RunResult& run) {
  std::map<std::int64_t, std::string> names;
  for (const json& event : events(run, "M"))
    if (event["name"] == "thread_name") names[event["tid"]] = event["args"]["name"];
  return names;
}

TEST(Perfetto, HasASliceForEachJobInMicroseconds) {
  RunBuilder run(4);
  run.job(1.0, 60.0, 2, 3.5);
  const std::vector<json> slices = events(run.result(), "X");
  ASSERT_EQ(slices.size(), 1U);
  EXPECT_EQ(slices[0]["ts"], 3500000);
  EXPECT_EQ(slices[0]["dur"], 60000000);
  EXPECT_EQ(slices[0]["name"], "job 1");
  EXPECT_EQ(slices[0]["args"],
            json::parse(R"({"gpus": 2, "wait_s": 2.5, "state": "completed", "stream": "jobs"})"));
}

TEST(Perfetto, PutsJobsOfOneNodeBesideEachOther) {
  RunBuilder run(4);
  run.job(0, 60, 1, 0.0).job(0, 60, 1, 10.0).job(0, 5, 1, 60.0);
  const std::vector<json> slices = events(run.result(), "X");
  const auto names = track_names(run.result());
  EXPECT_EQ(names.at(slices[0]["tid"]), "gpu/0");
  EXPECT_EQ(names.at(slices[1]["tid"]), "gpu/0 · 2");
  EXPECT_EQ(slices[2]["tid"], slices[0]["tid"]);  // begins as the first one ends
}

TEST(Perfetto, HasASliceOnEachNodeOfAJob) {
  const RunResult run = run_of({test::nodes(2, 4)}, {test::job(0.0, 8, 60.0)});
  const std::vector<json> slices = events(run, "X");
  ASSERT_EQ(slices.size(), 2U);
  EXPECT_EQ(slices[0]["args"]["gpus"], 8);
  EXPECT_EQ(slices[0]["args"]["gpus_here"], 4);
  EXPECT_NE(slices[0]["tid"], slices[1]["tid"]);
}

TEST(Perfetto, HasASliceOnEachGroupOfAJob) {
  std::vector<NodeGroup> groups{test::nodes(1, 4, "a"), test::nodes(1, 4, "b")};
  for (NodeGroup& group : groups) group.gpu_model = "a100";
  const RunResult run = run_of(groups, {test::job(0.0, 8, 60.0)});
  const std::vector<json> slices = events(run, "X");
  ASSERT_EQ(slices.size(), 2U);
  const auto names = track_names(run);
  EXPECT_EQ(names.at(slices[0]["tid"]), "a/0");
  EXPECT_EQ(names.at(slices[1]["tid"]), "b/0");
  EXPECT_EQ(slices[1]["args"]["gpus"], 8);
  EXPECT_EQ(slices[1]["args"]["gpus_here"], 4);
}

TEST(Perfetto, TellsKilledAndUnfinishedJobsByTheirNames) {
  RunBuilder builder(4);
  RunResult& run = builder.job(0, 60, 1, {}).job(0, 60, 1, {}).result();
  const AllocationSpan span{0, 1};
  run.jobs.start(0, Seconds(0.0), {&span, 1});
  run.jobs.start(1, Seconds(0.0), {&span, 1});
  run.jobs.end(0, Seconds(30.0), JobState::timed_out);
  run.end = Seconds(40.0);
  const std::vector<json> slices = events(run, "X");
  EXPECT_EQ(slices[0]["name"], "job 1, timed_out");
  EXPECT_EQ(slices[1]["name"], "job 2, running");
  EXPECT_EQ(slices[1]["dur"], 40000000);
}

TEST(Perfetto, SaysWhyAJobLeftItsNodesBeforeItsEnd) {
  RunResult run = test::run_jobs({test::nodes(1, 8)}, {test::job(0, 8, 100), test::job(10, 8, 20)},
                                 {.scheduler = "srtf"});
  run.nodes.push_back({"gpu", 0, 1, 8, false});
  run.streams = {"jobs"};
  const std::vector<json> slices = events(run, "X");
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_EQ(slices[0]["args"]["ended"], "preempted");
  EXPECT_FALSE(slices[1]["args"].contains("ended"));
  EXPECT_FALSE(slices[2]["args"].contains("ended"));
}

TEST(Perfetto, HasATrackForNodesOutOfService) {
  RunResult run = run_of({test::nodes(2, 8)}, {test::job(0, 8, 100)});
  run.nodes_away = {{1, 10_s, 20_s}, {1, 30_s, 35_s}};
  run.timeline.add("gpus_up") = std::vector<double>(run.timeline.size(), 16.0);
  int slices = 0;
  for (const json& slice : events(run, "X"))
    if (slice["name"] == "out of service") {
      ++slices;
      EXPECT_EQ(track_names(run)[slice["tid"]], "gpu/1 · out of service");
      EXPECT_EQ(slice["dur"], slices == 1 ? 10000000 : 5000000);
    }
  EXPECT_EQ(slices, 2);
  EXPECT_THAT(trace_text(run), HasSubstr("GPUs in service"));
}

TEST(Perfetto, CountsWhatTheTimelineKnowsWhereItChanges) {
  RunBuilder builder(4);
  builder.result().timeline["jobs_waiting"] = {0.0, 2.5, 2.5, 0.0};
  std::vector<std::pair<std::int64_t, double>> waiting;
  for (const json& event : events(builder.result(), "C"))
    if (event["name"] == "jobs waiting") waiting.emplace_back(event["ts"], event["args"]["value"]);
  using Point = std::pair<std::int64_t, double>;
  EXPECT_THAT(waiting, ElementsAre(Point(0, 0.0), Point(60000000, 2.5), Point(180000000, 0.0)));
}

TEST(Perfetto, GivesLargePoolsCountersOnly) {
  const RunResult small = run_of({test::pool(64)}, {test::job(0.0, 3, 60.0)});
  const RunResult large = run_of({test::pool(65)}, {test::job(0.0, 3, 60.0)});
  EXPECT_EQ(events(small, "X").size(), 1U);
  EXPECT_TRUE(events(large, "X").empty());
  EXPECT_THAT(trace_text(large), HasSubstr("processors allocated"));
}

TEST(Perfetto, QuotesNamesOfUsersAndStreams) {
  RunBuilder builder(4);
  RunResult& run = builder.result();
  run.streams = {"a \"b\"\n"};
  const auto origins = std::make_shared<OriginTable>();
  Job job;
  job.origin = origins->intern("o\\ne", "", "", "");
  const AllocationSpan span{0, 1};
  run.jobs.start(run.jobs.add(job), Seconds(0.0), {&span, 1});
  run.origins = origins;
  EXPECT_EQ(events(run, "X").at(0)["args"]["user"], "o\\ne");
  EXPECT_EQ(events(run, "X").at(0)["args"]["stream"], "a \"b\"\n");
}

/// What every reader of trace events relies on.
void expect_well_formed(const RunResult& run) {
  std::map<std::int64_t, std::int64_t> end_of;  // by tid
  std::map<std::int64_t, std::int64_t> process_of;
  for (const json& event : events(run, "X")) {
    ASSERT_TRUE(event["pid"].is_number_integer() && event["tid"].is_number_integer());
    ASSERT_GE(event["dur"], 0);
    const std::int64_t tid = event["tid"];
    const std::int64_t start = event["ts"];
    ASSERT_GE(start, end_of[tid]) << "slices of one track overlap";
    end_of[tid] = start + event["dur"].get<std::int64_t>();
    ASSERT_EQ(process_of.try_emplace(tid, event["pid"]).first->second, event["pid"]);
  }
  const std::vector<json> counters = events(run, "C");
  ASSERT_GE(counters.size(), 600U);
  for (const json& event : counters) ASSERT_TRUE(event["args"]["value"].is_number());
  for (const auto& [tid, end] : end_of) ASSERT_TRUE(track_names(run).contains(tid));
}

TEST(Perfetto, IsWellFormedForRandomJobsOnTwoGroups) {
  const auto jobs = test::random_jobs(7, {.count = 400, .gpus_total = 24, .coarse = true});
  const RunResult run = run_of({test::nodes(3, 8, "big"), test::nodes(2, 4, "small")}, jobs);
  expect_well_formed(run);
  EXPECT_EQ(trace_text(run), trace_text(run));
  EXPECT_GE(events(run, "X").size(), 300U);
}

}  // namespace
}  // namespace gpuscape
