/// What a cluster that lends GPUs must have, and what does not go with it.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/model/check/check_placement.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kNodes = R"({"client": {"type": "dell-r730", "count": 2},
  "gpu": {"type": "dell-c4130-seed-rack", "count": 2}, "wired": {"type": "custom", "gpus": 4},
  "shelf": {"type": "gpu-box", "gpus": 4, "link": "26 GB/s"}})";
constexpr const char* kSwitch =
    R"("compute": {"type": "single-switch", "switch": "mellanox-sx6036"})";
constexpr const char* kFabric =
    R"("fabric": {"type": "composed-pcie", "fabric": "gigaio-fabrex-gen4"})";

struct Lent {
  std::string over = R"("compute")";
  std::string clients = R"(["client"])";
  std::string servers = R"(["gpu"])";
  std::string type = "api-remoting";
  std::string more = R"(, "software": "bitfusion-optimised-ib")";
  std::string scheduler = R"("policy": "fifo", "backfill": "easy")";
  std::string nodes = kNodes;
  std::string networks = kSwitch;
  std::string stream = testing::ScenarioText().stream;

  [[nodiscard]] std::string text() const {
    return testing::ScenarioText{
        .cluster = R"("cluster": {"nodes": )" + nodes + R"(, "networks": {)" + networks +
                   R"(}, "gpu_access": {"type": ")" + type + R"(", "over": )" + over +
                   R"(, "clients": )" + clients + R"(, "servers": )" + servers + more + "}}",
        .stream = stream,
        .more = R"(, "scheduler": {)" + scheduler + "}"}
        .text();
  }
};

constexpr std::string_view kPlace = "/cluster/gpu_access";

/// "pointer: message [hint]" of every fault, without the place of gpu_access.
std::vector<std::string> faults_of(const Lent& lent) {
  LoadedScenario scenario = test::load_text(lent.text(), "s.json");
  if (const auto file = check(scenario, test::builtin_models()))
    check_placement(*file, scenario.context);
  std::vector<std::string> faults;
  for (const Issue& issue : scenario.context.sorted_issues()) {
    faults.push_back(issue.pointer + ": " + issue.message);
    if (!issue.hint.empty()) faults.back() += " [" + issue.hint + "]";
    if (faults.back().starts_with(kPlace)) faults.back().erase(0, kPlace.size());
  }
  return faults;
}

TEST(CheckLending, ClientsAndServersOverASwitchAreFine) {
  EXPECT_THAT(faults_of({}), IsEmpty());
  EXPECT_THAT(faults_of({.clients = R"("client")", .servers = R"("gpu")"}), IsEmpty());
  EXPECT_THAT(faults_of({.over = R"("fabric")",
                         .servers = R"(["shelf"])",
                         .type = "composed-pcie",
                         .more = "",
                         .networks = kFabric}),
              IsEmpty());
}

TEST(CheckLending, GroupsThatAreNotThereAreNamed) {
  EXPECT_THAT(
      faults_of({.clients = R"(["cleint"])"}),
      ElementsAre(R"(/clients: no group of nodes is called "cleint" [did you mean "client"?])"));
  EXPECT_THAT(faults_of({.servers = R"(["gpus"])"}),
              ElementsAre(R"(/servers: no group of nodes is called "gpus" [did you mean "gpu"?])"));
}

TEST(CheckLending, NetworksThatAreNotThereAreNamed) {
  EXPECT_THAT(faults_of({.over = R"("compte")"}),
              ElementsAre(R"(/over: no network is called "compte" [did you mean "compute"?])"));
  EXPECT_THAT(faults_of({.networks = ""}),
              ElementsAre(R"(/over: no network is called "compute" [the cluster has no network])"));
}

TEST(CheckLending, WhatIsMissingIsSaidOnce) {
  EXPECT_THAT(faults_of({.more = ""}),
              ElementsAre(StartsWith(R"(: "software" is missing [software of the catalogue's)")));
  const std::string without = R"({"client": {"type": "dell-r730"}, )"
                              R"("gpu": {"type": "dell-c4130-seed-rack"}}, "gpu_access": )"
                              R"({"type": "composed-pcie", "clients": "client"})";
  LoadedScenario scenario = test::load_text(
      testing::ScenarioText{.cluster = R"("cluster": {"nodes": )" + without + "}"}.text(),
      "s.json");
  check(scenario, test::builtin_models());
  EXPECT_THAT(testing::faults(scenario),
              ::testing::UnorderedElementsAre("/cluster/gpu_access: \"servers\" is missing",
                                              "/cluster/gpu_access: \"over\" is missing"));
  EXPECT_THAT(faults_of({.over = R"("")"}), ElementsAre(StartsWith("/over: no network is called")));
}

/// A group, the network and the backfill, each at fault.
TEST(CheckLending, AllFaultsAreSaidAtOnce) {
  EXPECT_THAT(faults_of({.over = R"("comput")",
                         .clients = R"(["clients"])",
                         .scheduler = R"("policy": "fifo", "backfill": "conservative")"}),
              ElementsAre(StartsWith("/over: no network is called \"comput\""),
                          StartsWith("/clients: no group of nodes is called \"clients\""),
                          StartsWith("/scheduler/backfill: backfill \"conservative\" plans")));
}

