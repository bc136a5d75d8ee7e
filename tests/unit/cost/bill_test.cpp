/// The bill of materials of a design, against numbers of the catalogue's entries taken by hand.

#include "sim/bill/bill.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "sim/bill/gpu_fabrics.hpp"
#include "sim/report/bill/bill_text.hpp"
#include "sim/report/reading/saved_bill.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/unit/scenario/scenario_text.hpp"

namespace gpuscape {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::ScenarioText;

constexpr const char* kJobs = R"("generate": {"jobs": 10, "load": 0.5, "gpus": {"1": 1},
                                 "run_time": {"distribution": "constant", "value": "1 h"}})";

Bill bill_for(const std::string& cluster, const std::string& cost = "") {
  const std::string more = cost.empty() ? "" : ", \"cost\": {" + cost + "}";
  return *test::checked(test::load_text(ScenarioText{.cluster = "\"cluster\": {" + cluster + "}",
                                                     .stream = kJobs,
                                                     .more = more}
                                            .text(),
                                        "s.json"))
              .bill;
}

constexpr const char* kFourDgx = R"("nodes": {"gpu": {"type": "dgx-h100", "count": 4}})";

const VendorTie* tie_of(const Bill& bill, const std::string& what) {
  for (const VendorTie& tie : bill.vendors)
    if (tie.what == what) return &tie;
  return nullptr;
}

// An H100 computes 989.4 TFLOP/s in fp16 on tensor cores; a DGX H100 of eight costs 400 kUSD.
TEST(Bill, SumsWhatGpusComputeAndDividesByTheListPrice) {
  const Bill bill = bill_for(kFourDgx);
  EXPECT_EQ(bill.gpus, 32);
  EXPECT_DOUBLE_EQ(bill.flops, 32 * 989.4e12);
  EXPECT_THAT(bill.precisions, ElementsAre("fp16 tensor"));
  EXPECT_DOUBLE_EQ(bill.price, 1.6e6);
  EXPECT_DOUBLE_EQ(*bill.flops_per_price(), 32 * 989.4e12 / 1.6e6);
  EXPECT_EQ(flops_per_price_text(bill), "19.8 TFLOP/s per kUSD");
  EXPECT_FALSE(bill.flops_per_rent());
}

// Two sockets of 56 cores for eight GPUs of 80 GB.
TEST(Bill, SaysWhatEachGpuHasOfItsHost) {
  const Bill bill = bill_for(kFourDgx);
  EXPECT_DOUBLE_EQ(*bill.cores_per_gpu(), 2 * 56 / 8.0);
  EXPECT_DOUBLE_EQ(*bill.gpu_memory_per_gpu(), 80e9);
}

TEST(Bill, HasARowForNodesAndOneForTheGpusInThem) {
  const Bill bill = bill_for(kFourDgx);
  ASSERT_EQ(bill.rows.size(), 2U);
  EXPECT_EQ(bill.rows[0].name(), "4 dgx-h100 of gpu");
  EXPECT_EQ(bill_price_text(bill.rows[0]), "400 kUSD, guess of 2023");
  EXPECT_EQ(bill.rows[1].name(), "32 h100-sxm5-80gb of gpu");
  EXPECT_EQ(bill_price_text(bill.rows[1]), "in the price of its node");
}

// The entry of a P100 has fp16 without tensor cores; that of an M40 has fp32 alone.
TEST(Bill, SaysThePrecisionOfGpusWithoutTensorCores) {
  const Bill bill = bill_for(R"("nodes": {"a": {"type": "dgx1-p100", "count": 1},
                                          "b": {"type": "dell-c4130-seed-rack", "count": 1}})");
  EXPECT_THAT(bill.precisions, ElementsAre("fp16", "fp32"));
  EXPECT_DOUBLE_EQ(bill.flops, 8 * 21.2e12 + 4 * 6.832e12);
}

// Four instances at 50 USD an hour.
TEST(Bill, OfRentedNodesDividesByTheRentOfAnHour) {
  const Bill bill = bill_for(R"("nodes": {"gpu": {"type": "aws-p5-48xlarge", "count": 4}})",
                             R"("prices_as_of": "2025-06", "pools": {"gpu": {"acquire": "on-demand",
                                "price": "50 USD/h"}})");
  EXPECT_DOUBLE_EQ(bill.rent_per_hour, 200.0);
  EXPECT_DOUBLE_EQ(*bill.flops_per_rent(), 32 * 989.4e12 / 200.0);
  EXPECT_EQ(bill.price, 0.0);
  EXPECT_FALSE(bill.flops_per_price());
  EXPECT_EQ(bill_price_text(bill.rows[0]), "50 USD/h, scenario of 2025-06");
}

