/// What the source decks say of storage, and the loop of the benchmark that everybody quotes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "sim/engine/fluid_system.hpp"
#include "sim/fields/merge.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

using test::elapsed;
using test::InputCase;
using test::read_per_node;
using test::run_input;
using test::run_scenario;

// Seed 002: an AI200 reads 20 GB/s; at 1:1, 4:1 and 9:1 DGX-1 to each, 20, 5 and 2.22 GB/s.
TEST(Decks, A3iGivesEachDgx1ItsPart) {
  for (const auto& [nodes, expected] :
       {std::pair(1, 20e9), std::pair(4, 5e9), std::pair(9, 20e9 / 9)}) {
    const InputCase of{.nodes = nodes,
                       .storage = R"({"type": "appliance", "model": "ddn-ai200"})",
                       .dataset = R"(, "read": "8 MB")"};
    EXPECT_NEAR(read_per_node(of, 5000.0) / expected, 1.0, 1e-9) << nodes;
  }
}

// Seed 000: 40 to 300 us of a volume and 5 us of transport; one read at a time.
TEST(Decks, OneReadAtATimeTakesTheLatencyOfVolumeAndTransport) {
  for (const auto& [volume, expected] :
       {std::pair("40 us", 22222.0), std::pair("300 us", 3279.0)}) {
    const InputCase of{
        .storage = fmt::format(R"({{"type": "volumes", "servers": 4, "drives": 24, "drive":
            {{"read_bandwidth": "3 GB/s", "read_latency": "{}"}}, "transport": "rdda"}})",
                               volume),
        .dataset = R"(, "readers": 1, "read": "4 kB")"};
    EXPECT_NEAR(read_per_node(of, 5000.0) / 4e3, expected, 0.5) << volume;
  }
}

double target_cores(const std::string& transport) {
  const RunResult result =
      run_input({.storage = fmt::format(R"({{"type": "volumes", "servers": 2, "drives": 8, "drive":
            {{"read_bandwidth": "3 GB/s"}}, {}}})",
                                        transport)},
                {{}});
  return result.input->stores.at(0).target_cores;
}

// Past the target's processor, none of it is busy; 800 reads/s of 20 us are 0.016 cores over TCP.
TEST(Decks, RddaLeavesTheTargetsProcessorAlone) {
  EXPECT_EQ(target_cores(R"("transport": "rdda")"), 0.0);
  EXPECT_NEAR(target_cores(R"("transport": "tcp", "core_time": "20 us")"), 0.016, 1e-9);
  EXPECT_LT(target_cores(R"("transport": "tcp")"), 0.0) << "nobody said what a read takes";
}

// A target whose processor takes 1 s for 100 reads, with 2 servers of 2 cores: 400 of 800 reads/s.
TEST(Decks, ATargetBoundByItsProcessorHoldsJobsBack) {
  const std::string drives = R"("servers": 2, "drives": 8, "drive": {"read_bandwidth": "3 GB/s"},
      "cores": 2, )";
  const RunResult tcp = run_input({.storage = R"({"type": "volumes", )" + drives +
                                              R"("core_time": "10 ms", "transport": "tcp"})"},
                                  {{}});
  EXPECT_NEAR(elapsed(tcp)[0], 2000.0, 1e-6);
  EXPECT_EQ(test::waited_for(tcp, 0), "store: target cores");
  const RunResult rdda =
      run_input({.storage = R"({"type": "volumes", )" + drives + R"("transport": "rdda"})"}, {{}});
  EXPECT_NEAR(elapsed(rdda)[0], 1000.0, 1e-6);
}

// Seed 002: a lost controller of an HA pair halves the service, and loses nothing.
TEST(Decks, ALostControllerHalvesTheService) {
  const std::string array = R"({"type": "appliance", "model": "netapp-aff-a800-pair")";
  const InputCase whole{.storage = array + "}", .dataset = R"(, "read": "8 MB")"};
  const InputCase half{.storage = array + R"(, "controllers_down": 1})",
                       .dataset = R"(, "read": "8 MB")"};
  EXPECT_NEAR(read_per_node(whole, 5000.0), 25e9, 25.0);
  EXPECT_NEAR(read_per_node(half, 5000.0), 12.5e9, 12.5);
}

