/// The built program on the fake driver: what its file and its lines say.

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>

#include "tests/support/scratch_folder.hpp"
#include "tests/unit/bench_cuda/fake_gpus.hpp"

namespace gpuscape::bench {
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Ended {
  int code = 0;
  std::string said;
  json file;
};

/// gpuscape-bench --only cuda --quick with very short repetitions.
Ended bench(const std::string& arguments) {
  const ScratchFolder folder;
  const std::string out = (folder.path() / "out").string();
  const std::string file = (folder.path() / "gpus.json").string();
  const std::string command = std::string(GPUSCAPE_BENCH_PROGRAM) +
                              " --only cuda --quick --min-time 1e-6 --repetitions 2 " + arguments +
                              " -o " + file + " > " + out + " 2>&1";
  const int status = std::system(command.c_str());
  return {WEXITSTATUS(status), read_text(out), json::parse(read_text(file), nullptr, false)};
}

TEST(CudaProgram, WritesEveryMeasureOfTwoDevices) {
  const FakeGpus fake("devices=2,memory=16");
  const Ended ended = bench("");
  EXPECT_EQ(ended.code, 0) << ended.said;
  EXPECT_EQ(ended.file["context"]["gpuscape"]["complete"], true);
  EXPECT_EQ(ended.file["context"]["gpuscape"]["devices"].size(), 2U);
  EXPECT_EQ(ended.file["context"]["gpuscape"]["versions"]["nvidia driver"], "580.1.2");
}

TEST(CudaProgram, ARowOfACopyHoldsItsFactsAndClock) {
  const FakeGpus fake("devices=1,memory=16");
  const Ended ended = bench("--filter copy/host\\>gpu0/host-to-device/pinned/1024");
  ASSERT_FALSE(ended.file["benchmarks"].empty()) << ended.said;
  const json& row = ended.file["benchmarks"][0];
  EXPECT_EQ(row["family"], "cuda");
  EXPECT_EQ(row["bytes"], 1024.0);
  EXPECT_EQ(row["memory"], "pinned");
  EXPECT_FALSE(row.contains("proven"));
  EXPECT_EQ(row["sm_clock_mhz"], 1755.0);
  EXPECT_GT(row["real_time"], 0.0);
}

TEST(CudaProgram, ADeviceLostInMidRunKeepsWhatWasMeasured) {
  const FakeGpus fake("devices=1,memory=16,fail=cuLaunchKernel:719:100");
  const Ended ended = bench("");
  EXPECT_EQ(ended.code, 3);
  EXPECT_THAT(ended.said, HasSubstr("CUDA_ERROR_LAUNCH_FAILED"));
  EXPECT_EQ(ended.file["context"]["gpuscape"]["incomplete"], "cuda was lost");
  EXPECT_THAT(ended.file.dump(), HasSubstr("not measured: cuda was lost before"));
}

TEST(CudaProgram, AWrongResultIsAFailureAndExitsWithOne) {
  const FakeGpus fake("devices=1,memory=16,wrong=triad");
  const Ended ended = bench("--filter stream/triad");
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.said, HasSubstr("gpu0 computed wrongly"));
}

TEST(CudaProgram, ListSaysWhatNeverRanOnItsHardware) {
  const FakeGpus fake("devices=2");
  const std::string said = bench("--list").said;
  EXPECT_THAT(said, HasSubstr("cuda/call/launch/device:gpu0\n"));
  EXPECT_THAT(said,
              testing::ContainsRegex("gpu0>gpu1/peer-to-peer.*never run on its hardware by us"));
}

TEST(CudaProgram, ARowBetweenGpusSaysThatItsPathIsNotProven) {
  const FakeGpus fake("devices=2,memory=16");
  const Ended ended = bench("--filter gpu0\\>gpu1/peer-to-peer");
  ASSERT_FALSE(ended.file["benchmarks"].empty()) << ended.said;
  EXPECT_EQ(ended.file["benchmarks"][0]["proven"], false);
}

TEST(CudaProgram, WithoutADriverItExitsWithZero) {
  const FakeGpus fake("", "/nowhere/libcuda.so.1");
  const Ended ended = bench("");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.said, HasSubstr("cuda: no driver"));
}

}  // namespace
}  // namespace gpuscape::bench
