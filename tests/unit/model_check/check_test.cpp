#include "sim/model/check/check.hpp"
#include "sim/model/check/check_sources.hpp"

#include <gmock/gmock.h>

#include "sim/scenario/load/resolved.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/run_builders.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ScenarioText;
using ::testing::SizeIs;
using testing::with;

LoadedScenario checked(const std::string& text) {
  LoadedScenario scenario = test::load_text(text, "s.json");
  check(scenario, test::builtin_models());
  return scenario;
}

ScenarioSpec spec_of(const std::string& text, const Design& design = {}) {
  LoadedScenario scenario = test::load_text(text, "s.json", design);
  return check(scenario, test::builtin_models()).value().chosen.spec;
}

std::vector<std::string> faults_of(const std::string& text) { return faults(checked(text)); }

std::string with_nodes(const std::string& nodes, const std::string& networks = "{}") {
  return ScenarioText{.cluster =
                          "\"cluster\": {\"nodes\": " + nodes + ", \"networks\": " + networks + "}"}
      .text();
}

TEST(Check, AcceptsEveryBuiltInModel) {
  EXPECT_THAT(
      faults_of(with(
          R"("scheduler": {"policy": "fifo", "backfill": {"type": "easy", "depth": 10}, "placement": "best-fit"})")),
      IsEmpty());
  EXPECT_THAT(faults_of(with_nodes(R"({"p": {"type": "pool", "count": 640}})")), IsEmpty());
  EXPECT_THAT(
      faults_of(with_nodes(
          R"({"g": {"type": "custom", "count": 4, "gpus": 8}})",
          R"({"n": {"type": "leaf-spine", "link": "200 Gbit/s", "latency": "1 us", "hosts_per_leaf": 2}})")),
      IsEmpty());
}

TEST(Check, OffersTheNearestTypeForAnUnknownOne) {
  const auto issues =
      checked(with_nodes(R"({"g": {"type": "custm", "gpus": 8}})")).context.sorted_issues();
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_EQ(issues[0].message, "unknown type \"custm\"");
  EXPECT_EQ(issues[0].hint, "did you mean \"custom\"?");
  EXPECT_EQ(issues[0].pointer, "/cluster/nodes/g");
}

TEST(Check, ReportsParametersOfModelsWithEverythingElse) {
  EXPECT_THAT(
      faults_of(ScenarioText{
          .cluster = R"("cluster": {"nodes": {"g": {"type": "custom", "gpus": "8", "coers": 4}}})",
          .more = R"(, "scheduler": {"backfill": {"type": "easy", "depth": 0}}, "rum": {})"}
                    .text()),
      ElementsAre("/cluster/nodes/g/gpus: expected an integer, found a text \"8\"",
                  "/cluster/nodes/g/coers: unknown key \"coers\"",
                  "/scheduler/backfill/depth: 0 is too small: at least 1",
                  "/rum: unknown key \"rum\""));
}

TEST(Check, RefusesQosThatPreemptEachOtherForEver) {
  const auto with_qos = [](const std::string& qos) {
    return with(R"("scheduler": {"policy": {"type": "slurm-multifactor", "qos": )" + qos + "}}");
  };
  EXPECT_THAT(faults_of(with_qos(R"({"a": {"preempts": "b"}, "b": {"preempts": "c"}, "c": {}})")),
              ElementsAre());
  EXPECT_THAT(faults_of(with_qos(R"({"a": {"preempts": "b"}, "b": {"preempts": "a"}})")),
              ElementsAre(HasSubstr("\"a\" preempts itself, or one that"),
                          HasSubstr("\"b\" preempts itself, or one that")));
  EXPECT_THAT(faults_of(with_qos(R"({"a": {"preempts": "a"}})")), SizeIs(1));
}

TEST(Check, ReportsANetworkThatDoesNotFitTheCluster) {
  EXPECT_THAT(
      faults_of(with_nodes(
          R"({"p": {"type": "pool", "count": 8}})",
          R"({"n": {"type": "leaf-spine", "link": "200 Gbit/s", "latency": "1 us", "hosts_per_leaf": 2}})")),
      ElementsAre(HasSubstr("/cluster/networks/n: ")));
}

std::string with_traffic(const std::string& networks) {
  return ScenarioText{
      .cluster = R"("cluster": {"nodes": {"g": {"type": "custom", "count": 4, "gpus": 8}})" +
                 networks + "}",
      .stream = R"("trace": {"format": "swf", "file": "log.swf"}, )"
                R"("application": {"step_time": "1 s", "bytes_per_step": "1 GB"})"}
      .text();
}

constexpr const char* kSwitch = R"({"type": "single-switch", "link": "1 GB/s", "latency": "1 us"})";

TEST(Check, RefusesTrafficWithoutANetwork) {
  const auto issues = checked(with_traffic("")).context.sorted_issues();
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_EQ(issues[0].message,
            "the jobs of stream \"jobs\" exchange data, but the cluster has no network");
  EXPECT_THAT(issues[0].hint, HasSubstr("single-switch"));
}

