#include "cli/commands/check.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "models/builtin_models.hpp"
#include "sim/session/open_scenario.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::ScenarioFolder;
using testing::ScenarioText;

struct Ran {
  int code;
  std::string out;
  std::string err;
};

Ran ran(const std::string& file, bool resolved = false, bool no_forecast = false) {
  Registry registry;
  register_builtin_models(registry);
  std::ostringstream out;
  std::ostringstream err;
  const int code = check_command(
      {.file = file, .scenario = {}, .no_forecast = no_forecast, .resolved = resolved}, registry,
      out, err);
  return {code, out.str(), err.str()};
}

TEST(CheckCommand, SaysWhatItUnderstood) {
  const ScenarioFolder folder;
  const std::string file = folder.write("s.json", testing::generated());
  const Ran run = ran(file);
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  const std::string understood =
      file +
      ": no faults\n  8 GPUs (gpu: 1 x 8 GPUs) · 1 stream: jobs (generated)\n"
      "  fifo, backfill none, pack\n";
  ASSERT_TRUE(run.out.starts_with(understood)) << run.out;
  const std::string more = run.out.substr(understood.size());
  EXPECT_TRUE(more.starts_with("  gpuscape run: ") && more.ends_with(" of results\n")) << more;
  EXPECT_EQ(std::ranges::count(more, '\n'), 1);
  EXPECT_EQ(ran(file, false, true).out, understood);
}

// A fabric of 24 ports holds 2 hosts and 4 boxes, and not 4 hosts.
TEST(CheckCommand, ListsFaultsOfDesignsThatTheCostIsVariedOver) {
  const ScenarioFolder folder;
  const std::string file = folder.write("s.json", R"({"format": 1, "cluster": {
    "nodes": {"host": {"type": "cpu-2s-2024", "count": 2},
              "box": {"type": "gpu-box", "count": 4, "gpus": 2, "link": "26 GB/s",
                      "gpu": "h100-pcie-80gb"}},
    "networks": {"f": {"type": "composed-pcie", "fabric": "gigaio-fabrex-gen4",
                       "box_uplinks": 1}},
    "gpu_access": {"type": "composed-pcie", "over": "f", "clients": ["host"], "servers": ["box"]}},
  "workload": {"streams": {"s": {"generate": {"jobs": 10, "jobs_per_hour": 1, "gpus": {"1": 1},
    "run_time": {"distribution": "constant", "value": "1 h"}}}}},
  "cost": {"vary": {"hosts": {"set": "/cluster/nodes/host/count", "values": [2, 4]}}}})");
  const Ran run = ran(file);
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("4 hosts and 4 boxes take 32 ports"));
  EXPECT_THAT(run.err, HasSubstr("/cluster/nodes/host/count cannot be 4"));
}

// Where GPUs are whole, half of one is one, of lent ones too.
TEST(CheckCommand, APartOfAGpuFindsRoomOnLentGpus) {
  const ScenarioFolder folder;
  folder.write("log.csv", "t,d,g\n0,60,0.5\n");
  const Ran run = ran(folder.write("s.json", R"({"format": 1, "cluster": {
    "nodes": {"host": {"type": "dell-r730", "count": 1},
              "server": {"type": "dell-c4130-d", "count": 1}},
    "networks": {"n": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"}},
    "gpu_access": {"type": "api-remoting", "over": "n", "software": "rcuda-tcp",
                   "clients": ["host"], "servers": ["server"]}},
  "workload": {"streams": {"s": {"trace": {"format": "csv", "file": "log.csv",
    "columns": {"submit": "t", "run_time": "d", "gpus": "g"}}}}}})"));
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST(CheckCommand, PrintsTheResolvedScenarioAndNothingElse) {
  const ScenarioFolder folder;
  const Ran run = ran(folder.write("s.json", testing::generated()), true);
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, ::testing::StartsWith("{\n  \"format\": 1,\n"));
  EXPECT_THAT(run.out, HasSubstr("// default"));
}

TEST(CheckCommand, PrintsEveryFaultAndTheirNumberOnStandardError) {
  const ScenarioFolder folder;
  const Ran run = ran(folder.write("s.json", testing::with(R"("run": {"seed": -1}, "rum": {})")));
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("file not found: "));
  EXPECT_THAT(run.err, HasSubstr("-1 is too small"));
  EXPECT_THAT(run.err, ::testing::EndsWith("s.json: 3 faults\n"));
}