/// GPUs of boxes are of the scenario's own where they are lent: four, not those of the variant.
TEST(CheckLending, ALoadIsAShareOfLentGpus) {
  Design design;
  design.variant = "two";
  const std::string text = R"({"format": 1, "cluster": {
      "nodes": {"host": {"type": "cpu-2s-2024", "count": 2},
                "box": {"type": "gpu-box", "gpus": 4, "link": "26 GB/s"}},
      "networks": {"fabric": {"type": "composed-pcie", "fabric": "gigaio-fabrex-gen4"}},
      "gpu_access": {"type": "composed-pcie", "over": "fabric", "clients": "host",
                     "servers": "box"}},
    "workload": {"streams": {"s": {"generate": {"jobs": 5, "load": 0.5, "gpus": {"1": 1},
      "run_time": {"distribution": "constant", "value": "1 h"}}}}},
    "variants": {"two": {"cluster": {"nodes": {"box": {"count": 2}}}}}})";
  for (const char* variant : {"", "two"}) {
    design.variant = variant;
    LoadedScenario scenario = test::load_text(text, "s.json", design);
    const auto checked = check(scenario, test::builtin_models());
    ASSERT_TRUE(checked) << format_issues(scenario.context.sorted_issues());
    const auto& generate = checked->chosen.spec.streams.front().generate;
    ASSERT_TRUE(generate);
    EXPECT_EQ(generate->load_gpus, 4) << variant;
  }
}

TEST(CheckLending, TheNetworkIsOfTheKindThatTheAccessNeeds) {
  EXPECT_THAT(faults_of({.type = "composed-pcie", .more = ""}),
              ElementsAre(R"(/over: "compute" is a network of type "single-switch": gpu_access )"
                          R"("composed-pcie" goes over one of type "composed-pcie" )"
                          R"([or "type": "api-remoting"])"));
  EXPECT_THAT(faults_of({.over = R"("fabric")", .networks = kFabric}),
              ElementsAre(R"(/over: "fabric" is a network of type "composed-pcie": gpu_access )"
                          R"("api-remoting" goes over a network of switches )"
                          R"([or "type": "composed-pcie"])"));
}

TEST(CheckLending, NodesHaveAdapters) {
  EXPECT_THAT(faults_of({.clients = R"(["wired"])"}),
              ElementsAre(R"(/clients: the nodes of "wired" have no adapter for the network )"
                          R"("compute" [a node of the catalogue, or one of type "graph": of )"
                          "these nothing is known of what is inside]"));
  EXPECT_THAT(faults_of({.servers = R"(["shelf"])"}),
              ElementsAre(R"(/servers: the nodes of "shelf" have no adapter for the network )"
                          R"("compute" [a node's `nics` say what each is for, by `role`])"));
}

TEST(CheckLending, ABoxIsNoClient) {
  EXPECT_THAT(faults_of({.over = R"("fabric")",
                         .clients = R"(["shelf"])",
                         .servers = R"(["gpu"])",
                         .type = "composed-pcie",
                         .more = "",
                         .networks = kFabric}),
              ElementsAre(R"(/clients: the nodes of "shelf" have no memory that copies could )"
                          "pass [nodes with a CPU]"));
}

TEST(CheckLending, ServersHaveGpusThatLinksLeadTo) {
  for (const char* server : {"client", "wired"})
    EXPECT_THAT(
        faults_of({.clients = R"(["gpu"])", .servers = "[\"" + std::string(server) + "\"]"}),
        ElementsAre("/servers: the nodes of \"" + std::string(server) +
                    R"(" have no GPUs that links lead to [a node of the catalogue with GPUs, )"
                    R"(or one of type "gpu-box" or "graph"])"));
}

TEST(CheckLending, AGroupDoesNotBoth) {
  EXPECT_THAT(faults_of({.clients = R"(["client", "gpu"])"}),
              ElementsAre(R"(/servers: "gpu" is among the clients, too )"
                          "[nodes that lend their GPUs run no jobs]"));
}

TEST(CheckLending, PoolsTakeNoPart) {
  const std::string pool = R"({"client": {"type": "pool", "count": 64}, )"
                           R"("gpu": {"type": "dell-c4130-seed-rack"}})";
  const auto of_access = [&](const Lent& lent) {
    std::vector<std::string> faults = faults_of(lent);
    std::erase_if(faults, [](const std::string& fault) {
      return fault.find("/networks/") != std::string::npos;
    });
    return faults;
  };
  EXPECT_THAT(of_access({.nodes = pool}),
              ElementsAre(R"(/clients: "client" is a pool: it has no nodes [nodes out of the )"
                          R"(catalogue, or of type "graph"])"));
  EXPECT_THAT(of_access({.clients = R"(["gpu"])", .servers = R"(["client"])", .nodes = pool}),
              ElementsAre(R"(/servers: "client" is a pool: it has no nodes [nodes out of the )"
                          R"(catalogue, or of type "graph"])"));
}

