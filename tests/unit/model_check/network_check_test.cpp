/// Faults of networks as a scenario's author meets them: place, message, hint.

#include <gmock/gmock.h>

#include "models/builtin_models.hpp"
#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::ScenarioText;

constexpr const char* kSends =
    R"("generate": {"jobs": 9, "jobs_per_hour": 4, "gpus": {"8": 1}, "run_time": )"
    R"({"distribution": "constant", "value": "1 h"}}, "application": )"
    R"({"step_time": "1 s", "bytes_per_step": "1 GB"})";

std::vector<std::string> faults_on(const std::string& nodes, const std::string& networks,
                                   const std::string& stream = kSends) {
  Registry registry;
  register_builtin_models(registry);
  LoadedScenario scenario =
      test::load_text(ScenarioText{.cluster = R"("cluster": {"nodes": )" + nodes +
                                              R"(, "networks": )" + networks + "}",
                                   .stream = stream}
                          .text(),
                      "s.json");
  check(scenario, registry);
  return testing::faults(scenario);
}

TEST(NetworkCheck, AcceptsNodesAndSwitchesOfTheCatalogue) {
  EXPECT_THAT(faults_on(R"({"g": {"type": "dgx-h100", "count": 64}})",
                        R"({"compute": {"type": "rail-optimised", "switch": "nvidia-qm9700"},)"
                        R"( "storage": {"type": "leaf-spine", "switch": "nvidia-sn5600",)"
                        R"( "oversubscription": 2}})"),
              IsEmpty());
}

TEST(NetworkCheck, NeedsASwitchOrItsLinks) {
  EXPECT_THAT(faults_on(R"({"g": {"type": "custom", "gpus": 8}})", R"({"n": "single-switch"})"),
              ElementsAre("/cluster/networks/n: a network needs \"switch\", or \"link\" and "
                          "\"latency\""));
}

TEST(NetworkCheck, SaysAWrongSwitchOnce) {
  EXPECT_THAT(faults_on(R"({"g": {"type": "dgx-h100", "count": 99}})",
                        R"({"n": {"type": "fat-tree", "switch": "nvidia-qm970"}})"),
              ElementsAre("/cluster/networks/n/switch: unknown entry \"nvidia-qm970\" in the "
                          "catalogue's switches"));
  EXPECT_THAT(faults_on(R"({"g": {"type": "dgx-h100", "count": 99}})",
                        R"({"n": {"type": "single-switch", "switch": 5}})"),
              ElementsAre("/cluster/networks/n/switch: expected an object, found an integer"));
}

TEST(NetworkCheck, CountsAdaptersAgainstPorts) {
  EXPECT_THAT(faults_on(R"({"g": {"type": "dgx-h100", "count": 9}})",
                        R"({"n": {"type": "single-switch", "switch": "nvidia-qm9700"}})"),
              ElementsAre("/cluster/networks/n/switch: 72 adapters of 9 nodes are more than one "
                          "switch of 64 ports takes"));
}

TEST(NetworkCheck, RefusesARoleThatNoAdapterHas) {
  EXPECT_THAT(faults_on(R"({"g": {"type": "dgx-h100", "count": 2}})",
                        R"({"n": {"type": "single-switch", "switch": "nvidia-qm9700",)"
                        R"( "role": "management"}})",
                        R"("trace": {"format": "swf", "file": "log.swf"})"),
              ElementsAre("/cluster/networks/n/role: no node has an adapter for a management "
                          "network"));
}

TEST(NetworkCheck, RefusesJobsThatExchangeOverComposedPcie) {
  EXPECT_THAT(
      faults_on(R"({"h": {"type": "dgx-h100", "count": 2},)"
                R"( "b": {"type": "gpu-box", "gpus": 8, "link": "26 GB/s"}})",
                R"({"n": {"type": "composed-pcie", "fabric": "gigaio-fabrex-gen4"}})"),
      ElementsAre("/cluster/networks/n: hosts send each other nothing over composed PCIe, but "
                  "jobs on the nodes of \"h\", of stream \"jobs\", exchange data"));
}

TEST(NetworkCheck, TakesTheOnlyComputeNetworkForWhatJobsExchange) {
  const std::string two = R"({"type": "single-switch", "link": "1 GB/s", "latency": "0 s"})";
  EXPECT_THAT(faults_on(R"({"g": {"type": "custom", "gpus": 8}})",
                        R"({"storage": )" + two + R"(, "ib": )" + two + "}"),
              IsEmpty());
}

}  // namespace
}  // namespace gpuscape