/// Eight nodes stand in a hall with one place for a rack of one node.
constexpr const char* kFullHall = R"({"format": 1,
  "cluster": {"nodes": {"gpu": {"type": "custom", "count": 8, "gpus": 8}}},
  "workload": {"streams": {"jobs": {"generate": {"jobs": 10, "jobs_per_hour": 1,
    "gpus": {"1": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}},
  "cost": {"currency": "USD", "horizon": "1 y", "prices_as_of": "2026-10",
    "pools": {"gpu": {"price": "1000 USD", "power_max": "1 kW", "rack_units": 30}},
    "items": {"racks": {"type": "racks", "hall": {"racks": 1}}}},
  "variants": {"twice": {"cluster": {"nodes": {"gpu": {"count": 16}}}},
               "fits": {"cluster": {"nodes": {"gpu": {"count": 1}}}}}})";

TEST(CheckCommand, ListsWhatIsWrongWithEachDesignAtOnce) {
  const ScenarioFolder folder;
  const Ran run = ran(folder.write("s.json", kFullHall));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("the design fills 8 racks, the hall holds 1\n"));
  EXPECT_THAT(run.err,
              HasSubstr("the design fills 16 racks, the hall holds 1 (in variant \"twice\")"));
  EXPECT_THAT(run.err, Not(HasSubstr("fits")));
}

// What is not run need not be right: `check` says that it is not.
TEST(CheckCommand, AloneRefusesAFileForAVariantThatIsNotRun) {
  const ScenarioFolder folder;
  const std::string file = folder.write("s.json", kFullHall);
  Registry registry;
  register_builtin_models(registry);
  EXPECT_EQ(open_scenario({file}, {.variant = "fits"}, registry).spec.variant, "fits");
  EXPECT_THROW(open_scenario({file}, {}, registry), ScenarioError);
}

TEST(CheckCommand, FindsInTheHeadOfALogWhatARunWouldRefuse) {
  const ScenarioFolder folder;
  const auto check_of = [&](const std::string& log) {
    folder.write("log.swf", log);
    return ran(folder.write("s.json", ScenarioText{}.text()));
  };
  EXPECT_EQ(check_of("1 0 0 60 4 -1 -1 4 -1 -1 1 1 1 -1 -1 -1 -1 -1\n").code, 0);
  EXPECT_THAT(check_of("").err, HasSubstr("the file contains no jobs"));
  EXPECT_THAT(check_of("1 2 3\n").err, HasSubstr("none of the 1 rows could be used"));
  EXPECT_THAT(check_of("\x1f\x8b broken").err, HasSubstr("log.swf"));
  EXPECT_EQ(check_of("1 2 3\n").code, 2);
}

/// Checks a log of two jobs, a minute apart, with further keys of its stream and of the scenario.
Ran check_with(const std::string& of_trace, const std::string& of_stream = "",
               const std::string& further = "") {
  const ScenarioFolder folder;
  folder.write("log.swf",
               "1 0 0 60 4 -1 -1 4 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
               "2 60 0 60 4 -1 -1 4 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  return ran(folder.write(
      "s.json",
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}}, "workload": {)"
      R"("streams": {"jobs": {"trace": {"format": "swf", "file": "log.swf")" +
          of_trace + "}" + of_stream + "}}}" + further + "}"));
}

TEST(CheckCommand, FindsInAWholeLogWhatARunWouldRefuseOfItsJobs) {
  EXPECT_EQ(check_with("").code, 0);
  EXPECT_THAT(check_with(R"(, "where": {"account": "x"})").err, HasSubstr("has no account"));
  EXPECT_THAT(check_with(R"(, "from": "2 min")").err, HasSubstr("no job in the log was submitted"));
  EXPECT_EQ(check_with(R"(, "from": "1 min")").code, 0);
  EXPECT_THAT(check_with("", R"(, "scale": {"more": {"load": 2}})").err,
              HasSubstr("the log is too short"));
  EXPECT_THAT(check_with("", "", R"(, "slo": {"w": {"metric": "queue_wait", "at_most": "1 h",
                                                  "where": {"account": "x"}}})")
                  .err,
              HasSubstr("the workload has no account for any job"));
}

TEST(CheckCommand, FindsThatACircleOfJobsHasNoPlace) {
  const ScenarioFolder folder;
  const auto check_of = [&](const std::string& jobs) {
    return ran(folder.write(
        "s.json",
        R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "pool", "count": 4}}}, "workload":)"
        R"({"streams": {"jobs": {"closed": {"jobs": ")" +
            jobs +
            R"(", "run_time": {"distribution": "constant", "value": "1 h"},)"
            R"("duration": "1 d"}}}}})"));
  };
  EXPECT_EQ(check_of("one per gpu").code, 0);
  EXPECT_EQ(check_of("one per node").code, 2);
  EXPECT_THAT(check_of("one per node").err, HasSubstr("is a pool: it has no nodes"));
}

TEST(CheckCommand, NamesAFaultOfJobsThatDesignsShareOnce) {
  const Ran run = check_with(R"(, "from": "2 min")", "", R"(, "variants": {"v": {"title": "v"}})");
  EXPECT_THAT(run.err, ::testing::EndsWith("s.json: 1 fault\n"));
}