// Seeds 000 and 003: with GPUDirect Storage the flow through the node's memory is gone, and what it
// bounded with it: 800 MB/s through a memory that copies 400 MB/s.
TEST(Decks, GpuDirectStorageTakesTheFlowOutOfHostMemory) {
  const std::string array = R"({"type": "appliance", "model": {"read_bandwidth": "2 GB/s"}, )";
  const RunResult bounce = run_input({.storage = array + R"("host_copy": "400 MB/s"})"}, {{}});
  EXPECT_NEAR(elapsed(bounce)[0], 2000.0, 1e-6);
  EXPECT_EQ(test::waited_for(bounce, 0), "store: copies in nodes' memory");
  EXPECT_NEAR(bounce.input->stores.at(0).through_host.value(), 800e9, 1.0);
  const RunResult direct = run_input({.storage = array + R"("path": "gpudirect"})"}, {{}});
  EXPECT_NEAR(elapsed(direct)[0], 1000.0, 1e-6);
  EXPECT_EQ(direct.input->stores.at(0).through_host.value(), 0.0);
  EXPECT_NEAR(direct.input->stores.at(0).read.value(), 800e9, 1.0);
}

// Two jobs on a node share what its memory copies; on two nodes each has it alone.
TEST(Decks, CopiesOfANodeAreSharedByItsJobs) {
  const std::string array = R"({"type": "appliance", "model": {"read_bandwidth": "9 GB/s"},
                                "host_copy": "400 MB/s"})";
  const test::ReadingJobs halves{.count = 2, .gpus = 4};
  for (const double time : elapsed(run_input({.storage = array}, {halves})))
    EXPECT_NEAR(time, 2000.0, 1e-6);
  const test::ReadingJobs whole{.count = 2, .gpus = 8};
  for (const double time : elapsed(run_input({.nodes = 2, .storage = array}, {whole})))
    EXPECT_NEAR(time, 2000.0, 1e-6);
}

// A node with one adapter of 100 Gbit/s: 4 096 of 4 178 B of a packet of RoCE, of which
// acknowledgements take 1 %; 1 448 of 1 538 B of one of TCP.
TEST(Volumes, AreReadAsFastAsPacketsLeaveOfTheAdapter) {
  for (const auto& [transport, payload] :
       {std::pair("rdma", 4096.0 / 4178.0 * 0.99), std::pair("rdda", 4096.0 / 4178.0 * 0.99),
        std::pair("tcp", 1448.0 / 1538.0)}) {
    const InputCase of{
        .storage = fmt::format(R"({{"type": "volumes", "servers": 4, "drives": 8,
            "drive": "local-nvme-gen4", "over": "fabric", "transport": "{}"}})",
                               transport),
        .networks = R"("networks": {"fabric": {"type": "single-switch", "link": "100 Gbit/s",
            "latency": "1 us"}}, )"};
    EXPECT_NEAR(read_per_node(of, 5000.0) / (12.5e9 * payload), 1.0, 1e-9) << transport;
  }
}

/// The loop of DLIO: on each of `ranks`, four readers read whole batches into a queue of at most
/// `ahead` of each, a step takes one, computes for `compute`, and waits for all ranks. Records are
/// drawn with a standard deviation of 0.47 of their mean. All share the store's bandwidth. The
/// share of the time in which accelerators compute.
class BenchmarkLoop {
 public:
  BenchmarkLoop(std::size_t ranks, double demand_over_supply, int ahead)
      : ranks_(ranks), room_(static_cast<std::size_t>(4 * ahead)) {
    supply_ = static_cast<double>(ranks) * kBatch / (kCompute * demand_over_supply);
    store_ = fluid_.add_resource(BytesPerSecond(supply_));
    queued_.resize(ranks);
    reading_.resize(ranks, 0);
  }

  double use(int steps) {
    for (std::size_t rank = 0; rank < ranks_; ++rank) fill(rank);
    double begun = 0.0;
    int warm = steps / 5;
    for (int step = 0; step < steps + warm; ++step) {
      if (step == warm) begun = now_;
      for (std::size_t rank = 0; rank < ranks_; ++rank) {
        while (queued_[rank] == 0) read_until(1e300);
        --queued_[rank];
        fill(rank);
      }
      read_until(now_ + kCompute);
    }
    return steps * kCompute / (now_ - begun);
  }

 private:
  static constexpr double kCompute = 1.0;
  static constexpr double kBatch = 7.0;
  static constexpr int kReaders = 4;