// The entry of a C4130 in configuration K has no price; the switch costs 13 kUSD, a cable 110.
TEST(Bill, NamesWhatHasNoPriceAndTakesTheRatioForAnUpperBound) {
  const Bill bill = bill_for(R"("nodes": {"gpu": {"type": "dell-c4130-k", "count": 4}},
      "networks": {"compute": {"type": "single-switch", "switch": "mellanox-sb7800"}})");
  EXPECT_THAT(bill.without_price, ElementsAre("4 dell-c4130-k of gpu"));
  EXPECT_DOUBLE_EQ(bill.price, 13e3 + 4 * 110);
  EXPECT_THAT(flops_per_price_text(bill), HasSubstr("≤ "));
}

TEST(Bill, TakesInstancesForRentedWhereTheScenarioHasNoCost) {
  const Bill bill = bill_for(R"("nodes": {"gpu": {"type": "aws-p5-48xlarge", "count": 4}})");
  EXPECT_TRUE(bill.rows[0].is_rented);
  EXPECT_EQ(bill.price, 0.0);
  EXPECT_GT(bill.rent_per_hour, 0.0);
}

// The host of this instance is not known: its entry says the GPUs, and these have NVLink.
TEST(Bill, OfAnInstanceWithoutAHostGoesByItsEntry) {
  const Bill bill = bill_for(R"("nodes": {"gpu": {"type": "gcp-a3-highgpu-8g", "count": 4}})");
  EXPECT_EQ(bill.rows[0].what, "gcp-a3-highgpu-8g");
  EXPECT_DOUBLE_EQ(bill.flops, 32 * 989.4e12);
  ASSERT_EQ(bill.fabrics.size(), 1U);
  EXPECT_EQ(bill.fabrics[0].name, "nvlink-4");
}

TEST(Bill, CountsTheUsersOwnPriceAndSaysSo) {
  const Bill bill = bill_for(kFourDgx, R"("prices_as_of": "2026-10",
      "pools": {"gpu": {"price": "300 kUSD"}})");
  EXPECT_DOUBLE_EQ(bill.price, 1.2e6);
  EXPECT_EQ(price_class(bill.rows[0].price->input), "scenario");
}

TEST(Bill, SaysWhichPartsHaveOneVendorAndWhatElseWouldDo) {
  const Bill bill = bill_for(std::string(kFourDgx) + R"(,
      "networks": {"compute": {"type": "single-switch", "switch": "nvidia-qm9700"},
                   "storage": {"type": "single-switch", "switch": "mellanox-sn2700",
                               "role": "storage"}})");
  EXPECT_TRUE(tie_of(bill, "h100-sxm5-80gb")->is_only);
  EXPECT_TRUE(tie_of(bill, "nvlink-4")->is_only);
  EXPECT_TRUE(tie_of(bill, "nvidia-qm9700")->is_only);  // InfiniBand
  EXPECT_FALSE(tie_of(bill, "dgx-h100")->is_only);
  EXPECT_THAT(tie_of(bill, "dgx-h100")->others, Contains("hgx-h100-8"));
  EXPECT_THAT(tie_of(bill, "mellanox-sn2700")->others, Contains("Arista"));  // Ethernet
}

TEST(Bill, NamesCloudsThatRentTheLike) {
  const Bill bill = bill_for(kFourDgx);
  ASSERT_EQ(bill.clouds.size(), 1U);
  for (const PartOffer& offer : bill.clouds[0].offers) EXPECT_EQ(offer.gpus, 8) << offer.id;
  EXPECT_THAT(cloud_texts(bill).front(), HasSubstr("aws (aws-p5-48xlarge, 8 GPUs)"));
  const Bill old = bill_for(R"("nodes": {"gpu": {"type": "krusty-k40-node", "count": 4}})");
  EXPECT_THAT(cloud_texts(old), ElementsAre("no cloud of the catalogue rents k40m"));
}

NetworkParts network_of(const std::vector<std::string>& tiers, bool optical) {
  NetworkParts parts;
  for (const std::string& tier : tiers)
    parts.switches.push_back({.model = "", .tier = tier, .count = 2});
  parts.cables.push_back({.between = "node and leaf", .model = "", .count = 8, .optical = optical});
  return parts;
}

