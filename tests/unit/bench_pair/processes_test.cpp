#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "pair/socket.hpp"
#include "tests/unit/bench_pair/program.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kListen = {"--listen", "127.0.0.1:0", "--idle-limit", "60"};

class TwoProcesses : public testing::Test {
 protected:
  std::vector<std::string> measuring(const std::string& address, const std::string& filter) {
    return {"--connect", address,    "--quick", "--only", "tcp",         "--min-time",
            "0.001",     "--filter", filter,    "-o",     file_.string()};
  }
  nlohmann::json file() { return nlohmann::json::parse(read_text(file_)); }

  ScratchFolder folder_;
  std::filesystem::path file_ = folder_.path() / "pair.json";
};

TEST_F(TwoProcesses, GiveOneFileWithBothMachines) {
  Program listener(kListen);
  Program other(measuring(listener.address(), ""));
  EXPECT_EQ(other.wait(), 0) << other.text();
  EXPECT_EQ(listener.wait(), 0) << listener.text();
  const nlohmann::json own = file().at("context").at("gpuscape");
  EXPECT_TRUE(own.at("complete"));
  EXPECT_EQ(own.at("machine").at("host"), own.at("peer").at("host"));
  EXPECT_EQ(own.at("machine").at("cpus"), own.at("peer").at("cpus"));
}

TEST_F(TwoProcesses, MeasureEveryStreamCountAndTheCpuTimeOfBothEnds) {
  Program listener(kListen);
  Program other(measuring(listener.address(), "/65536"));
  ASSERT_EQ(other.wait(), 0) << other.text();
  std::set<int> streams;
  const nlohmann::json result = file();
  for (const auto& row : result.at("benchmarks")) {
    if (row.at("run_type") != "iteration") continue;
    EXPECT_EQ(row.at("path"), "node0>node1");
    EXPECT_EQ(row.at("marks").at(0), "both ends on one machine");
    EXPECT_GT(row.at("cpu_seconds_per_operation").get<double>(), 0.0);
    EXPECT_GT(row.at("peer_cpu_seconds_per_operation").get<double>(), 0.0);
    streams.insert(row.at("streams").get<int>());
  }
  EXPECT_EQ(streams, (std::set<int>{1, 2, 4, 8}));
}

TEST_F(TwoProcesses, APeerThatDiesLeavesWhatWasMeasuredMarkedIncomplete) {
  Program listener(kListen);
  std::vector<std::string> arguments = measuring(listener.address(), "latency");
  arguments.insert(arguments.end(), {"--repetitions", "50", "--min-time", "0.02"});
  Program other(arguments);
  ASSERT_TRUE(other.prints("tcp/latency/node0>node1/send/host/streams:1/8 ")) << other.text();
  listener.kill_now();
  EXPECT_EQ(other.wait(), 3) << other.text();
  EXPECT_THAT(other.text(), HasSubstr("the peer is gone"));
  const nlohmann::json result = file();
  EXPECT_FALSE(result.at("context").at("gpuscape").at("complete"));
  EXPECT_THAT(result.at("context").at("gpuscape").at("incomplete"), HasSubstr("tcp was lost"));
  EXPECT_EQ(result.at("benchmarks").at(0).at("bytes"), 8.0);
}

TEST_F(TwoProcesses, WhenTheEndThatMeasuresDiesTheListenerEndsAndSaysSo) {
  Program listener(kListen);
  Program other(measuring(listener.address(), "latency"));
  ASSERT_TRUE(listener.prints("is there")) << listener.text();
  other.kill_now();
  EXPECT_EQ(listener.wait(), 3);
  EXPECT_THAT(listener.text(), HasSubstr("the peer is gone"));
}

TEST_F(TwoProcesses, AWrongTokenIsSaidAtBothEndsAndTheListenerWaitsOn) {
  Program listener(kListen);
  Program wrong(measuring(listener.address(), "/8"), "fedcba9876543210fedcba9876543210");
  EXPECT_EQ(wrong.wait(), 3);
  EXPECT_THAT(wrong.text(), HasSubstr("the token is not its token"));
  EXPECT_FALSE(std::filesystem::exists(file_));
  Program right(measuring(listener.address(), "streams:1/8"));
  EXPECT_EQ(right.wait(), 0) << right.text();
  EXPECT_EQ(listener.wait(), 0);
  EXPECT_THAT(listener.text(), HasSubstr("it has a wrong token (wrong try 1; still waiting)"));
}

TEST_F(TwoProcesses, APortInUseIsAWrongCommandLine) {
  Program listener(kListen);
  Program second({"--listen", listener.address()});
  EXPECT_EQ(second.wait(), 2);
  EXPECT_THAT(second.text(), HasSubstr("is in use by another program; choose another port"));
}

TEST_F(TwoProcesses, AListenerWithoutAPeerEndsAtItsIdleLimit) {
  Program listener({"--listen", "127.0.0.1:0", "--idle-limit", "0.2"});
  EXPECT_EQ(listener.wait(), 3);
  EXPECT_THAT(listener.text(), HasSubstr("no peer came"));
}

TEST_F(TwoProcesses, NobodyThereIsSaidWithWhatToDo) {
  std::vector<std::string> arguments = measuring("127.0.0.1:1", "");
  arguments.insert(arguments.end(), {"--idle-limit", "0.2"});
  Program other(arguments);
  EXPECT_EQ(other.wait(), 3);
  EXPECT_THAT(other.text(), HasSubstr("start the other end first"));
}

TEST_F(TwoProcesses, ATerminatedOneDoesNotWaitForASilentPeer) {
  const Socket silent = Socket::listening({"127.0.0.1", 0});
  Program other(measuring(silent.own(), ""));
  const Socket connection = silent.accepted(30.0);
  other.terminate();
  EXPECT_EQ(other.wait(), 143) << other.text();
  EXPECT_THAT(other.text(), HasSubstr("stopped by a signal"));
}

TEST_F(TwoProcesses, AStarIsNoAddressToListenAt) {
  Program star({"--listen", "*:0", "--idle-limit", "0.2"});
  EXPECT_EQ(star.wait(), 2);
  EXPECT_THAT(star.text(), HasSubstr("\"*\" is not an address"));
}

TEST_F(TwoProcesses, AFamilyOfOneMachineIsNoPairs) {
  Program other({"--connect", "127.0.0.1:1", "--only", "host"});
  EXPECT_EQ(other.wait(), 2);
  EXPECT_THAT(other.text(), HasSubstr("a pair measures tcp and rdma"));
}

TEST_F(TwoProcesses, OutsideSlurmAPairSaysHowToStartIt) {
  Program pair({"--pair"});
  EXPECT_EQ(pair.wait(), 2);
  EXPECT_THAT(pair.text(), HasSubstr("srun -N2 --ntasks-per-node=1 gpuscape-bench --pair"));
}

}  // namespace
}  // namespace gpuscape::bench
