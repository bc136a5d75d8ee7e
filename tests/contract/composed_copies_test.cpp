/// Copies to and from GPUs that a PCIe fabric lends: those of a node, with the fabric on the way.

#include <gmock/gmock.h>

#include "sim/catalog/catalog.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// 1 B to 1 GiB, and beside the powers of two.
std::string all_sizes() {
  std::string sizes = R"("3 B", "5 kB", "700 kB", "520 KiB")";
  for (int power = 0; power <= 30; ++power) sizes += fmt::format(R"(, "{} B")", 1LL << power);
  return sizes;
}
const std::size_t kSizes = 35;

struct Rack {
  std::string host = "dgx1-v100";
  std::string gpu = "v100-sxm2-32gb";
  std::string link = "100 GB/s";
  std::string fabric = "gigaio-fabrex-gen4";
  std::string more = {};  ///< of the network
};

/// One after another, so that none shares a link with any other.
struct Copies {
  std::string items = {};
  int count = 0;
  Copies& add(const std::string& from, const std::string& to, const std::string& bytes,
              const std::string& transport = "") {
    items += fmt::format(R"({}{{"from": "{}", "to": "{}", "bytes": [{}], "start": "{} s"{}}})",
                         count == 0 ? "" : ", ", from, to, bytes, 1000 * count,
                         transport.empty() ? "" : R"(, "transport": ")" + transport + "\"");
    ++count;
    return *this;
  }
};

test::TransferText text_of(const Rack& rack, const Copies& copies) {
  return {
      .nodes = fmt::format(R"("host": {{"type": "{}"}}, "box": {{"type": "gpu-box", "count": 2,)"
                           R"( "gpus": 2, "gpu": "{}", "link": "{}"}})",
                           rack.host, rack.gpu, rack.link),
      .networks = fmt::format(R"("pcie": {{"type": "composed-pcie", "fabric": "{}"{}}})",
                              rack.fabric, rack.more),
      .transfers = copies.items};
}

std::vector<TransferRow> rows_of(const Rack& rack, const Copies& copies) {
  return test::transfer_rows(text_of(rack, copies));
}

/// Rows of sizes `composed` that are quicker than those of `local`, as text.
std::string quicker(const std::vector<TransferRow>& rows, std::size_t local, std::size_t composed) {
  std::string faults;
  for (std::size_t i = 0; i < kSizes; ++i) {
    const TransferRow& near = rows.at(local * kSizes + i);
    const TransferRow& far = rows.at(composed * kSizes + i);
    if (far.duration() < near.duration() * (1.0 - 1e-9))
      faults += fmt::format("{} B in {} s, local {} s; ", near.message.value(),
                            far.duration().value(), near.duration().value());
  }
  return faults;
}

struct Machine {
  std::string type;
  std::string gpu;
  std::string link;  ///< of its first GPU to PCIe
};

/// The catalogue's nodes with GPUs.
std::vector<Machine> machines() {
  std::vector<Machine> machines;
  for (const std::string& type : Catalog::shipped().ids("nodes")) {
    std::optional<CheckedScenario> checked =
        test::checked_transfers({.nodes = fmt::format(R"("n": {{"type": "{}"}})", type),
                                 .transfers = R"({"from": "n", "to": "n/gpu0", "bytes": "1 B"})"});
    if (!checked) continue;  // it has no GPU
    const NodeGraph& graph = *checked->cluster->platform().groups().front().graph;
    const DeviceIndex gpu = graph.of_kind(DeviceKind::gpu).front();
    std::string link = "100 GB/s";  // of one that has none to PCIe
    for (const NodeLink& at : graph.links())
      if (at.from == gpu && at.kind == NodeLinkKind::pcie)
        link = fmt::format("{} B/s", at.capacity.value());
    machines.push_back({type, graph.devices()[gpu].model, link});
  }
  return machines;
}

class EveryFabric : public testing::TestWithParam<std::string> {};

TEST_P(EveryFabric, CopiesAreNeverQuickerThanLocalOnes) {
  const std::vector<Machine> all = machines();
  EXPECT_GE(all.size(), 40U);
  for (const Machine& machine : all) {
    Copies copies;
    for (const std::string transport : {"cudamemcpy-local", "cudamemcpy-pageable"})
      for (const std::string gpu : {"host/gpu0", "box/0/gpu0"})
        copies.add("host/mem0", gpu, all_sizes(), transport).add(gpu, "host/mem0", all_sizes());
    const auto rows = rows_of({machine.type, machine.gpu, machine.link, GetParam()}, copies);
    for (const std::size_t local : {0U, 1U, 4U, 5U})
      EXPECT_EQ(quicker(rows, local, local + 2), "") << machine.type;
  }
}

TEST_P(EveryFabric, PeersAreNeverQuickerThanThoseBelowOneSwitchOfANode) {
  const auto rows = rows_of({.link = "12.6 GB/s", .fabric = GetParam()},
                            Copies()
                                .add("host/gpu0", "host/gpu1", all_sizes(), "pcie-p2p-switch")
                                .add("box/0/gpu0", "box/0/gpu1", all_sizes())
                                .add("box/0/gpu0", "box/1/gpu1", all_sizes()));
  EXPECT_EQ(quicker(rows, 0, 1), "");
  EXPECT_EQ(quicker(rows, 1, 2), "");
}

