/// Asks what gpuscape-bench did over Soft-RoCE: that it ended, what it wrote, that more bytes took
/// longer. Never how fast it was: the guest's CPU is emulated.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class RdmaGuest : public testing::Test {
 protected:
  /// One guest for all questions.
  static void SetUpTestSuite() {
    folder_ = std::filesystem::path(GPUSCAPE_BINARY_DIR) / "vm";
    const std::string vm = std::string(GPUSCAPE_SOURCE_DIR) + "/tests/vm/";
    const std::string command = "'" + vm + "guest.sh' '" + folder_.string() + "' '" + vm +
                                "rdma.script' '" + GPUSCAPE_BENCH_PROGRAM + "'";
    const int status = std::system(command.c_str());
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  void SetUp() override {
    if (code_ == 77) GTEST_SKIP() << "vm: SKIPPED, the guest cannot run here";
    ASSERT_EQ(code_, 0) << read_text(folder_ / "console");
  }
  static std::string text_of(const std::string& name) { return read_text(folder_ / "out" / name); }
  static int code_of(const std::string& run) { return std::atoi(text_of(run + ".code").c_str()); }
  static json file_of(const std::string& run) { return json::parse(text_of(run + ".json")); }
  /// The rows that were measured, without their medians.
  static std::vector<json> rows_of(const std::string& run) {
    std::vector<json> rows;
    const json file = file_of(run);
    for (const json& row : file.at("benchmarks"))
      if (row.at("run_type") == "iteration" && !row.contains("error_occurred")) rows.push_back(row);
    return rows;
  }

  static std::filesystem::path folder_;
  static int code_;
};

std::filesystem::path RdmaGuest::folder_;
int RdmaGuest::code_ = -1;

/// Exit code of guest.sh with a program whose --version prints `version`.
int guest_code_with(const std::string& version) {
  const ScratchFolder folder;
  const std::filesystem::path program = folder.path() / "program";
  std::ofstream(program) << "#!/bin/sh\necho '" << version << "'\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string vm = std::string(GPUSCAPE_SOURCE_DIR) + "/tests/vm/";
  const std::string command = "timeout 20 '" + vm + "guest.sh' '" +
                              (folder.path() / "vm").string() + "' '" + vm + "rdma.script' '" +
                              program.string() + "' 2>&1";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Guest, RefusesAProgramWithoutRdmaAtOnce) {
  EXPECT_EQ(guest_code_with("built without RDMA: verbs.h was missing"), 1);
}

TEST_F(RdmaGuest, EveryRunEndsAndIsComplete) {
  for (const char* run : {"latency", "rate", "pair"}) {
    EXPECT_EQ(code_of(run), 0) << text_of(std::string(run) + ".txt");
    EXPECT_TRUE(file_of(run).at("context").at("gpuscape").at("complete")) << run;
  }
}

/// Of each verb and size: the least of ten tells sizes apart on a busy machine, too.
constexpr std::size_t kRepetitions = 10;

// --quick: sizes from 2 bytes by eights, at most 8 MiB, which are 2 * 8^0 … 2 * 8^7.
TEST_F(RdmaGuest, LatencyHoldsEveryVerbAndSize) {
  std::map<std::string, std::multiset<double>> sizes;
  for (const json& row : rows_of("latency"))
    sizes[row.at("direction")].insert(row.at("bytes").get<double>());
  std::multiset<double> expected;
  for (double bytes = 2; bytes <= 8 << 20; bytes *= 8)
    for (std::size_t i = 0; i < kRepetitions; ++i) expected.insert(bytes);
  EXPECT_EQ(sizes.size(), 3U);
  for (const char* verb : {"send", "write", "read"}) EXPECT_EQ(sizes[verb], expected) << verb;
}

TEST_F(RdmaGuest, FourMebibytesTakeLongerThan64KibibytesAndTheseThan2Bytes) {
  std::map<std::string, std::map<double, double>> least;
  for (const json& row : rows_of("latency")) {
    auto& time = least[row.at("direction")][row.at("bytes").get<double>()];
    const double seen = row.at("real_time").get<double>();
    time = time == 0.0 ? seen : std::min(time, seen);
  }
  EXPECT_EQ(least.size(), 3U);
  for (const auto& [verb, times] : least) {
    EXPECT_LT(times.at(2), times.at(65536)) << verb;
    EXPECT_LT(times.at(65536), times.at(4194304)) << verb;
  }
}

TEST_F(RdmaGuest, RowsNameTheirPathAndWhatItIsNot) {
  const auto rows = rows_of("latency");
  EXPECT_EQ(rows.size(), 3 * 8 * kRepetitions);  // three verbs, eight sizes
  for (const json& row : rows) {
    EXPECT_EQ(row.at("family"), "rdma");
    EXPECT_EQ(row.at("path"), "rxe0>rxe0 loopback");
    EXPECT_EQ(row.at("marks"), json({"within one machine", "software RDMA"}));
    EXPECT_NEAR(row.at("bytes_per_second").get<double>() * row.at("real_time").get<double>() * 1e-9,
                row.at("bytes").get<double>(), 1e-6 * row.at("bytes").get<double>());
  }
}

