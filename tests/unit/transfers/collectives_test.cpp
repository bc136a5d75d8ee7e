#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/collective_builder.hpp"

namespace gpuscape {
namespace {

using test::collective_faults;
using test::collective_rows;
using test::on_nodes;

double seconds(const CollectiveRow& row) { return row.duration().value(); }

TEST(Collectives, ALoneOneTakesItsClosedForm) {
  for (const char* algorithm : {"ring", "tree", "nvls"}) {
    const auto rows = collective_rows(on_nodes(
        "dgx-h100", 1,
        R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["8 KiB", "1 MiB", "1 GiB"],
                          "algorithm": ")" +
            std::string(algorithm) + '"'));
    ASSERT_EQ(rows.size(), 3U);
    for (const CollectiveRow& row : rows)
      EXPECT_NEAR(seconds(row) / row.idle_time.value(), 1.0, 1e-9) << algorithm;
  }
}

TEST(Collectives, ALoneOneBetweenNodesTakesItsClosedForm) {
  for (const char* algorithm : {"ring", "tree", "two-level", "sharp"}) {
    const auto rows = collective_rows(
        on_nodes("dgx-h100", 4,
                 R"("operation": "all-reduce", "among": ["n"], "bytes": ["8 KiB", "64 MiB"],
                          "algorithm": ")" +
                     std::string(algorithm) + '"'));
    ASSERT_EQ(rows.size(), 2U);
    for (const CollectiveRow& row : rows)
      EXPECT_NEAR(seconds(row) / row.idle_time.value(), 1.0, 1e-9) << algorithm;
  }
}

// Dates of 1e7 s are known to 2e-9 s, which is 4e-5 of what these take.
TEST(Collectives, TakeNoLessThanAloneHoweverLateTheyStart) {
  for (const char* start : {"0 s", "1 s", "100 d"}) {
    const auto rows = collective_rows(
        on_nodes("dgx-h100", 4,
                 R"("operation": "all-reduce", "among": ["n"], "bytes": ["8 B", "8 KiB"],
                          "start": ")" +
                     std::string(start) + '"'));
    ASSERT_EQ(rows.size(), 2U);
    for (const CollectiveRow& row : rows)
      EXPECT_NEAR(seconds(row) / row.idle_time.value(), 1.0, 1e-12) << start;
    EXPECT_DOUBLE_EQ(rows[1].start.value(), rows[0].end.value());
  }
}

TEST(Collectives, RoundsTogetherTakeWhatTheyTakeOneByOne) {
  const std::string ring =
      R"("operation": "all-reduce", "among": ["n"], "bytes": ["16 MiB"], "algorithm": "ring")";
  const auto each = collective_rows(on_nodes("dgx-a100-80gb", 2, ring));
  const auto together =
      collective_rows(on_nodes("dgx-a100-80gb", 2, ring + R"(, "rounds": "together")"));
  EXPECT_NEAR(seconds(together.at(0)) / seconds(each.at(0)), 1.0, 1e-9);
  EXPECT_EQ(each.at(0).rounds, 30);  // 2 · (16 − 1)
}

TEST(Collectives, BusBandwidthIsThatOfNcclTests) {
  const auto rows = collective_rows(on_nodes(
      "dgx-h100", 1, R"("operation": "all-gather", "among": ["n/gpu0-3"], "bytes": ["1 GiB"])"));
  const CollectiveRow& row = rows.at(0);
  EXPECT_DOUBLE_EQ(row.bus_bandwidth().value(), row.algorithm_bandwidth().value() * 0.75);
  EXPECT_DOUBLE_EQ(row.algorithm_bandwidth().value(), 1073741824.0 / seconds(row));
}

TEST(Collectives, AtAGibibyteNvlsBeatsTheRingAndTheRingBeatsPcie) {
  const std::string among =
      R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["1 GiB"])";
  const double nvls =
      seconds(collective_rows(on_nodes("dgx-h100", 1, among + R"(, "algorithm": "nvls")")).at(0));
  const double ring =
      seconds(collective_rows(on_nodes("dgx-h100", 1, among + R"(, "algorithm": "ring")")).at(0));
  const double pcie = seconds(collective_rows(on_nodes("pcie-8gpu-4u", 1, among)).at(0));
  EXPECT_LT(nvls, ring);
  EXPECT_LT(ring, pcie);
}

TEST(Collectives, ATreeOver32NodesTakesAQuarterOfTheRingsTimeForAFewBytes) {
  const std::string among =
      R"("operation": "all-reduce", "among": ["n"], "bytes": ["8 KiB"], "rounds": "together")";
  const auto tree = collective_rows(on_nodes("dgx-h100", 32, among + R"(, "algorithm": "tree")"));
  const auto ring = collective_rows(on_nodes("dgx-h100", 32, among + R"(, "algorithm": "ring")"));
  EXPECT_LE(seconds(tree.at(0)), 0.25 * seconds(ring.at(0)));
}

TEST(Collectives, AutoTakesWhatTakesLeast) {
  const std::string among =
      R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["8 KiB", "8 GiB"])";
  const auto rows = collective_rows(on_nodes("dgx-h100", 1, among));
  EXPECT_EQ(rows.at(0).algorithm + rows.at(0).protocol, "ringLL");
  EXPECT_EQ(rows.at(1).algorithm, "nvls");
  const auto bytes = collective_rows(on_nodes("dgx-h100", 1, among + R"(, "data": "int8")"));
  EXPECT_EQ(bytes.at(1).algorithm, "ring");  // the switch does not add up bytes
}

