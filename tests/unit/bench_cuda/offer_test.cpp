#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "tests/unit/bench_cuda/fake_gpus.hpp"

namespace gpuscape::bench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

TEST(CudaOffer, EveryMeasureRunsOnTwoDevicesAndAllIsGivenBack) {
  const FakeGpus fake("devices=2,memory=16");
  {
    const Offer offer = offer_cuda(quick());
    EXPECT_THAT(misses_of(offer), IsEmpty());
    EXPECT_GT(held(), 0) << "contexts live as long as the offer";
  }
  EXPECT_EQ(held(), 0);
}

TEST(CudaOffer, LeavesNoCacheInTheHomeFolder) {
  unsetenv("CUDA_CACHE_DISABLE");
  const FakeGpus fake("devices=1");
  EXPECT_FALSE(offer_cuda(quick()).measures.empty());
  EXPECT_THAT(calls(), testing::Not(HasSubstr("cache")));
}

TEST(CudaOffer, FullMeasuresRunOnOneDevice) {
  const FakeGpus fake("devices=1,memory=8");
  EXPECT_THAT(misses_of(offer_cuda(Options{})), IsEmpty());
}

TEST(CudaOffer, NoTwoMeasuresShareAName) {
  const FakeGpus fake("devices=3,memory=4096");
  std::set<std::string> names;
  for (const Options& options : {quick(), Options{}}) {
    names.clear();
    for (const Measure& measure : offer_cuda(options).measures)
      EXPECT_TRUE(names.insert(measure.facts.name()).second) << measure.facts.name();
    EXPECT_GE(names.size(), 115U);
  }
}

TEST(CudaOffer, QuickOnOneLargeDeviceIsPlannedUnder45Seconds) {
  const FakeGpus fake("devices=1,memory=81920");
  const Options options = quick();
  double seconds = 0.0;
  // As --plan reckons: three repetitions, and one and a half for finding the number of iterations.
  for (const Measure& measure : offer_cuda(options).measures)
    seconds += 4.5 * std::max(options.repetition_seconds(),
                              measure.expected_seconds * static_cast<double>(measure.batch));
  EXPECT_LT(seconds, 45.0);
}

TEST(CudaOffer, ACopyTellsItsWaySizeAndMemory) {
  const FakeGpus fake("devices=1");
  const Offer offer = offer_cuda(quick());
  const Facts& facts = measure_named(offer, "copy/host>gpu0/host-to-device/pinned").facts;
  EXPECT_EQ(facts.family, "cuda");
  EXPECT_EQ(facts.from, "host");
  EXPECT_EQ(facts.to, "gpu0");
  EXPECT_EQ(facts.bytes, 64.0);
}

TEST(CudaOffer, ATriadCountsBytesReadAndWritten) {
  const FakeGpus fake("devices=1,memory=4096");
  // Two arrays read and one written, of 64 MiB each.
  EXPECT_EQ(measure_named(offer_cuda(quick()), "stream/triad").facts.bytes, 3.0 * (64 << 20));
}

TEST(CudaOffer, AMultiplyAddKernelCountsItsOperations) {
  const FakeGpus fake("devices=1");
  // 2 multiprocessors × 8 blocks × 256 threads × 8 chains × 16 steps × 512 loops, 2 flops each.
  EXPECT_EQ(measure_named(offer_cuda(quick()), "rate/fma fp32").facts.flops,
            2.0 * 8 * 256 * 8 * 16 * 512 * 2);
}

TEST(CudaOffer, AProductOfSize256DoesTwoOperationsPerMultiplication) {
  const FakeGpus fake("devices=1");
  const Offer offer = offer_cuda(quick());
  for (const char* type : {"fp32", "tf32", "fp16", "bf16", "fp8"})
    EXPECT_EQ(
        measure_named(offer, std::string("rate/gemm ") + type + "/device:gpu0/m:256").facts.flops,
        2.0 * 256 * 256 * 256);
}

TEST(CudaOffer, AnOlderGpuIsNotAskedForTypesItLacks) {
  const FakeGpus fake("devices=1,capability=52");
  const Offer offer = offer_cuda(quick());
  EXPECT_GE(offer.measures.size(), 55U);
  for (const Measure& measure : offer.measures)
    for (const char* type : {"fp16", "bf16", "tf32", "fp8"})
      EXPECT_THAT(measure.facts.path, testing::Not(HasSubstr(type)));
}