TEST(CheckLending, BackfillsThatPlanGroupByGroupAreRefused) {
  EXPECT_THAT(faults_of({.scheduler = R"("policy": "fifo", "backfill": "none")"}), IsEmpty());
  for (const char* backfill : {"conservative", "slurm"})
    EXPECT_THAT(faults_of({.scheduler = "\"backfill\": \"" + std::string(backfill) + "\""}),
                ElementsAre("/scheduler/backfill: backfill \"" + std::string(backfill) +
                            "\" plans jobs on single groups of nodes: it does not go with "
                            "gpu_access \"api-remoting\" [backfill \"easy\" or \"none\"]"));
}

TEST(CheckLending, PreemptionIsRefused) {
  const auto refused = [](const char* policy) {
    return "/scheduler/policy: \"" + std::string(policy) +
           "\" preempts jobs, and those on lent GPUs cannot be preempted "
           "[a policy without preemption]";
  };
  EXPECT_THAT(faults_of({.scheduler = R"("policy": "srtf", "backfill": "none")"}),
              ElementsAre(refused("srtf")));
  EXPECT_THAT(faults_of({.scheduler = R"("policy": "slurm-multifactor", "backfill": "none")"}),
              IsEmpty());
  EXPECT_THAT(faults_of({.scheduler = R"("policy": {"type": "slurm-multifactor", "qos": )"
                                      R"({"urgent": {"preempts": "low"}, "low": {}}}, )"
                                      R"("backfill": "none")"}),
              ElementsAre(refused("slurm-multifactor")));
}

TEST(CheckLending, SharedGpusAndSpannedGroupsAreRefused) {
  EXPECT_THAT(
      faults_of({.scheduler = R"("backfill": "easy", "gpu_sharing": "shares")"}),
      ElementsAre(": GPUs that are lent are whole, and of one model: gpu_access "
                  "\"api-remoting\" goes with neither \"gpu_sharing\" other than \"whole\" nor "
                  "\"span_groups\": \"same-model\" [leave these two out]"));
  EXPECT_THAT(faults_of({.scheduler = R"("backfill": "easy", "span_groups": "same-model")"}),
              ::testing::Contains(StartsWith(": GPUs that are lent are whole")));
}

TEST(CheckLending, UnknownSoftwareIsNamed) {
  EXPECT_THAT(faults_of({.more = R"(, "software": "bitfusion-optimized-ib")"}),
              ElementsAre(R"(/software: unknown entry "bitfusion-optimized-ib" in the catalogue's )"
                          R"(remoting [did you mean "bitfusion-optimised-ib"?])"));
}

TEST(CheckLending, TimesAndCountsAreWithinTheirBounds) {
  const std::string software = R"("software": {"per_call_overhead": "2 us")";
  const auto with = [&](const std::string& key, const std::string& value) {
    return faults_of({.more = ", " + software + "}, \"" + key + "\": " + value});
  };
  for (const char* time : {"attach_time", "detach_time", "poll_period", "idle_return",
                           "attach_time_out", "round_trip"})
    EXPECT_THAT(with(time, R"("-1 s")"),
                ElementsAre("/" + std::string(time) + ": -1 s is too small: at least 0 s"));
  for (const char* time : {"dispatch", "context"})
    EXPECT_THAT(
        faults_of({.more = ", " + software + ", \"" + time + R"(": "-1 s"})"}),
        ElementsAre("/software/" + std::string(time) + ": -1 s is too small: at least 0 s"));
  EXPECT_THAT(with("attach_failure", "1"),
              ElementsAre("/attach_failure: 1 is too large: at most 0.9"));
  EXPECT_THAT(with("max_gpus_per_job", "0"),
              ElementsAre("/max_gpus_per_job: 0 is too small: at least 1"));
  EXPECT_THAT(with("max_gpus_per_client", "-1"),
              ElementsAre("/max_gpus_per_client: -1 is too small: at least 1"));
}

TEST(CheckLending, JobsThatWantGpusOfTheirOwnNodesNeedSome) {
  const auto stream = [](const char* from) {
    return fmt::format(R"("gpus_from": "{}", "trace": {{"format": "swf", "file": "log.swf"}})",
                       from);
  };
  EXPECT_THAT(faults_of({.stream = stream("lent")}), IsEmpty());
  EXPECT_THAT(faults_of({.stream = stream("own-nodes")}), IsEmpty())
      << "the nodes \"wired\" have GPUs";
  EXPECT_THAT(
      faults_of({.nodes = R"({"client": {"type": "dell-r730", "count": 2},
                                     "gpu": {"type": "dell-c4130-seed-rack", "count": 2}})",
                 .stream = stream("own-nodes")}),
      ElementsAre("/workload/streams/jobs/gpus_from: all GPUs of the cluster are lent: none "
                  "are in a node on which jobs run [add nodes with GPUs that are not among "
                  "the \"servers\"]"));
}

}  // namespace
}  // namespace gpuscape