// Its PCIe switches give two GPUs and two adapters their full rate at once.
TEST(Collectives, TheAdaptersOfADgxA100BoundARingBetweenNodes) {
  for (const char* node : {"dgx-a100-40gb", "dgx-a100-80gb"}) {
    const auto rows = collective_rows(on_nodes(
        node, 4,
        R"("operation": "all-reduce", "among": ["n"], "bytes": ["8 GiB"], "algorithm": "ring")"));
    EXPECT_EQ(rows.at(0).bound_by, "n/0 rail 0 → leaf 0") << node;
  }
}

TEST(Collectives, TwoOverTheSameLinksTakeTurns) {
  const std::string one =
      R"("operation": "all-gather", "among": ["n/gpu0-7"], "bytes": ["1 GiB"], "algorithm": "ring")";
  const auto alone = collective_rows(on_nodes("dgx-a100-80gb", 1, one));
  const auto both = collective_rows(on_nodes("dgx-a100-80gb", 1, one + "}, {" + one));
  // Each may fill 0.784 of a link, and gets a half: seven steps are so much longer, the last is
  // not.
  EXPECT_NEAR(seconds(both.at(0)) / seconds(alone.at(0)), (7 * 2 * 0.784 + 0.63) / 7.63, 0.01);
  EXPECT_DOUBLE_EQ(seconds(both.at(0)), seconds(both.at(1)));
}