TEST(Reach, GrowsWithTiersAndWithOpticalCables) {
  EXPECT_EQ(reach_of(network_of({"leaf"}, false)), FabricReach::rack);
  EXPECT_EQ(reach_of(network_of({"leaf"}, true)), FabricReach::row);
  EXPECT_EQ(reach_of(network_of({"leaf", "spine"}, false)), FabricReach::row);
  EXPECT_EQ(reach_of(network_of({"leaf", "spine"}, true)), FabricReach::hall);
}

TEST(Reach, OfNodesAloneIsTheBoxAndOfAnNvl72TheRack) {
  EXPECT_EQ(bill_for(kFourDgx).reach(), FabricReach::box);
  const Bill rack = bill_for(R"("nodes": {"gpu": {"type": "gb200-nvl72", "count": 1}})");
  EXPECT_EQ(rack.reach(), FabricReach::rack);
  EXPECT_EQ(rack.fabrics.front().gpus, 72);
}

TEST(Reach, OfBoxesOnPcieFabricsIsTheRackForTheGpusOfOne) {
  const Bill bill = bill_for(R"("nodes": {"host": {"type": "cpu-2s-2024", "count": 8},
        "box": {"type": "gpu-box", "count": 4, "gpus": 8, "gpu": "a100-pcie-40gb",
                "link": "26 GB/s"}},
      "networks": {"fabric": {"type": "composed-pcie", "fabric": "liqid-grid-gen4"}},
      "gpu_access": {"type": "composed-pcie", "over": "fabric", "clients": ["host"],
                     "servers": ["box"]})");
  ASSERT_EQ(bill.fabrics.size(), 1U);
  EXPECT_EQ(bill.fabrics[0].name, "composed PCIe");
  EXPECT_EQ(bill.fabrics[0].reach, FabricReach::rack);
  EXPECT_TRUE(tie_of(bill, "liqid-grid-gen4")->is_only);
}

TEST(BillTable, HasARowForEachPartAndOneForTheSum) {
  const Bill bill = bill_for(kFourDgx);
  const DesignBill design{"base", &bill};
  const std::string csv = bill_csv(std::span(&design, 1));
  EXPECT_THAT(csv, HasSubstr("\nbase,nodes,dgx-h100,gpu,4,false,NVIDIA,,,,10200,400000,"));
  EXPECT_THAT(csv, HasSubstr("\nbase,GPUs,h100-sxm5-80gb,gpu,32,false,NVIDIA,fp16 tensor,"));
  EXPECT_THAT(csv, HasSubstr("\nbase,total,,,32,false,,fp16 tensor,,"));
  const std::string own = bill_csv(bill);
  EXPECT_THAT(own, ::testing::StartsWith("kind,what,of,count,"));
  EXPECT_THAT(own, HasSubstr("\nnodes,dgx-h100,gpu,4,false,NVIDIA,,,,10200,400000,"))
      << "bill.csv of a run has no column for the design: a variant can also be run as a scenario "
         "of its own";
  EXPECT_THAT(own, HasSubstr("\ntotal,,,32,false,,fp16 tensor,,"));
}

TEST(BillLine, StandsOnlyWhereDesignsAreOfOtherParts) {
  const Bill one = bill_for(kFourDgx);
  const Bill same = bill_for(kFourDgx);
  const Bill more = bill_for(R"("nodes": {"gpu": {"type": "dgx-h100", "count": 5}})");
  const std::vector<DesignBill> alike{{"base", &one}, {"same", &same}};
  const std::vector<DesignBill> other{{"base", &one}, {"more", &more}};
  EXPECT_THAT(bill_line(alike), IsEmpty());
  EXPECT_THAT(bill_line(other), HasSubstr("base 31.7 PFLOP/s, 19.8 TFLOP/s per kUSD, box"));
}

TEST(SavedBill, SaysTheSameWordsAsTheBillThatWasWritten) {
  const Bill bill = bill_for(std::string(kFourDgx) + R"(,
      "networks": {"compute": {"type": "leaf-spine", "switch": "nvidia-qm9700"}})");
  const JsonValue json = bill_json(bill);
  const Bill again = saved_bill({json, "/results/bill"});
  EXPECT_EQ(bill_text("base", again), bill_text("base", bill));
  EXPECT_EQ(write_json(bill_json(again).find("vendors") ? *bill_json(again).find("vendors")
                                                        : JsonValue()),
            write_json(*json.find("vendors")));
}

}  // namespace
}  // namespace gpuscape
