/// Names of the catalogue in a scenario.

#include "sim/catalog/resolve_catalog.hpp"

#include <gmock/gmock.h>

#include "sim/scenario/load/scenario_set.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::ElementsAre;
using testing::faults;
using ::testing::IsEmpty;
using testing::ScenarioFolder;
using testing::ScenarioText;

LoadedScenario loaded(const std::string& text) { return test::load_text(text, "s.json"); }
LoadedScenario loaded_file(const std::string& file, const Design& design = {}) {
  return load_scenario(file, design, test::builtin_options());
}

std::string with_node(const std::string& node, const std::string& more = "") {
  return ScenarioText{.cluster = R"("cluster": {"nodes": {"n": )" + node + "}}", .more = more}
      .text();
}
std::string with_network(const std::string& network) {
  return ScenarioText{.cluster = R"("cluster": {"nodes": {"n": {"type": "custom", "gpus": 8}},
                                    "networks": {"f": )" +
                                 network + "}}"}
      .text();
}

const JsonValue& node_of(const LoadedScenario& scenario) {
  return scenario.spec.cluster.nodes.at(0).model.parameters;
}
const JsonValue& network_of(const LoadedScenario& scenario) {
  return scenario.spec.cluster.networks.at(0).model.parameters;
}

/// The value at a path of keys, as JSON; "" where there is none.
std::string at(const JsonValue& value, const std::vector<std::string_view>& path) {
  const JsonValue* found = &value;
  for (const std::string_view key : path)
    if (found != nullptr) found = found->find(key);
  return found == nullptr ? "" : write_json(*found, -1);
}

std::vector<std::string> keys(const JsonValue& value) {
  std::vector<std::string> result;
  for (const JsonMember& member : value.members()) result.push_back(member.key);
  return result;
}

TEST(ResolveCatalog, ANodeBecomesAGraphWithItsParts) {
  const auto scenario = loaded(with_node(R"({"type": "dgx1-v100", "count": 4})"));
  const JsonValue& node = node_of(scenario);
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(at(node, {"type"}), "\"graph\"");
  EXPECT_EQ(at(node, {"entry"}), "\"dgx1-v100\"");
  EXPECT_EQ(at(node, {"count"}), "4");
  EXPECT_EQ(at(node, {"memory"}), "\"512 GB\"");
  EXPECT_EQ(at(node, {"parts", "gpus", "v100-sxm2-32gb", "memory"}), "\"32 GB\"");
  EXPECT_THAT(keys(*node.find("parts")->find("nics")), ElementsAre("cx4-edr", "x710-10g"));
  EXPECT_THAT(keys(*node.find("parts")->find("links")),
              ElementsAre("pcie-gen3", "nvlink-2", "qpi"));
}

TEST(ResolveCatalog, ItsTypeAloneWillDo) {
  const auto scenario = loaded(with_node(R"("dgx-h100")"));
  EXPECT_EQ(at(node_of(scenario), {"gpu", "model"}), "\"h100-sxm5-80gb\"");
  EXPECT_THAT(keys(*node_of(scenario).find("parts")->find("nvswitches")),
              ElementsAre("nvswitch-3"));
}

TEST(ResolveCatalog, WhatTheUserWritesWins) {
  const auto scenario = loaded(with_node(R"({"type": "dgx1-v100", "memory": "1 TB",
      "gpu": {"model": "v100-sxm2-16gb"}})"));
  EXPECT_EQ(at(node_of(scenario), {"memory"}), "\"1 TB\"");
  EXPECT_EQ(at(node_of(scenario), {"gpu", "count"}), "8");
  EXPECT_THAT(keys(*node_of(scenario).find("parts")->find("gpus")), ElementsAre("v100-sxm2-16gb"));
}

TEST(ResolveCatalog, AGraphInPlaceGetsThePartsThatItNames) {
  const auto scenario = loaded(with_node(R"({"type": "graph", "gpu": {"model": "a40", "count": 1},
      "nics": {"e": {"as_written": "ConnectX-6 HDR"}}})"));
  EXPECT_EQ(at(node_of(scenario), {"nics", "e", "model"}), "\"cx6-hdr\"");
  EXPECT_THAT(keys(*node_of(scenario).find("parts")->find("nics")), ElementsAre("cx6-hdr"));
}