TEST(Collectives, TwoGpusOfAMeshHaveOneLinkAndEightHaveAll) {
  const auto two = collective_rows(on_nodes(
      "mi300x-8", 1, R"("operation": "all-reduce", "among": ["n/gpu0-1"], "bytes": ["4 GiB"])"));
  const auto eight = collective_rows(on_nodes(
      "mi300x-8", 1, R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["4 GiB"])"));
  EXPECT_EQ(two.at(0).library, "rccl");
  EXPECT_NEAR(eight.at(0).bus_bandwidth() / two.at(0).bus_bandwidth(), 7.0, 0.05);
}

TEST(Collectives, ThinUplinksMakeThemLonger) {
  const std::string all = R"("operation": "all-to-all", "among": ["n"], "bytes": ["1 GiB"])";
  auto text = on_nodes("dgx-a100-80gb", 8, all);
  const auto network = [](int over) {
    return fmt::format(
        R"("compute": {{"type": "leaf-spine", "link": "25 GB/s", "latency": "1 us", )"
        R"("hosts_per_leaf": 4, "oversubscription": {}}})",
        over);
  };
  text.networks = network(1);
  const auto full = collective_rows(text);
  text.networks = network(8);
  EXPECT_GT(seconds(collective_rows(text).at(0)), 1.5 * seconds(full.at(0)));
}

struct Mistake {
  const char* name;
  const char* node;
  int nodes;
  const char* collective;
  const char* says;
};
void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class CollectiveMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(CollectiveMistakes, IsSaidAtItsPlace) {
  const Mistake& of = GetParam();
  const auto faults = collective_faults(on_nodes(of.node, of.nodes, of.collective));
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults.front().find(of.says), std::string::npos) << faults.front();
}

INSTANTIATE_TEST_SUITE_P(
    All, CollectiveMistakes,
    testing::Values(
        Mistake{"Twice", "dgx-h100", 1,
                R"("operation": "all-reduce", "among": ["n/gpu0-3", "n/gpu3"], "bytes": ["1 MiB"])",
                "gpu3 is named twice"},
        Mistake{"One", "dgx-h100", 1,
                R"("operation": "all-reduce", "among": ["n/gpu0"], "bytes": ["1 MiB"])",
                "1 GPU exchanges nothing"},
        Mistake{"NoBytes", "dgx-h100", 1,
                R"("operation": "all-reduce", "among": ["n/gpu0-7"], "bytes": ["0 B"])",
                "0 B is not a size"},
        Mistake{
            "NvlsAcross", "dgx-h100", 2,
            R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "algorithm": "nvls")",
            "NVLS is within one node"},
        Mistake{
            "NvlsOnA100", "dgx-a100-80gb", 1,
            R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "algorithm": "nvls")",
            "no NVSwitch between these GPUs adds up"},
        Mistake{
            "SharpWithin", "dgx-h100", 1,
            R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "algorithm": "sharp")",
            "SHARP is between nodes"},
        Mistake{
            "UnknownAlgorithm", "dgx-h100", 1,
            R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "algorithm": "rign")",
            "unknown algorithm \"rign\""},
        Mistake{
            "OtherOperation", "dgx-h100", 1,
            R"("operation": "all-to-all", "among": ["n"], "bytes": ["1 MiB"], "algorithm": "tree")",
            "it does not do all-to-all"},
        Mistake{
            "OthersLibrary", "dgx-h100", 1,
            R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "library": "rccl")",
            "\"rccl\" runs on GPUs of AMD"},
        Mistake{
            "UnknownLibrary", "dgx-h100", 1,
            R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "library": "ncl")",
            "unknown library \"ncl\""},
        Mistake{"NoSuchGpu", "dgx-h100", 1,
                R"("operation": "all-reduce", "among": ["n/gpu7-8"], "bytes": ["1 MiB"])", "gpu8"}),
    [](const auto& mistake) { return std::string(mistake.param.name); });

TEST(Collectives, WithoutANetworkNodesDoNotReachEachOther) {
  auto text =
      on_nodes("dgx-h100", 2, R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"])");
  text.networks.clear();
  const auto faults = collective_faults(text);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults.front().find("no network joins"), std::string::npos) << faults.front();
}

TEST(Collectives, SwitchesWithoutSharpAreNamed) {
  auto text = on_nodes(
      "dgx-h100", 2,
      R"("operation": "all-reduce", "among": ["n"], "bytes": ["1 MiB"], "algorithm": "sharp")");
  text.networks = R"("compute": {"type": "single-switch", "link": "50 GB/s", "latency": "1 us"})";
  const auto faults = collective_faults(text);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults.front().find("do not add up data (SHARP)"), std::string::npos);
}

}  // namespace
}  // namespace gpuscape
