/// Transfers and steps that read from stores and write to them, by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/report/transfers/step_text.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// Nodes on one switch of 12.5 GB/s a link, and an array over it of 10 and 4 GB/s.
test::TransferText with_array(int nodes, std::string transfers, const std::string& keys = "") {
  test::TransferText text = test::on_a_switch(nodes, std::move(transfers));
  text.cluster = fmt::format(
      R"(, "storage": {{"array": {{"type": "appliance", "over": "compute", "model":
         {{"read_bandwidth": "10 GB/s", "write_bandwidth": "4 GB/s", "read_latency": "45 us"}}{}}}}})",
      keys);
  return text;
}

std::vector<double> times(const test::TransferText& text) {
  std::vector<double> all;
  for (const TransferRow& row : test::transfer_rows(text)) all.push_back(test::seconds(row));
  return all;
}

TEST(StoreTransfers, AReadIsLatencyAndThenTheStoresRate) {
  const std::vector<double> all =
      times(with_array(1, R"({"from": "storage/array", "to": "n", "bytes": ["4 kB", "10 GB"]})"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NEAR(all[0], 45e-6 + 4e3 / 10e9, 1e-12);
  EXPECT_NEAR(all[1], 45e-6 + 1.0, 1e-9);
}

/// One at a time by Little's law, and 16 at once until the array's controllers bind.
TEST(StoreTransfers, ReadsInFlightHideLatency) {
  const auto rate = [](int in_flight, const char* size) {
    const test::TransferText text = with_array(
        1, fmt::format(R"({{"from": "storage/array", "to": "n", "bytes": "{}", "in_flight": {},
                           "messages": {}}})",
                       size, in_flight, in_flight == 1 ? 1 : 16000));
    return test::transfer_rows(text).at(0).messages_per_second();
  };
  const double alone = 1.0 / (45e-6 + 4e3 / 10e9);
  EXPECT_NEAR(rate(1, "4 kB"), alone, alone * 1e-9);  // 22 k IOPS
  EXPECT_NEAR(rate(16, "4 kB"), 16.0 * alone, alone * 0.02);
  EXPECT_NEAR(rate(16, "1 MB"), 10e9 / 1e6, 10.0);
}