TEST(ResolveCatalog, ReadsBackWhatItWrote) {
  const auto first = loaded(with_node(R"("dgx2")"));
  const auto second = loaded(with_node(write_json(node_of(first), -1)));
  EXPECT_EQ(write_json(node_of(second), -1), write_json(node_of(first), -1));
}

TEST(ResolveCatalog, OtherNodesStayAsTheyAre) {
  const auto scenario = loaded(with_node(R"({"type": "custom", "gpus": 8})"));
  EXPECT_EQ(write_json(node_of(scenario), -1), R"({"type":"custom","gpus":8})");
}

TEST(ResolveCatalog, AnInstanceIsItsHostWithItsOwnGpuAndMemory) {
  const auto scenario = loaded(with_node(R"({"type": "aws-p5e-48xlarge", "count": 2})"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(at(node_of(scenario), {"type"}), "\"graph\"");
  EXPECT_EQ(at(node_of(scenario), {"entry"}), "\"aws-p5e-48xlarge\"");
  EXPECT_EQ(at(node_of(scenario), {"gpu", "model"}), "\"h200-sxm5-141gb\"");
  EXPECT_EQ(at(node_of(scenario), {"memory"}), "\"2048 GB\"");
  EXPECT_THAT(keys(*node_of(scenario).find("parts")->find("nics")), ElementsAre("efa-v2"));
}

TEST(ResolveCatalog, AnInstanceWithoutAHostHasNoGraph) {
  // 32 hyper-threads are 16 cores.
  const auto scenario = loaded(with_node(R"({"type": "aws-p3-8xlarge", "count": 2})"));
  EXPECT_EQ(
      write_json(node_of(scenario), -1),
      R"({"type":"custom","x-entry":"aws-p3-8xlarge","gpus":4,"gpu_model":"v100-sxm2-16gb","cores":16,)"
      R"("memory":"244 GB","count":2})");
}

TEST(ResolveCatalog, AnUnknownNodeIsRefusedWithTheNearest) {
  const auto scenario = loaded(with_node(R"({"type": "dgx1-v10"})"));
  EXPECT_THAT(faults(scenario), ElementsAre("/cluster/nodes/n: unknown type \"dgx1-v10\""));
  EXPECT_EQ(scenario.context.sorted_issues()[0].hint, "did you mean \"dgx1-v100\"?");
}

// What reads without a program's models cannot tell a model from a mistake: `check` does.
TEST(ResolveCatalog, WithoutModelsATypeThatIsNoEntryStaysAsItIs) {
  const auto scenario = load_scenario_text(with_node(R"({"type": "dgx1-v10"})"), "s.json");
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(write_json(node_of(scenario), -1), R"({"type":"dgx1-v10"})");
}

TEST(ResolveCatalog, PartsAreTakenWhereAModelSaysThatItHasSome) {
  ModelNames models;
  models.nodes = {{.name = "rack", .parts = {{"slots[].card.*.model", "gpus"}}}};
  JsonValue scenario = parse_json(R"({"cluster": {"nodes": {"n": {"type": "rack", "slots": [
      {"card": {"a": {"model": "a40"}, "b": {"model": "k40m"}}}, {}, 3]}}}})",
                                  "s.json");
  PlainEntries entries;
  ReadingContext context;
  const Catalog catalog = Catalog::shipped();
  resolve_catalog(scenario, catalog, models, entries, context);
  EXPECT_FALSE(context.has_issues());
  const JsonValue& node = *scenario.find("cluster")->find("nodes")->find("n");
  EXPECT_THAT(keys(*node.find("parts")->find("gpus")), ElementsAre("a40", "k40m"));
}

TEST(ResolveCatalog, AnUnknownPartIsRefusedAtItsPlace) {
  EXPECT_THAT(faults(loaded(with_node(R"({"type": "dgx1-v100", "gpu": {"model": "v100"}})"))),
              ElementsAre("/cluster/nodes/n/gpu/model: unknown entry \"v100\" in the catalogue's "
                          "gpus"));
  EXPECT_THAT(faults(loaded(with_node(R"({"type": "graph", "links": [{"type": "pcie-3"}]})"))),
              ElementsAre("/cluster/nodes/n/links/0/type: unknown entry \"pcie-3\" in the "
                          "catalogue's links"));
}