  void fill(std::size_t rank) {
    while (reading_[rank] < kReaders && queued_[rank] + reading_[rank] < room_) {
      // Seven records of a gamma distribution: shape 1 / 0.47².
      std::gamma_distribution<double> record(1.0 / (0.47 * 0.47), 0.47 * 0.47);
      double bytes = 0.0;
      for (int i = 0; i < 7; ++i) bytes += record(random_);
      const Use use{.resource = store_};
      fluid_.start(Seconds(now_), Bytes(bytes), BytesPerSecond(supply_), {&use, 1},
                   static_cast<std::uint32_t>(rank));
      ++reading_[rank];
    }
  }
  /// Until that date, or the next batch where it is beyond any.
  void read_until(double date) {
    while (true) {
      const double next = fluid_.next_date().value();
      if (next > date) {
        now_ = date;
        return;
      }
      now_ = next;
      while (const auto rank = fluid_.pop_completed(Seconds(now_))) {
        ++queued_[*rank];
        --reading_[*rank];
        fill(*rank);
      }
      if (date > 1e200) return;
    }
  }

  std::size_t ranks_;
  std::size_t room_;
  double supply_ = 1.0;
  FluidSystem fluid_;
  ResourceId store_ = 0;
  std::vector<std::size_t> queued_;
  std::vector<std::size_t> reading_;
  std::mt19937 random_{7};
  double now_ = 0.0;
};

// Within one point of the loop, as of what is published of it.
TEST(BenchmarkLoop, UseIsWhatIsSuppliedOfWhatIsDemanded) {
  for (const auto& [ratio, least, most] :
       {std::tuple(0.95, 0.99, 1.0), std::tuple(1.0, 0.987, 1.0), std::tuple(1.1, 0.904, 0.909),
        std::tuple(1.25, 0.79, 0.80), std::tuple(2.0, 0.50, 0.50)}) {
    const double supply = 800.0 / ratio;
    const RunResult result = run_input(
        {.storage = fmt::format(
             R"({{"write_bandwidth": "1 GB/s", "read_bandwidth": "{:.9g} MB/s"}})", supply)},
        {{}});
    const double use = 1000.0 / elapsed(result)[0];
    EXPECT_GE(use, least - 0.01) << ratio;
    EXPECT_LE(use, most + 0.01) << ratio;
    for (const std::size_t ranks : {8U, 32U})
      EXPECT_NEAR(use, BenchmarkLoop(ranks, ratio, 2).use(400), 0.015) << ratio << " " << ranks;
  }
}

/// The scenario that ships, patched.
RunResult run_shipped(const std::string& name, const std::string& patch) {
  std::ifstream file(source_file("scenarios/" + name));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  JsonValue scenario = parse_json(text, name);
  merge_patch(scenario, parse_json(patch, "patch.json"));
  return run_scenario(write_json(scenario));
}

/// Seconds for which the first job waits for its saves.
double saving_of(const std::string& patch) {
  return run_shipped("checkpoint-storm.json", patch).life_times.at(0).second.saving.value();
}

// Ten days in pieces of half an hour: 479 saves of 1 TB, of which sixteen are written at once, at
// 40 GB/s together; alone each takes 25 s.
TEST(CheckpointStorm, WhoSavesTogetherStaysTogether) {
  EXPECT_NEAR(saving_of("{}"), 479.0 * 400.0, 1e-3);
  EXPECT_NEAR(saving_of(R"({"workload": {"streams": {"training": {"closed": {"jobs": 1}}}}})"),
              479.0 * 25.0, 1e-3);
  EXPECT_NEAR(
      saving_of(R"({"cluster": {"storage": {"scratch": {"write_bandwidth": "160 GB/s"}}}})"),
      479.0 * 100.0, 1e-3);
}

// Seed 000: training, inference and analytics ask for data as 5 : 2 : 7. With drives enough for
// all.
TEST(Decks, TrainingInferenceAndAnalyticsAsk5To2To7) {
  const RunResult result = run_shipped("train-serve-analyse.json", R"({"cluster": {"storage": {
      "volume": {"drives": 1000}}}, "workload": {"streams": {"all": {"generate": {"jobs": 60,
      "duration": null}}}}})");
  const std::vector<std::string>& names = result.classes.at(0);
  std::map<std::string, double> rates;  // B/s of each GPU
  for (const InputRecord& record : result.input->jobs) {
    const Job& job = result.jobs.job(record.job);
    rates[names[job.application.index()]] =
        record.read.value() / (elapsed(result)[record.job] * job.demand.gpus);
  }
  ASSERT_EQ(rates.size(), 3U);
  EXPECT_NEAR(rates["training"] / rates["inference"], 5.0 / 2.0, 1e-6);
  EXPECT_NEAR(rates["analytics"] / rates["training"], 7.0 / 5.0, 1e-6);
}

}  // namespace
}  // namespace gpuscape