/// Controllers give 5 GB/s to each of two reads; the copy between nodes has what is left of the
/// second one's link.
TEST(StoreTransfers, ReadsAndCopiesShareTheLinkOfANode) {
  const std::vector<double> all = times(with_array(2, R"(
      {"from": "storage/array", "to": "n/0", "bytes": "50 GB"},
      {"from": "storage/array", "to": "n/1", "bytes": "50 GB"},
      {"from": "n/0", "to": "n/1", "bytes": "30 GB", "transport": "links-alone"})"));
  EXPECT_NEAR(all[0], 10.0, 1e-3);
  EXPECT_NEAR(all[1], 10.0, 1e-3);
  EXPECT_NEAR(all[2], 30.0 / 7.5, 1e-3);
}

TEST(StoreTransfers, WritesTakeOfTheControllersToo) {
  // Write 4 and read 6 of 10 GB/s; beside another read, 3 each.
  const std::vector<double> all = times(with_array(3, R"(
      {"from": "n/0", "to": "storage/array", "bytes": "40 GB"},
      {"from": "storage/array", "to": "n/1", "bytes": "60 GB"})"));
  EXPECT_NEAR(all[0], 10.0, 1e-3);
  EXPECT_NEAR(all[1], 10.0, 1e-3);
  const std::vector<std::string> notes =
      test::transfer_scenario(
          with_array(1, R"({"from": "n", "to": "storage/array", "bytes": "1 GB"})"))
          .spec.notes;
  EXPECT_THAT(notes, ElementsAre(HasSubstr("in runs of jobs 2.5 times as much")));
}

/// By way of host memory the copy follows; GPUDirect goes past it.
TEST(StoreTransfers, BytesForAGpuGoThroughMemoryOrPastIt) {
  const char* to_gpu = R"({"from": "storage/array", "to": "n/gpu0", "bytes": "10 GB"})";
  const char* mount = R"(, "per_node": "5 GB/s")";
  const TransferRow through = test::transfer_rows(with_array(1, to_gpu, mount)).at(0);
  const TransferRow past =
      test::transfer_rows(with_array(1, to_gpu, std::string(mount) + R"(, "path": "gpudirect")"))
          .at(0);
  EXPECT_THAT(through.links, Contains(HasSubstr("mem")));
  EXPECT_THAT(past.links, Not(Contains(HasSubstr("mem"))));
  EXPECT_NEAR(test::seconds(past), 2.0 + 45e-6, 1e-6);
  EXPECT_GT(test::seconds(through), 2.9);  // 2 s to memory, then 1 s and more to the GPU
  EXPECT_EQ(past.bound_by, "array: client mount of n/0");
}

TEST(StoreTransfers, AMountBindsItsOwnNode) {
  const std::vector<double> all = times(with_array(2, R"(
      {"from": "storage/array", "to": "n/0", "bytes": "9 GB"},
      {"from": "storage/array", "to": "n/0", "bytes": "9 GB"},
      {"from": "storage/array", "to": "n/1", "bytes": "3 GB"})",
                                                   R"(, "per_node": "3 GB/s")"));
  EXPECT_NEAR(all[0], 6.0, 1e-3);
  EXPECT_NEAR(all[1], 6.0, 1e-3);
  EXPECT_NEAR(all[2], 1.0, 1e-3);
}

/// Drives in the nodes: each node has its own.
TEST(StoreTransfers, NodeLocalDrivesAreOfTheirNode) {
  test::TransferText text = test::on_a_switch(2, R"(
      {"from": "storage/scratch", "to": "n/0", "bytes": "6 GB"},
      {"from": "storage/scratch", "to": "n/0", "bytes": "6 GB"},
      {"from": "storage/scratch", "to": "n/1", "bytes": "6 GB"})");
  text.cluster = R"(, "storage": {"scratch": {"type": "node-local",
      "drive": {"read_bandwidth": "3 GB/s", "write_bandwidth": "2 GB/s"}}})";
  const std::vector<double> all = times(text);
  EXPECT_NEAR(all[0], 4.0, 1e-3);
  EXPECT_NEAR(all[1], 4.0, 1e-3);
  EXPECT_NEAR(all[2], 2.0, 1e-3);
}

/// A request in flight has a connection of 100 MB/s, of four in all.
TEST(StoreTransfers, ObjectsComeOverConnections) {
  const auto rate = [](int in_flight) {
    test::TransferText text = test::on_a_switch(
        1, fmt::format(R"({{"from": "storage/s3", "to": "n", "bytes": "1 GB", "in_flight": {},
                           "messages": {}}})",
                       in_flight, in_flight == 1 ? 1 : 40));
    text.cluster = R"(, "storage": {"s3": {"type": "object", "read_bandwidth": "10 GB/s",
        "write_bandwidth": "10 GB/s", "connections": 4, "per_connection": "100 MB/s",
        "latency": "30 ms"}})";
    return test::transfer_rows(text).at(0).rate().value();
  };
  EXPECT_NEAR(rate(1), 1e9 / 10.03, 1e3);
  EXPECT_NEAR(rate(2), 200e6, 1e6);
  EXPECT_NEAR(rate(8), 400e6, 1e6);
}

TEST(StoreTransfers, SaysWhatIsWrong) {
  const auto wrong = [](const char* transfer) {
    return test::transfer_faults(with_array(1, transfer));
  };
  EXPECT_THAT(wrong(R"({"from": "storage/aray", "to": "n", "bytes": "1 GB"})"),
              ElementsAre(HasSubstr("no such storage (did you mean \"storage/array\"?)")));
  EXPECT_THAT(wrong(R"({"from": "storage", "to": "n", "bytes": "1 GB"})"),
              ElementsAre(HasSubstr("no such storage")));
  EXPECT_THAT(wrong(R"({"from": "storage/array", "to": "storage/array", "bytes": "1 GB"})"),
              ElementsAre(HasSubstr("both ends are stores")));
  EXPECT_THAT(wrong(R"({"from": "storage/array", "to": "n", "bytes": "1 GB",
                        "transport": "links-alone"})"),
              ElementsAre(HasSubstr("is its own")));
  EXPECT_THAT(wrong(R"({"from": "storage/array", "to": "n/nic0", "bytes": "1 GB"})"),
              ElementsAre(HasSubstr("cannot be an end")));
  test::TransferText text =
      with_array(1, R"({"from": "storage/array", "to": "m", "bytes": "1 B"})");
  text.nodes += R"(, "m": {"type": "dell-r730", "network": "none"})";
  (void)text;
}