TEST(ComposedCopies, AreTriedOnTheFabricsOfTheCatalogue) {
  EXPECT_GE(Catalog::shipped().ids("pcie_fabrics").size(), 8U);
}

INSTANTIATE_TEST_SUITE_P(ComposedCopies, EveryFabric,
                         testing::ValuesIn(Catalog::shipped().ids("pcie_fabrics")),
                         [](const auto& fabric) {
                           std::string name = fabric.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(ComposedCopies, TakeALocalCopysTimeAndTheFabricsSwitches) {
  const auto rows = rows_of({}, Copies().add("host/mem0", "box/0/gpu0", R"("64 B")"));
  // 3.5 us and 3.4 us of CPU; host's slot and box 150 ns each; two switches of 200 ns.
  EXPECT_NEAR(test::seconds(rows.at(0)), 7.6e-6 + 64 / 12.6e9, 1e-10);
  EXPECT_EQ(rows.at(0).path, "FAB");
}

/// "transport" of a copy of 1 GiB, its rate in units of 0.1 GB/s, and what bounds it.
std::string copy_of(const Rack& rack, const std::string& from, const std::string& to) {
  const TransferRow row = rows_of(rack, Copies().add(from, to, R"("1 GiB")")).at(0);
  return fmt::format("{}, {:.1f} GB/s, {}", row.transport, row.rate().value() / 1e9, row.bound_by);
}

TEST(ComposedCopies, GoAtTheRateOfTheNarrowestLink) {
  const auto host_copy = [](const Rack& rack) { return copy_of(rack, "host/mem0", "box/0/gpu0"); };
  EXPECT_EQ(host_copy({}), "cudamemcpy-local, 12.6 GB/s, host/0: cpu0 → fabric0");  // PCIe 3
  // PCIe 4 in the host: of 7.88 GB/s for four lanes 0.826 are payload; PCIe 3: of 15.75 GB/s 0.8.
  const std::string a100 = "dgx-a100-40gb";
  EXPECT_EQ(host_copy({.host = a100}), "cudamemcpy-local, 26.0 GB/s, host/0: cpu0 → fabric0");
  EXPECT_EQ(host_copy({.host = a100, .fabric = "pcie-switch-gen3"}),
            "cudamemcpy-local, 12.6 GB/s, host/0 → PCIe fabric");
  EXPECT_EQ(host_copy({.host = a100, .more = R"(, "lanes": 8)"}),
            "cudamemcpy-local, 13.0 GB/s, host/0: cpu0 → fabric0");
  EXPECT_EQ(host_copy({.link = "9 GB/s"}), "cudamemcpy-local, 9.0 GB/s, box/0: sw0 → gpu0");
  EXPECT_EQ(host_copy({.gpu = "k40m"}), "cudamemcpy-local, 10.1 GB/s, copy engine");
}

TEST(ComposedCopies, BetweenGpusAreThoseOfPeers) {
  const Rack rack{.link = "20 GB/s"};
  EXPECT_EQ(copy_of(rack, "box/0/gpu0", "box/0/gpu1"),
            "pcie-p2p-switch, 20.0 GB/s, box/0: gpu0 → sw0");
  EXPECT_EQ(copy_of(rack, "box/0/gpu0", "box/1/gpu1"),
            "pcie-p2p-switch, 20.0 GB/s, box/0: gpu0 → sw0");
  // Across a root complex 0.875 of the host's 12.6 GB/s; from the other socket through memory.
  EXPECT_EQ(copy_of(rack, "host/gpu0", "box/0/gpu0"),
            "pcie-p2p-switch, 11.0 GB/s, path between the devices");
  EXPECT_THAT(copy_of(rack, "box/0/gpu0", "host/gpu4"), HasSubstr("staged-p2p, 12.6 GB/s"));
}

TEST(ComposedCopies, OfOneHostShareItsAdapter) {
  Copies at_once;
  at_once.add("host/mem0", "box/0/gpu0", R"("1 GiB")").add("host/mem0", "box/1/gpu0", R"("1 GiB")");
  at_once.items.replace(at_once.items.find("1000 s"), 6, "0 s");
  const auto rows = rows_of({}, at_once);
  EXPECT_EQ(rows.size(), 2U);
  for (const TransferRow& row : rows) EXPECT_NEAR(row.rate().value(), 6.3e9, 1e7);
}

TEST(ComposedCopies, AreNoMessages) {
  const auto faults = test::transfer_faults(
      text_of({}, Copies().add("host/mem0", "box/0/gpu0", R"("1 B")", "ib-verbs-edr")));
  EXPECT_THAT(faults, ElementsAre(testing::AllOf(HasSubstr("\"ib-verbs-edr\" is between nodes"),
                                                 HasSubstr("over a PCIe fabric"))));
}

TEST(ComposedCopies, AreToGpusThatTheCatalogueHas) {
  const auto faults = test::transfer_faults(
      text_of({.gpu = "v100-sxm2-33gb"}, Copies().add("host/mem0", "box/0/gpu0", R"("1 B")")));
  EXPECT_THAT(faults, ElementsAre(testing::AllOf(
                          HasSubstr("unknown entry \"v100-sxm2-33gb\" in the catalogue's gpus"),
                          HasSubstr("did you mean"))));
}

}  // namespace
}  // namespace gpuscape