TEST(Check, WantsToKnowWhichOfSeveralNetworksCarriesTraffic) {
  const std::string a = std::string(R"(, "networks": {"a": )") + kSwitch;
  EXPECT_THAT(faults_of(with_traffic(a + "}")), IsEmpty());
  EXPECT_THAT(faults_of(with_traffic(a + R"(, "b": )" + kSwitch + "}")),
              ElementsAre("/cluster/networks: several networks, and none of them is called "
                          "\"compute\""));
  EXPECT_THAT(faults_of(with_traffic(a + R"(, "compute": )" + kSwitch + "}")), IsEmpty());
}

TEST(Check, RefusesLinksThatCarryNothing) {
  for (const char* link : {"0 GB/s", "-1 GB/s"}) {
    EXPECT_THAT(faults_of(with_nodes(R"({"g": {"type": "custom", "gpus": 8}})",
                                     R"({"n": {"type": "single-switch", "latency": "1 us", )"
                                     R"("link": ")" +
                                         std::string(link) + R"("}})")),
                SizeIs(1));
  }
}

TEST(Check, RefusesMoreHostsThanLeavesHold) {
  EXPECT_THAT(
      faults_of(with_nodes(R"({"g": {"type": "custom", "count": 9, "gpus": 8}})",
                           R"({"n": {"type": "leaf-spine", "link": "1 GB/s", "latency": "1 us", )"
                           R"("hosts_per_leaf": 4, "leaves": 2}})")),
      ElementsAre("/cluster/networks/n/leaves: 9 nodes are more than 2 leaves of 4 hosts hold"));
}

TEST(Check, RefusesALinkInGigabytesPerNothing) {
  EXPECT_THAT(faults_of(with_nodes(
                  R"({"g": {"type": "custom", "gpus": 8}})",
                  R"({"n": {"type": "single-switch", "link": "450 GB", "latency": "1 us"}})")),
              ElementsAre("/cluster/networks/n/link: \"450 GB\" is an amount of data, not a rate"));
}

TEST(Check, RefusesAClusterThatIsTooLarge) {
  std::string nodes;
  for (int i = 0; i < 11; ++i)
    nodes += (i == 0 ? "\"" : ", \"") + std::to_string(i) +
             R"(": {"type": "custom", "count": 1000000, "gpus": 1})";
  EXPECT_THAT(faults_of(with_nodes("{" + nodes + "}")), ElementsAre(HasSubstr("11 000 000 nodes")));
}

TEST(Check, ChecksTheModelsOfEveryVariantOnce) {
  EXPECT_THAT(faults_of(with(R"("variants": {"v": {"scheduler": {"backfill": "esay"}}, "w": {}})")),
              ElementsAre("/scheduler/backfill: unknown type \"esay\" (in variant \"v\")"));
  EXPECT_THAT(
      faults_of(with(R"("scheduler": {"backfill": "esay"}, "variants": {"v": {"title": "V"}})")),
      ElementsAre("/scheduler/backfill: unknown type \"esay\""));
}

TEST(Check, WritesTheDefaultsOfModelsIntoTheResolvedScenario) {
  const std::string text = resolved_text(spec_of(with(
      R"("scheduler": {"backfill": "easy"}, "variants": {"v": {"scheduler": {"backfill": {"depth": 5}}}})")));
  EXPECT_THAT(text, HasSubstr("\"depth\": 100  // default\n"));
  EXPECT_THAT(text, HasSubstr("\"count\": 1,  // default\n"));
  EXPECT_THAT(text, HasSubstr("\"gpus\": 8,\n"));
}

TEST(Check, TheResolvedScenarioOfAVariantHoldsItsOwnValues) {
  const ScenarioSpec spec = spec_of(
      with(
          R"("scheduler": {"backfill": "easy"}, "variants": {"v": {"scheduler": {"backfill": {"depth": 5}}}})"),
      {.variant = "v"});
  EXPECT_THAT(resolved_text(spec), HasSubstr("\"depth\": 5\n"));
}

TEST(Check, TheResolvedScenarioPassesTheCheckWithoutDefaults) {
  const std::string text = resolved_text(spec_of(with(R"("scheduler": {"backfill": "easy"})")));
  EXPECT_THAT(faults(checked(text)), IsEmpty());
  const ScenarioSpec again = spec_of(text);
  EXPECT_THAT(again.defaulted, IsEmpty());
  EXPECT_THAT(resolved_text(again), Not(HasSubstr("// default")));
}

TEST(CheckFiles, NamesATraceThatIsNotThere) {
  auto scenario = test::load_text(ScenarioText{}.text(), "s.json");
  check_files(scenario);
  EXPECT_THAT(faults(scenario),
              ElementsAre("/workload/streams/jobs/trace/file: file not found: log.swf"));
}

TEST(CheckFiles, NamesATraceThatIsAFolder) {
  const testing::ScenarioFolder folder;
  folder.write("log.swf/x", "");
  auto scenario = load_scenario(folder.write("s.json", ScenarioText{}.text()));
  check_files(scenario);
  EXPECT_THAT(faults(scenario), ElementsAre(HasSubstr("is a folder, not a log")));
}

}  // namespace
}  // namespace gpuscape