/// A node group of that name is meant first, as before there were stores at detail "step".
TEST(StoreTransfers, ANodeGroupCalledStorageIsItself) {
  test::TransferText text = with_array(1, R"({"from": "storage/0", "to": "n", "bytes": "1 GB"})");
  text.nodes += ", \"storage\": {" + test::kSocket + "}";
  EXPECT_EQ(test::transfer_rows(text).at(0).from, "storage/0/mem0");
}

/// Nodes of two GPUs that train on 200 samples of 10 MB a second in steps of 1 s, from an array
/// over the network on which they exchange.
std::string steps_scenario(const char* array, const char* steps, const char* application = "",
                           const char* dataset = "") {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"count": 4, {}}}}},
        "networks": {{"compute": {{"type": "single-switch", "link": "12.5 GB/s",
                                   "latency": "1 us"}}}},
        "storage": {{"array": {{"type": "appliance", "over": "compute", "model": {}}}}}}},
      "workload": {{"datasets": {{"d": {{"on": "array", "record": "10 MB"{}}}}},
        "applications": {{"a": {{"type": "data-parallel", "samples_per_second": 100,
          "batch_per_gpu": 100, "launches_per_step": 0, "gpu_straggler": 0, "node_straggler": 0,
          "dataset": "d"{}}}}},
        "streams": {{"s": {{"steps": [{}]}}}}}}, "run": {{"detail": "step"}}}})",
      test::kSocket, array, dataset, application, steps);
}

constexpr const char* kAmple = R"({"read_bandwidth": "100 GB/s", "write_bandwidth": "1 GB/s"})";
constexpr const char* kThree = R"({"read_bandwidth": "3 GB/s", "write_bandwidth": "1 GB/s"})";

std::vector<StepRow> steps_of(const std::string& text) {
  return run_transfers(test::checked(text)).steps;
}

TEST(StepsThatRead, ReadBesideTheirWork) {
  const StepRow row = steps_of(steps_scenario(kAmple, R"({"application": "a", "on": "n/0"})"))[0];
  EXPECT_EQ(row.dataset, "d");
  EXPECT_EQ(row.store, "array");
  EXPECT_NEAR(row.read.value(), 2e9, 1.0);
  EXPECT_NEAR(row.input.value(), 2.0 / 12.5, 1e-9);
  EXPECT_NEAR(row.step().value(), 1.0, 1e-9);
  EXPECT_EQ(row.bound_by, "compute");
  EXPECT_THAT(steps_table({row}), HasSubstr("reads alone"));
}

/// 4 GB of two nodes at 3 GB/s: the lesser of two paces.
TEST(StepsThatRead, AreAsSlowAsTheirStore) {
  const StepRow row =
      steps_of(steps_scenario(kThree, R"({"application": "a", "on": ["n/0", "n/1"]})"))[0];
  EXPECT_NEAR(row.step().value(), 4.0 / 3.0, 1e-6);
  EXPECT_EQ(row.bound_by, "array: controllers");
  EXPECT_NEAR(row.alone.value(), 4.0 / 3.0, 1e-6);
}

