/// What `check` finds where parts of a node or a network do not fit each other.

#include <gmock/gmock.h>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string scenario(const std::string& node, const std::string& network) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"count": 2, {}}}}}, "networks":
          {{"compute": {}}}}}, "workload": {{"streams": {{"s": {{"collectives": [{{"operation":
          "all-reduce", "among": ["n"], "bytes": "8 B"}}]}}}}}}, "run": {{"detail": "step"}}}})",
      node, network);
}

constexpr const char* kOneSwitch =
    R"({"type": "single-switch", "link": "10 GB/s", "latency": "1 us"})";

std::vector<std::string> faults_of(const std::string& node) {
  LoadedScenario loaded = test::load_text(scenario(node, kOneSwitch), "test.json");
  check(loaded, test::builtin_models());
  std::vector<std::string> faults;
  for (const Issue& issue : loaded.context.sorted_issues()) faults.push_back(issue.message);
  return faults;
}

std::vector<std::string> hints_of(const std::string& node) {
  LoadedScenario loaded = test::load_text(scenario(node, kOneSwitch), "test.json");
  check(loaded, test::builtin_models());
  std::vector<std::string> hints;
  for (const Issue& issue : loaded.context.sorted_issues()) hints.push_back(issue.hint);
  return hints;
}

std::vector<std::string> notes_of(const std::string& node, const std::string& network) {
  return test::checked(test::load_text(scenario(node, network), "test.json")).spec.notes;
}

TEST(NodeFabric, IsRefusedToGpusWithoutSuchLinks) {
  EXPECT_THAT(faults_of(R"("type": "dgx-h100", "gpu": {"model": "l40s"})"),
              ElementsAre(HasSubstr("\"l40s\" has no links to other GPUs")));
  EXPECT_THAT(faults_of(R"("type": "dgx-b200", "gpu": {"model": "k80"})"),
              ElementsAre(HasSubstr("\"k80\" has no links to other GPUs")));
  EXPECT_THAT(
      faults_of(R"("type": "dgx-h100", "gpu": {"model": "v100-sxm2-32gb"})"),
      ElementsAre(HasSubstr("has links nvlink-2, and the node joins its GPUs by nvlink-4")));
  EXPECT_THAT(faults_of(R"("type": "dgx-h100", "gpu": {"model": "h200-sxm5-141gb"})"), IsEmpty());
}

TEST(NodeFabric, IsRefusedWhereItsLinksAreOthersThanTheGpus) {
  EXPECT_THAT(faults_of(R"("type": "dgx-h100", "gpu_fabric": {"bandwidth_per_link": "50 GB/s"})"),
              ElementsAre(HasSubstr("carries 25 GB/s, and one of the node's gpu_fabric 50 GB/s")));
  EXPECT_THAT(faults_of(R"("type": "dgx-h100", "gpu_fabric": {"links_per_gpu": 19})"),
              ElementsAre(HasSubstr("has 18 links, and the node uses 19 of each GPU")));
  EXPECT_THAT(faults_of(R"("type": "dgx-h100", "gpu_fabric": {"links_per_gpu": 18})"), IsEmpty());
}

TEST(UnknownParts, HaveTheNearestOfTheirFamilyAsAHint) {
  EXPECT_THAT(hints_of(R"("type": "dgx-b200", "gpu": {"model": "b900"})"),
              Contains(HasSubstr("\"b300-sxm-288gb\"")));
  EXPECT_THAT(hints_of(R"("type": "dgx-h100", "gpu": {"model": "h100-nvl-94gb"})"),
              Contains(HasSubstr("\"h100-pcie-80gb\"")));
  EXPECT_THAT(hints_of(R"("type": "vr200-nvl144")"), Contains(HasSubstr("-nvl72\"")));
}

TEST(NodeLinks, OfAnOlderGenerationThanTheGpuAreSaid) {
  EXPECT_THAT(notes_of(R"("type": "pcie-8gpu-4u", "gpu": {"model": "l40s"})", kOneSwitch),
              ElementsAre(HasSubstr("l40s is made for PCIe gen 4, and its links there are gen 3")));
  EXPECT_THAT(notes_of(R"("type": "pcie-8gpu-4u")", kOneSwitch), IsEmpty());
}

TEST(Transports, OnFasterLinksThanTheirsAreSaid) {
  const auto by = [](const char* more) {
    return fmt::format(R"({{"type": "single-switch", "link": "50 GB/s", "latency": "1 us"{}}})",
                       more);
  };
  EXPECT_THAT(notes_of(R"("type": "aws-p6-b200-host")", by(R"(, "transport": "efa-srd")")),
              ElementsAre(HasSubstr("\"efa-srd\" is of lines of 12.5 GB/s")));
  EXPECT_THAT(notes_of(R"("type": "aws-p6-b200-host")", by("")), IsEmpty());
}

// 72 rails of two nodes: 72 leaves for 144 adapters, which five leaves of 32 and three spines join.
TEST(Rails, EmptierThanTheirLeavesAreSaid) {
  const std::string rails = R"({"type": "rail-optimised", "switch": "nvidia-qm9700"})";
  EXPECT_THAT(notes_of(R"("type": "gb200-nvl72")", rails),
              ElementsAre(AllOf(HasSubstr("72 rails of 2 nodes each are leaves for 32"),
                                HasSubstr("5 leaves and 3 spines"))));
  const std::string units =
      R"({"type": "rail-optimised", "switch": "nvidia-qm9700", "nodes_per_unit": 2})";
  EXPECT_THAT(notes_of(R"("type": "dgx-h100")", units), IsEmpty());
}

}  // namespace
}  // namespace gpuscape