TEST(CudaOffer, EveryOrderedPairIsOfferedAndSaysWhetherItIsDirect) {
  for (const auto& [setting, access] :
       {std::pair{"devices=3", "direct"}, std::pair{"devices=3,peer=0", "staged"}}) {
    const FakeGpus fake(setting);
    std::set<std::string> paths;
    for (const Measure& measure : offer_cuda(quick()).measures)
      if (measure.facts.more.count("access") > 0 && measure.facts.more.at("access") == access)
        paths.insert(measure.facts.path);
    EXPECT_THAT(paths, ElementsAre("gpu0>gpu1", "gpu0>gpu2", "gpu1>gpu0", "gpu1>gpu2", "gpu2>gpu0",
                                   "gpu2>gpu1"));
  }
}

TEST(CudaOffer, APairSaysWhatLinkIsBetweenThemWhereItIsDirect) {
  for (const auto& [setting, link] :
       {std::pair{"devices=2,nvlink=1", "nvlink"}, std::pair{"devices=2", "pcie"},
        std::pair{"devices=2,nvlink=1,peer=0", ""}}) {
    const FakeGpus fake(setting);
    int pairs = 0;
    for (const Measure& measure : offer_cuda(quick()).measures) {
      if (measure.facts.direction != "peer-to-peer") continue;
      ++pairs;
      const auto said = measure.facts.more.find("link");
      EXPECT_EQ(said == measure.facts.more.end() ? "" : said->second, link);
    }
    EXPECT_EQ(pairs, 4) << setting;
  }
}

TEST(CudaOffer, CopiesAreStagedWhereNoAccessIsPossible) {
  const FakeGpus fake("devices=2,peer=0");
  EXPECT_THAT(misses_of(offer_cuda(quick()), "access:staged"), IsEmpty());
}

TEST(CudaOffer, APromiseOfAccessThatIsNotKeptIsAMiss) {
  const FakeGpus fake("devices=2,peer=2,memory=16");
  const auto misses = misses_of(offer_cuda(quick()), "gpu0>gpu1");
  ASSERT_FALSE(misses.empty());
  EXPECT_THAT(misses[0], HasSubstr("cuCtxEnablePeerAccess of gpu"));
}

TEST(CudaOffer, DevicesTellWhatTheyAreWithNamesHidden) {
  const FakeGpus fake("devices=1");
  const auto told = offer_cuda(quick()).devices.at(0).properties;
  EXPECT_EQ(told.at("name"), "Fake GPU 0");
  EXPECT_EQ(told.at("compute_capability"), "9.0");
  EXPECT_EQ(told.at("memory_bytes"), "67108864");
  EXPECT_EQ(told.at("sm_clock_mhz"), "1755");
  EXPECT_THAT(told.at("uuid"), StartsWith("uuid-"));
  EXPECT_THAT(told.at("pci"), StartsWith("pci-"));
}

TEST(CudaOffer, IdentifyTellsTheNames) {
  const FakeGpus fake("devices=1");
  Options options = quick();
  options.identify = true;
  const auto told = offer_cuda(options).devices.at(0).properties;
  EXPECT_EQ(told.at("pci"), "fa5e:00:00.0");
  EXPECT_EQ(told.at("uuid"), "GPU-a0a0a0a0-a0a0-a0a0-a0a0-a0a0a0a0a0a0");
}

TEST(CudaOffer, VersionsAreTold) {
  const FakeGpus fake("devices=1,version=12040");
  const auto versions = offer_cuda(quick()).versions;
  EXPECT_EQ(versions.at("cuda driver api"), "12.4");
  EXPECT_EQ(versions.at("nvidia driver"), "580.1.2");
  EXPECT_EQ(versions.at("cublas"), "13.1.2");
}

TEST(CudaOffer, ClockAndTemperatureAreReadAfterARepetition) {
  const FakeGpus fake("devices=1");
  const Offer offer = offer_cuda(quick());
  const auto probe = measure_named(offer, "call/launch").prepare();
  EXPECT_EQ(probe->counters().at("sm_clock_mhz"), 1755.0);
  EXPECT_EQ(probe->counters().at("temperature_celsius"), 41.0);
}

TEST(CudaOffer, ListingMakesNoContext) {
  const FakeGpus fake("devices=2");
  Options options = quick();
  options.list = true;
  EXPECT_FALSE(offer_cuda(options).measures.empty());
  EXPECT_THAT(calls(), testing::Not(HasSubstr("cuDevicePrimaryCtxRetain")));
}

}  // namespace
}  // namespace gpuscape::bench
