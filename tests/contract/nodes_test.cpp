/// What every model of a node promises, and every node of the catalogue with it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "sim/model/check/catalog_node.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

const Catalog& catalog() {
  static const Catalog shipped = Catalog::shipped();
  return shipped;
}

std::string text_of(const NodeGraph& graph) {
  std::string text;
  for (const Device& device : graph.devices())
    text += fmt::format("{} {} {} {} {}, ", device.name, device_kind_name(device.kind),
                        device.model, device.copy_rate.value(), device.verbs_latency.value());
  for (const NodeLink& link : graph.links())
    text += fmt::format("{}>{} {} {} {} {}, ", link.from, link.to, static_cast<int>(link.kind),
                        link.capacity.value(), link.latency.value(), link.lanes);
  return text;
}

/// Everything that a group says, but for its name.
std::string text_of(const NodeGroup& group) {
  std::string text =
      fmt::format("{} × {} GPUs {} cores/1000 {} MiB, {} {} {}: ", group.count, group.capacity.gpus,
                  group.capacity.milli_cores, group.capacity.memory_mib, group.pool, group.type,
                  group.rack_units);
  for (const NodePort& port : group.ports)
    text += fmt::format("port {} {} {}, ", port.nic, port.role, port.line.value());
  return group.graph ? text + text_of(*group.graph) : text;
}

/// A registered model with its example, or an entry of the catalogue.
struct Source {
  std::string name;
  bool is_entry;

  [[nodiscard]] NodeGroup group() const {
    if (is_entry) return catalog_node(name, catalog(), test::all_models());
    const auto& shelf = test::all_models().nodes;
    return test::make_model(shelf, name, test::example_of(shelf, name))->group();
  }
};
void PrintTo(const Source& source, std::ostream* out) { *out << source.name; }

std::vector<Source> sources() {
  std::vector<Source> all;
  for (const std::string& name : test::all_models().nodes.names()) all.push_back({name, false});
  for (const std::string& id : catalog().ids("nodes")) all.push_back({id, true});
  return all;
}

class EveryNode : public testing::TestWithParam<Source> {};

TEST_P(EveryNode, IsTheSameEveryTime) {
  EXPECT_EQ(text_of(GetParam().group()), text_of(GetParam().group()));
}

TEST_P(EveryNode, ComesAtLeastOnceAndHoldsWhatCanBeCounted) {
  const NodeGroup group = GetParam().group();
  EXPECT_GE(group.count, 1U);
  EXPECT_GE(group.capacity.gpus, 0);
  EXPECT_GE(group.capacity.milli_cores, 0);
  EXPECT_GE(group.capacity.memory_mib, 0);
  EXPECT_EQ(group.capacity.nodes, 0);
  EXPECT_GE(group.rack_units, 0.0);
}

TEST_P(EveryNode, IsOnceAndNothingButProcessorsWhereItIsAPool) {
  const NodeGroup group = GetParam().group();
  if (!group.pool) return;
  EXPECT_EQ(group.count, 1U);
  EXPECT_TRUE(group.capacity.is_gpus_alone());
  EXPECT_EQ(group.graph, nullptr);
}

TEST_P(EveryNode, HasEveryLinkInBothDirections) {
  const NodeGroup group = GetParam().group();
  if (!group.graph) return;
  for (const NodeLink& link : group.graph->links()) {
    EXPECT_TRUE(std::isfinite(link.capacity.value()) && link.capacity.value() > 0.0);
    EXPECT_GE(link.latency.value(), 0.0);
    EXPECT_TRUE(std::ranges::any_of(group.graph->links(),
                                    [&](const NodeLink& other) {
                                      return other.from == link.to && other.to == link.from &&
                                             other.kind == link.kind;
                                    }))
        << group.graph->devices()[link.from].name << " to " << group.graph->devices()[link.to].name;
  }
}

TEST_P(EveryNode, HasDevicesThatCanBeReachedUnderNamesOfTheirOwn) {
  const NodeGroup group = GetParam().group();
  if (!group.graph) return;
  EXPECT_TRUE(group.graph->unreachable().empty());
  std::set<std::string> names;
  for (const Device& device : group.graph->devices()) names.insert(device.name);
  EXPECT_EQ(names.size(), group.graph->devices().size());
  EXPECT_FALSE(names.contains(""));
}

TEST_P(EveryNode, HasPortsAtItsAdaptersInTheirOrder) {
  const NodeGroup group = GetParam().group();
  EXPECT_TRUE(group.graph || group.ports.empty());
  EXPECT_TRUE(std::ranges::is_sorted(group.ports, {}, &NodePort::nic));
  for (const NodePort& port : group.ports) {
    ASSERT_LT(port.nic, group.graph->devices().size());
    EXPECT_EQ(group.graph->devices()[port.nic].kind, DeviceKind::nic);
    EXPECT_FALSE(port.role.empty());
    EXPECT_GT(port.line.value(), 0.0);
  }
}

TEST(Nodes, AreFound) { EXPECT_GE(sources().size(), 50U); }

INSTANTIATE_TEST_SUITE_P(RegisteredAndShipped, EveryNode, testing::ValuesIn(sources()),
                         [](const auto& test) {
                           std::string name = test.param.is_entry ? "entry_" : "model_";
                           for (const char c : test.param.name)
                             name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

class EveryNodeModel : public testing::TestWithParam<std::string> {};

TEST_P(EveryNodeModel, LeavesTheNameToTheScenario) {
  const auto& shelf = test::all_models().nodes;
  const auto model = test::make_model(shelf, GetParam(), test::example_of(shelf, GetParam()));
  EXPECT_EQ(model->group().name, "");
}

TEST_P(EveryNodeModel, MakesAGroupWhateverIsWrongWithItsParameters) {
  std::size_t tried = 0;
  for (const std::string& wrong : test::spoilt(test::all_models().nodes, GetParam())) {
    EXPECT_NO_THROW(test::make_model(test::all_models().nodes, GetParam(), wrong)->group())
        << wrong;
    ++tried;
  }
  EXPECT_GE(tried, 6U);
}

TEST_P(EveryNodeModel, IsNotCalledLikeAnEntryOfTheCatalogue) {
  EXPECT_EQ(catalog().find("nodes", GetParam()), nullptr);
  EXPECT_EQ(catalog().find("cloud", GetParam()), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryNodeModel,
                         testing::ValuesIn(test::all_models().nodes.names()), [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace gpuscape