TEST_F(RdmaGuest, BandwidthAndRateGoOverOneToEightQueuePairs) {
  for (const char* run : {"pair", "rate"}) {
    std::map<std::string, std::set<int>> pairs;
    for (const json& row : rows_of(run))
      if (row.at("operation") != "latency")
        pairs[row.at("direction")].insert(row.at("streams").get<int>());
    for (const char* verb : {"send", "write", "read"})
      EXPECT_EQ(pairs[verb], (std::set<int>{1, 2, 4, 8})) << run << " " << verb;
  }
}

TEST_F(RdmaGuest, TheAdapterIsDescribedAndHidden) {
  const json own = file_of("latency").at("context").at("gpuscape");
  const json& device = own.at("devices").at(0);
  EXPECT_EQ(device.at("id"), "rxe0");
  EXPECT_EQ(device.at("kind"), "adapter");
  EXPECT_EQ(device.at("port1_state"), "active");
  EXPECT_EQ(device.at("port1_link_layer"), "Ethernet");
  EXPECT_EQ(device.at("port1_mtu"), "4096");  // the wire's 4200 bytes less headers, rounded down
  EXPECT_THAT(device.at("node_guid"), HasSubstr("guid-"));
}

TEST_F(RdmaGuest, ThePairHoldsBothMachinesAndTheirAdapters) {
  const json own = file_of("pair").at("context").at("gpuscape");
  EXPECT_EQ(own.at("peer").at("host"), own.at("machine").at("host"));
  std::set<std::string> ids;
  for (const json& device : own.at("devices")) ids.insert(device.at("id"));
  EXPECT_EQ(ids, (std::set<std::string>{"node0/rxe0", "node1/rxe0", "node1/rxe1"}));
  for (const json& row : rows_of("pair")) EXPECT_EQ(row.at("path"), "rxe0>rxe0");
  EXPECT_EQ(code_of("listen"), 0) << text_of("listen.txt");
}

TEST_F(RdmaGuest, AnAdapterThatIsNotThereIsOneLineAndExitZero) {
  EXPECT_EQ(code_of("absent"), 0);
  EXPECT_THAT(text_of("absent.txt"), HasSubstr("--ib-device mlx5_9 is none of the adapters here"));
}

TEST_F(RdmaGuest, WithoutAccessTheRemedyIsSaid) {
  EXPECT_EQ(code_of("denied"), 0);
  EXPECT_THAT(text_of("denied.txt"), HasSubstr("Permission denied"));
  EXPECT_THAT(text_of("denied.txt"), HasSubstr("/dev/infiniband/uverbs"));
  EXPECT_EQ(code_of("missing"), 0);
  EXPECT_THAT(text_of("missing.txt"), HasSubstr("but /dev/infiniband is missing"));
}

// ulimit -l 64: two buffers of 8 KiB fit, two of 64 KiB do not.
TEST_F(RdmaGuest, LittleLockedMemoryIsSaidAndSmallSizesAreMeasured) {
  const std::string text = text_of("locked.txt");
  EXPECT_EQ(code_of("locked"), 1);
  EXPECT_THAT(text, HasSubstr("locked memory is limited to 64 KiB"));
  EXPECT_THAT(text, HasSubstr("/65536: a buffer of 131072 bytes cannot be locked; ulimit -l"));
  EXPECT_THAT(text, Not(HasSubstr("/8192: a buffer")));
}

TEST_F(RdmaGuest, WhoCannotBeReachedIsTriedOnce) {
  EXPECT_EQ(code_of("unreachable"), 1);
  EXPECT_THAT(text_of("unreachable.txt"), HasSubstr("cannot be reached over RDMA (--gid-index)"));
  EXPECT_THAT(text_of("unreachable.txt"), HasSubstr("not tried again"));
  EXPECT_EQ(rows_of("unreachable").size(), 0U);
}

// Both ends of the wire go down with one; --list still exits 0.
TEST_F(RdmaGuest, APortThatIsDownIsSaidAndNotOffered) {
  EXPECT_EQ(code_of("down"), 0);
  EXPECT_THAT(text_of("down.txt"), HasSubstr("RDMA: port 1 of rxe1 is down; look at its cable"));
  EXPECT_THAT(text_of("down.txt"), Not(HasSubstr("rxe1>rxe1")));
}

TEST_F(RdmaGuest, APeerThatDiesLeavesWhatWasMeasured) {
  EXPECT_EQ(code_of("dies"), 3) << text_of("dies.txt");
  EXPECT_THAT(text_of("dies.txt"), HasSubstr("the peer is gone"));
  EXPECT_EQ(file_of("dies").at("context").at("gpuscape").at("incomplete"), "rdma was lost");
  EXPECT_GT(rows_of("dies").size(), 0U);
}

TEST_F(RdmaGuest, TheListNamesEachAdapterAndItsMeasures) {
  EXPECT_THAT(text_of("list.txt"), HasSubstr("rdma/latency/rxe0>rxe0 loopback/send"));
  EXPECT_THAT(text_of("list.txt"), HasSubstr("rdma/message-rate/rxe1>rxe1 loopback/read"));
}

}  // namespace
}  // namespace gpuscape