/// Each alone reads 2 GB in 2/3 s, which computing hides; the two together do not.
TEST(StepsThatRead, ShareTheirStoreWithOthers) {
  const std::vector<StepRow> rows =
      steps_of(steps_scenario(kThree, R"({"application": "a", "on": "n/0", "steps": 10},
                 {"application": "a", "on": "n/1", "steps": 10})"));
  for (const StepRow& row : rows) {
    EXPECT_NEAR(row.step().value(), 4.0 / 3.0, 1e-6);
    EXPECT_NEAR(row.lost_share(), 0.25, 1e-6);
    EXPECT_EQ(row.bound_by, "other traffic");
  }
}

/// A restore of 30 GB beside 10 steps of two nodes: 4 GB a step of them and the restore share 6
/// GB/s by flows, of which there are three.
TEST(StepsThatRead, ShareTheirStoreWithTransfers) {
  std::string text = steps_scenario(R"({"read_bandwidth": "6 GB/s", "write_bandwidth": "1 GB/s"})",
                                    R"({"application": "a", "on": ["n/0", "n/1"], "steps": 10})");
  text.replace(text.find(R"("streams": {)"), 12, R"("streams": {"restore": {"transfers": [
      {"from": "storage/array", "to": "n/2", "bytes": "30 GB"}]}, )");
  const TransferResult result = run_transfers(test::checked(text));
  // Two flows of 2 GB at 2 GB/s each take a step of 1 s: nobody waits, and the restore has 2 GB/s.
  EXPECT_NEAR(result.steps[0].step().value(), 1.0, 1e-6);
  EXPECT_NEAR(result.rows[0].duration().value(), 10.0 + 10.0 / 6.0, 1e-6);
}

/// By Little's law: 4 readers of 10 MB in 45 ms each.
TEST(StepsThatRead, AreBoundByTheirReaders) {
  const StepRow row = steps_of(steps_scenario(
      R"({"read_bandwidth": "100 GB/s", "write_bandwidth": "1 GB/s", "read_latency": "40 ms"})",
      R"({"application": "a", "on": "n/0"})", "", R"(, "readers": 4, "open": "5 ms")"))[0];
  EXPECT_NEAR(row.step().value(), 2e9 / (4.0 * 10e6 / 45e-3), 1e-6);
  EXPECT_EQ(row.bound_by, "d: readers");
}

/// A DGX-1 has four adapters, each of which carries a quarter of what the node reads.
TEST(StepsThatRead, ReadOverAllAdaptersOfANode) {
  std::string text = steps_scenario(kAmple, R"({"application": "a", "on": "n/0"})");
  const std::size_t node = text.find(R"("type": "graph")");
  text.replace(node, text.find(R"("networks")") - 3 - node, R"("type": "dgx1-v100"}},)");
  text.replace(text.find("12.5 GB/s"), 4, "1");
  const StepRow row = steps_of(text)[0];
  EXPECT_NEAR(row.read.value(), 8e9, 1.0);  // of eight GPUs
  EXPECT_NEAR(row.input.value(), 2.0, 1e-9);
  EXPECT_NEAR(row.step().value(), 2.0, 1e-6);
}

/// What it still reads when its exchange begins takes of the same links: 2 GB over a mount of
/// 1.6 GB/s come in 1.25 s, of which it computes for 1 s.
TEST(StepsThatRead, MeetTheirOwnExchange) {
  const auto step = [](const char* per_node) {
    std::string text = steps_scenario(kAmple, R"({"application": "a", "on": "n", "steps": 4})",
                                      R"(, "gradients": {"fp32": "4 GB"}, "overlap": 0)");
    text.replace(text.find("12.5 GB/s"), 4, "5");
    text.replace(text.find(R"("over")"), 0, per_node);
    return steps_of(text)[0];
  };
  const StepRow hidden = step(R"("per_node": "2.5 GB/s", )");
  const StepRow meets = step(R"("per_node": "1.6 GB/s", )");
  EXPECT_NEAR(hidden.input.value(), 0.8, 1e-9);
  EXPECT_NEAR(meets.input.value(), 1.25, 1e-9);
  ASSERT_GT(hidden.exchange.value(), 0.3);
  EXPECT_NEAR(hidden.step().value(), 1.0 + hidden.exchange.value(), 1e-6);
  const double longer = (meets.step() - hidden.step()).value();
  const double half = (step(R"("per_node": "1.8 GB/s", )").step() - hidden.step()).value();
  // 400 MB against 200 MB; before each round of the ring they come alone for some microseconds.
  EXPECT_NEAR(longer / half, 2.0, 5e-3);
  const double exchanged = 2.0 * 7.0 / 8.0 * 4e9 / hidden.exchange.value();  // B/s, latency in it
  EXPECT_NEAR(longer, 400e6 / exchanged, longer * 0.03);
}

}  // namespace
}  // namespace gpuscape
