#include <gmock/gmock.h>

#include <sstream>

#include "tests/unit/bench_cuda/fake_gpus.hpp"

namespace gpuscape::bench {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr int kNotSupported = 801;

bool has_any(const std::string& name, std::initializer_list<const char*> parts) {
  for (const char* part : parts)
    if (name.find(part) != std::string::npos) return true;
  return false;
}

/// Calls at the end of something's life: their failure is nobody's news, and leaves things behind.
bool ends_something(const std::string& name) {
  return has_any(name, {"Destroy", "MemFree", "Unload", "Release", "Shutdown"});
}

/// Calls whose refusal only leaves a fact, a mark or a version untold.
bool only_informs(const std::string& name) {
  return has_any(name, {"nvml", "Uuid", "PCIBusId", "GetProperty", "P2PAttribute"});
}

std::vector<std::string> all_calls() {
  const FakeGpus fake("devices=2,memory=16");
  misses_of(offer_cuda(quick()));
  std::istringstream lines(calls() + "nvmlInit_v2\n");
  std::vector<std::string> names;
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

/// Every line that the failure of that call gave.
std::string told_when_failing(const std::string& name) {
  const FakeGpus fake("devices=2,memory=12,fail=" + name + ":" + std::to_string(kNotSupported) +
                      ":1");
  const Offer offer = offer_cuda(quick());
  std::string all;
  for (const std::string& line : offer.absent) all += line + "\n";
  for (const std::string& line : misses_of(offer, "", 1)) all += line + "\n";
  return all;
}

TEST(CudaFailingCall, IsToldByItsNameAndLeavesNothingBehind) {
  const std::vector<std::string> names = all_calls();
  ASSERT_GT(names.size(), 55U);
  for (const std::string& name : names) {
    if (ends_something(name)) continue;
    const std::string told = told_when_failing(name);
    EXPECT_EQ(held(), 0) << name;
    EXPECT_TRUE(only_informs(name) || !told.empty()) << name << " failed, and nothing was said";
  }
}

TEST(CudaFailingCall, OnlyOneMeasureMissesWhenACallFailsOnce) {
  const FakeGpus fake("devices=1,memory=16,fail=cuMemHostAlloc:801:3");
  const auto misses = misses_of(offer_cuda(quick()));
  ASSERT_THAT(misses, SizeIs(1));
  EXPECT_THAT(misses[0], HasSubstr("cuMemHostAlloc: CUDA error 801"));
}

TEST(CudaFailingCall, ADeviceThatIsLostEndsTheFamily) {
  for (const int code : {214, 700, 719}) {
    const FakeGpus fake("devices=1,memory=16,fail=cuLaunchKernel:" + std::to_string(code) + ":40");
    const auto misses = misses_of(offer_cuda(quick()));
    ASSERT_THAT(misses, SizeIs(1)) << code;
    EXPECT_THAT(misses[0], StartsWith("lost: "));
  }
}

TEST(CudaFailingCall, MemoryThatIsFullIsAMissAndNoLoss) {
  const FakeGpus fake("devices=1,memory=16,fail=cuMemAlloc_v2:2:1");
  const auto misses = misses_of(offer_cuda(quick()));
  ASSERT_THAT(misses, SizeIs(1));
  EXPECT_THAT(misses[0], HasSubstr("other processes may hold the memory"));
}

TEST(CudaFailingCall, NoMoreThanAQuarterOfFreeMemoryIsTaken) {
  const std::string copy = "copy/host>gpu0/host-to-device/pinned/1048576";
  const FakeGpus three("devices=1,memory=16,free=3");
  const auto misses = misses_of(offer_cuda(Options{}), copy);
  ASSERT_THAT(misses, SizeIs(1));
  EXPECT_THAT(misses[0], HasSubstr("gpu0: 1 MiB are needed and of the 3 MiB that are free"));
  const FakeGpus four("devices=1,memory=16,free=4");
  EXPECT_THAT(misses_of(offer_cuda(Options{}), copy), IsEmpty());
}

TEST(CudaFailingCall, TheQuarterIsThatOfAllBuffersTogether) {
  // Two inputs of 256 × 256 floats are the quarter of 2 MiB; the result is 256 KiB more.
  const std::string product = "gemm fp32/device:gpu0/m:256";
  const FakeGpus two("devices=1,memory=16,free=2");
  EXPECT_THAT(misses_of(offer_cuda(quick()), product), SizeIs(1));
  const FakeGpus three("devices=1,memory=16,free=3");
  EXPECT_THAT(misses_of(offer_cuda(quick()), product), IsEmpty());
}

TEST(CudaFailingCall, WrongResultsAreSeen) {
  // What is wrong, and the measures each of which must notice.
  const std::pair<const char*, const char*> cases[] = {{"copy", "copy/host>gpu0"},
                                                       {"back", "copy/gpu0>host"},
                                                       {"copy", "bandwidth"},
                                                       {"copy", "copies:100/copy_bytes:4096"},
                                                       {"within", "copy/gpu0>gpu0"},
                                                       {"peer", "copy/gpu0>gpu1"},
                                                       {"triad", "stream/triad"},
                                                       {"fma", "rate/fma"},
                                                       {"fma", "shared"},
                                                       {"gemm", "rate/gemm"}};
  for (const auto& [what, measures] : cases) {
    const FakeGpus fake(std::string("devices=2,memory=16,wrong=") + what);
    EXPECT_THAT(misses_of(offer_cuda(quick()), measures),
                AllOf(Not(IsEmpty()), Each(HasSubstr(" computed wrongly: "))))
        << what << " in " << measures;
  }
}

}  // namespace
}  // namespace gpuscape::bench
