/// Stores that cannot be, data that do not fit, nodes that do not reach what their jobs read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/base/error.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::InputCase;
using testing::AllOf;
using testing::HasSubstr;

std::string fault(const InputCase& of, const std::string& text = "") {
  try {
    test::checked(text.empty() ? test::input_scenario(of, {{}}) : text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

std::string volumes(const std::string& more) {
  return R"({"type": "volumes", "servers": 4, "drives": 2, "drive": {"read_bandwidth": "3 GB/s",
             "usable_capacity": "1 TB"})" +
         more + "}";
}

TEST(StorageCheck, AVolumeFitsItsPool) {
  EXPECT_EQ(fault({.storage = volumes(R"(, "size": "8 TB")")}), "");
  EXPECT_THAT(fault({.storage = volumes(R"(, "size": "9 TB")")}),
              AllOf(HasSubstr("/cluster/storage/store/size"),
                    HasSubstr("the volume has 9 TB, and its drives hold 8 TB")));
  EXPECT_THAT(fault({.storage = volumes(R"(, "size": "5 TB", "protection": "raid10")")}),
              HasSubstr("its drives hold 4 TB"));
  EXPECT_EQ(fault({.storage = volumes(R"(, "size": "6 TB", "protection":
                      {"type": "erasure-coding", "data": 3, "parity": 1})")}),
            "");
}

TEST(StorageCheck, AStripeNeedsAServerForEachFragment) {
  EXPECT_THAT(fault({.storage = volumes(R"(, "protection": {"type": "erasure-coding", "data": 4,
                                           "parity": 2})")}),
              HasSubstr("it needs 6 servers, and there are 4"));
  EXPECT_THAT(fault({.storage = volumes(R"(, "protection": "raid10", "servers_down": 2)")}),
              HasSubstr("data are lost with 2 of 4 servers"));
  EXPECT_THAT(fault({.storage = R"({"type": "appliance", "model": {"read_bandwidth": "2 GB/s"},
                                    "stripe": 0})"}),
              HasSubstr("/cluster/storage/store/stripe"));
  EXPECT_THAT(fault({.storage = R"({"type": "appliance", "model": "netapp-aff-a800-pair",
                                    "controllers_down": 2})"}),
              HasSubstr("2 of 2 controllers are lost"));
}

TEST(StorageCheck, ADatasetLiesOnAStoreThatHoldsIt) {
  std::string text = test::input_scenario({}, {{}});
  text.replace(text.find(R"("on": "store")"), 13, R"("on": "stor")");
  EXPECT_THAT(fault({}, text),
              AllOf(HasSubstr("/workload/datasets/d/on"), HasSubstr("there is no storage \"stor\""),
                    HasSubstr("did you mean \"store\"?")));
  EXPECT_THAT(fault({.storage = volumes(""), .dataset = R"(, "size": "9 TB")"}),
              HasSubstr("storage \"store\" holds 8 TB, and with it 9 TB lie there"));
  EXPECT_EQ(fault({.storage = volumes(""), .dataset = R"(, "size": "8 TB")"}), "");
}

TEST(StorageCheck, ACacheFitsItsDrivesOrTheMemory) {
  const std::string ssd = R"(, "ssd": {"type": "node-local", "drive":
      {"read_bandwidth": "3 GB/s", "usable_capacity": "2 TB"}})";
  const std::string samples = R"(, "samples": 9e6)";
  EXPECT_THAT(fault({.more_storage = ssd,
                     .dataset = samples + R"(, "cache": {"size": "3 TB", "on": "ssd"})"}),
              AllOf(HasSubstr("/workload/datasets/d/cache/size"),
                    HasSubstr("a node keeps 3 TB, and its drives hold 2 TB")));
  EXPECT_EQ(fault({.more_storage = ssd,
                   .dataset = samples + R"(, "cache": {"size": "2 TB", "on": "ssd"})"}),
            "");
  EXPECT_THAT(fault({.dataset = samples + R"(, "cache": {"size": "2 TB"})"}),
              HasSubstr("nodes \"n\" have 931 GiB of memory"));
  EXPECT_THAT(fault({.dataset = samples + R"(, "cache": {"size": "2 TB", "on": "store"})"}),
              HasSubstr("is not in the nodes"));
  EXPECT_THAT(fault({.dataset = R"(, "cache": {"size": "2 GB"})"}), HasSubstr("samples"));
}

TEST(StorageCheck, NodesReachWhatTheirJobsRead) {
  const std::string over = R"({"type": "appliance", "model": {"read_bandwidth": "2 GB/s"},
                               "over": "data"})";
  EXPECT_THAT(fault({.storage = over}), AllOf(HasSubstr("/cluster/storage/store/over"),
                                              HasSubstr("there is no network \"data\"")));
  const std::string text =
      R"({"format": 1, "cluster": {"nodes": {"n": {"type": "dgx1-v100"}, "m": {"type": "dgx-a100-40gb"}},
      "networks": {"compute": {"type": "single-switch", "link": "10 GB/s", "latency": "1 us"},
      "data": {"type": "single-switch", "role": "storage", "link": "10 GB/s",
      "latency": "1 us"}}, "storage": {"store": )" +
      over + R"(}}, "workload": {"datasets": {"imagenet": {"on": "store"}},
      "streams": {"s": {"application": "resnet-50", "generate": {"jobs": 1, "load": 0.5, "gpus":
      {"8": 1}, "run_time": {"distribution": "constant", "value": "1 h"}}}}}})";
  EXPECT_THAT(fault({}, text), HasSubstr("nodes \"n\" have no adapter on network \"data\""));
}