TEST(CheckCommand, CountsTheJobsOfALogThatFitOnNoGroup) {
  const ScenarioFolder folder;
  const auto check_of = [&](const std::string& log) {
    folder.write("log.swf", log);
    return ran(folder.write("s.json", ScenarioText{}.text()));
  };
  const std::string fits = "1 0 0 60 4 -1 -1 4 -1 -1 1 1 1 -1 -1 -1 -1 -1\n";
  const std::string never = "2 0 0 60 4000 -1 -1 4000 -1 -1 1 1 1 -1 -1 -1 -1 -1\n";
  EXPECT_THAT(check_of(fits).out, Not(HasSubstr("never start")));
  EXPECT_THAT(check_of(fits + never).out,
              HasSubstr("1 of the 2 jobs in the log of stream \"jobs\" fit on no group"));
  EXPECT_EQ(check_of(fits + never).code, 0);
  EXPECT_THAT(check_of(never).err, HasSubstr("no job in the log of stream \"jobs\" fits"));
  EXPECT_EQ(check_of(never).code, 2);
}

TEST(CheckCommand, CountsThemForEachVariantsOwnCluster) {
  const ScenarioFolder folder;
  folder.write("log.swf",
               "1 0 0 60 4 -1 -1 4 -1 -1 1 1 1 -1 -1 -1 -1 -1\n"
               "2 0 0 60 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1\n");
  const Ran run = ran(folder.write(
      "s.json",
      testing::with(R"("variants": {"small": {"cluster": {"nodes": {"gpu": {"gpus": 2}}}}})")));
  EXPECT_THAT(run.out, HasSubstr("variant small: 1 of the 2 jobs in the log"));
}

TEST(CheckCommand, DoesNotReadALongLogToItsEnd) {
  const ScenarioFolder folder;
  folder.write("log.swf",
               std::string(1 << 21, '\n') + "1 0 0 60 4 -1 -1 4 -1 -1 1 1 1 -1 -1 -1 -1 -1\n");
  EXPECT_EQ(ran(folder.write("s.json", ScenarioText{}.text())).code, 0);
}

/// gzip of a list of one node with eight GPUs.
std::string compressed_node_list() {
  constexpr char kBytes[] =
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x2b\xce\xd3\x49\x2e\x28\x8d\xcf\xcd\xcc"
      "\xc9\xc9\xd4\xc9\x4d\xcd\xcd\x2f\xaa\x04\x72\x92\x74\xd2\x0b\x4a\x75\x72\xf3\x53"
      "\x52\x73\xb8\x12\x75\x8c\x8d\x0c\x0c\x0c\x74\x8c\xcc\x8c\x0c\x4d\x4c\x74\x2c\x74"
      "\x1c\x0d\x0d\x0c\xb8\x00\x13\x18\x72\x0f\x38\x00\x00\x00";
  return {kBytes, sizeof kBytes - 1};
}

TEST(CheckCommand, TakesAListOfNodesAsItIsPublished) {
  const ScenarioFolder folder;
  folder.write("nodes.csv.gz", compressed_node_list());
  folder.write("log.swf", "1 0 0 60 4 -1 -1 4 -1 -1 1 1 1 -1 -1 -1 -1 -1\n");
  const std::string text = ScenarioText{.cluster = R"("cluster": {"from": "nodes.csv.gz"})"}.text();
  EXPECT_THAT(ran(folder.write("s.json", text)).out, HasSubstr("8 GPUs (A100-8: 1 x 8 GPUs)"));
  folder.write("nodes.csv.gz", "\x1f\x8b broken");
  EXPECT_EQ(ran(folder.path() + "/s.json").code, 2);
}

// With the place where the file says it: a run found these, and named none.
TEST(CheckCommand, RefusesStreamsThatARunCouldNotDraw) {
  const ScenarioFolder folder;
  const std::string many =
      R"("cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8, "count": 1000000}}})";
  const std::string closed =
      R"("closed": {"jobs": "one per gpu", "duration": "1 d", "gpus": {"1": 1},
         "run_time": {"distribution": "constant", "value": "1 h"}})";
  const std::string file =
      folder.write("s.json", ScenarioText{.cluster = many, .stream = closed}.text());
  EXPECT_THAT(ran(file).err, HasSubstr("s.json:1:"));
  EXPECT_THAT(ran(file).err,
              HasSubstr("error: /workload/streams/jobs/closed/jobs: one per GPU would be "
                        "8 000 000 jobs: at most 1 000 000"));
  folder.write("s.json", testing::generated(R"("duration": "100000 d", "load": 1)"));
  EXPECT_THAT(ran(file).err, HasSubstr("s.json:1:"));
  EXPECT_THAT(ran(file).err, HasSubstr("/workload/streams/jobs/generate: about "));
}

TEST(CheckCommand, RefusesAMissingFile) { EXPECT_EQ(ran("no/such.json").code, 2); }

}  // namespace
}  // namespace gpuscape