TEST(ResolveCatalog, PartsOfANetworkBecomeTheirEntries) {
  const auto scenario = loaded(with_network(
      R"({"type": "fat-tree", "switch": "nvidia-qm9700", "transport": "ib-verbs-ndr", "up": 3})"));
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(at(network_of(scenario), {"switch", "entry"}), "\"nvidia-qm9700\"");
  EXPECT_EQ(at(network_of(scenario), {"switch", "ports"}), "64");
  EXPECT_EQ(at(network_of(scenario), {"transport", "one_way_latency"}), "\"0.85 us\"");
  EXPECT_EQ(at(network_of(scenario), {"up"}), "3");
}

TEST(ResolveCatalog, APartMayDifferFromItsEntry) {
  const auto scenario = loaded(
      with_network(R"({"type": "fat-tree", "switch": {"entry": "nvidia-qm9700", "ports": 32}})"));
  EXPECT_EQ(at(network_of(scenario), {"switch", "ports"}), "32");
  EXPECT_EQ(at(network_of(scenario), {"switch", "speed"}), "\"400 Gbit/s\"");
}

TEST(ResolveCatalog, AnUnknownPartOfANetworkIsRefused) {
  EXPECT_THAT(faults(loaded(with_network(R"({"type": "fat-tree", "switch": "nvidia-qm970"})"))),
              ElementsAre("/cluster/networks/f/switch: unknown entry \"nvidia-qm970\" in the "
                          "catalogue's switches"));
}

TEST(ResolveCatalog, FoldersLieBesideTheScenario) {
  const ScenarioFolder folder;
  folder.write("parts/node.json", R"({"nodes": {"mine": {"inherits": "dgx-a100-80gb",
      "memory": "4 TB"}}})");
  const auto scenario =
      loaded_file(folder.write("s.json", with_node(R"("mine")", R"(, "catalog": ["parts"])")));
  EXPECT_THAT(faults(scenario), IsEmpty());
  EXPECT_EQ(at(node_of(scenario), {"memory"}), "\"4 TB\"");
}

TEST(ResolveCatalog, AVariantMayNameOtherFolders) {
  const ScenarioFolder folder;
  folder.write("a/n.json", R"({"nodes": {"mine": {"memory": "1 TB"}}})");
  folder.write("b/n.json", R"({"nodes": {"mine": {"memory": "2 TB"}}})");
  const std::string file = folder.write(
      "s.json", with_node(R"("mine")", R"(, "catalog": "a", "variants": {"v": {"catalog": "b"}})"));
  EXPECT_EQ(at(node_of(loaded_file(file)), {"memory"}), "\"1 TB\"");
  EXPECT_EQ(at(node_of(loaded_file(file, {.variant = "v"})), {"memory"}), "\"2 TB\"");
}

TEST(ResolveCatalog, DesignsOfOneFileMayTakeTurnsWithTheirFolders) {
  const ScenarioFolder folder;
  folder.write("a/n.json", R"({"nodes": {"mine": {"memory": "1 TB"}}})");
  folder.write("b/n.json", R"({"nodes": {"mine": {"memory": "2 TB"}}})");
  const std::string file = folder.write(
      "s.json", with_node(R"("mine")", R"(, "catalog": "a", "variants": {"v": {"catalog": "b"}})"));
  ReadingContext context;
  ScenarioSet set = ScenarioSet::of_file(file, context, test::builtin_options());
  for (const char* variant : {"", "v", "", "v", ""}) {
    const DesignSpec design = set.read({.variant = variant});
    EXPECT_EQ(design.spec.cluster.nodes.at(0).model.parameters.find("memory")->text(),
              *variant == 0 ? "1 TB" : "2 TB");
  }
}

TEST(ResolveCatalog, AFolderThatIsNotThereIsRefusedAtTheKey) {
  EXPECT_THAT(faults(loaded(ScenarioText{.more = R"(, "catalog": ["no-such"])"}.text())),
              ElementsAre("/catalog: no such folder: no-such"));
  EXPECT_THAT(faults(loaded(ScenarioText{.more = R"(, "catalog": 3)"}.text())),
              ElementsAre("/catalog: expected a folder or a list of folders, found an integer"));
}

}  // namespace
}  // namespace gpuscape