TEST(StorageCheck, NumbersHaveBounds) {
  for (const char* rate : {"0 GB/s", "1e300 GB/s", "-1 GB/s"})
    EXPECT_THAT(fault({.storage = fmt::format(
                           R"({{"write_bandwidth": "1 GB/s", "read_bandwidth": "{}"}})", rate)}),
                HasSubstr("/cluster/storage/store/read_bandwidth"))
        << rate;
  for (const char* record : {"1e300 B", "-1 MB"}) {
    std::string text = test::input_scenario({}, {{}});
    text.replace(text.find("\"1 MB\""), 6, fmt::format("\"{}\"", record));
    EXPECT_THAT(fault({}, text), HasSubstr("/record")) << record;
  }
  std::string text = test::input_scenario({}, {{}});
  text.replace(text.find(R"(, "record": "1 MB")"), 18, "");
  EXPECT_THAT(fault({}, text), HasSubstr("nothing says how large a sample is"));
  EXPECT_THAT(fault({.dataset = R"(, "readers": 0)"}), HasSubstr("/workload/datasets/d/readers"));
}

TEST(StorageCheck, WhatTheCatalogueKnowsIsBelowWhatIsWritten) {
  const CheckedScenario scenario = test::checked(R"({"format": 1, "cluster": {"nodes": {"n":
      {"type": "dgx1-v100"}}, "storage": {"a800": {"type": "appliance", "model":
      {"entry": "netapp-aff-a800-pair", "read_bandwidth": "20 GB/s"}}}}, "workload": {"datasets":
      {"imagenet": {"on": "a800", "samples": 1000}}, "streams": {"s": {"application": "resnet-50",
      "generate": {"jobs": 1, "load": 0.5, "gpus": {"8": 1}, "run_time":
      {"distribution": "constant", "value": "1 h"}}}}}})");
  ASSERT_NE(scenario.input, nullptr);
  const StoreFacts& facts = scenario.input->stores.at(0).facts;
  EXPECT_EQ(facts.limits.at(0).capacity, 20e9);
  EXPECT_EQ(facts.limits.at(1).capacity, 1e6);
  EXPECT_EQ(facts.capacity, Bytes(260e12));
  EXPECT_EQ(scenario.spec.datasets.at(0).record, Bytes(115e3));
  EXPECT_EQ(scenario.spec.datasets.at(0).samples, 1000.0);
}

}  // namespace
}  // namespace gpuscape
