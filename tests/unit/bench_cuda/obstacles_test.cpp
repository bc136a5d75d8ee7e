#include <gmock/gmock.h>

#include "cuda/devices.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/bench_cuda/fake_gpus.hpp"

namespace gpuscape::bench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The one line that is left where nothing can be measured.
std::string only_line(const Offer& offer) {
  EXPECT_THAT(offer.measures, IsEmpty());
  EXPECT_THAT(offer.absent, SizeIs(1));
  return offer.absent.empty() ? "" : offer.absent[0];
}

TEST(CudaObstacle, WithoutALibraryOneLineSaysSo) {
  const FakeGpus fake("", "/nowhere/libcuda.so.1");
  EXPECT_THAT(only_line(offer_cuda(quick())),
              AllOf(HasSubstr("cuda: no driver (/nowhere/libcuda.so.1"),
                    HasSubstr("nothing measured on GPUs"), HasSubstr("--gpus all")));
}

TEST(CudaObstacle, ALibraryThatLacksWhatIsNeededIsTooOld) {
  const FakeGpus fake("", FAKE_CUDA_OLD);
  EXPECT_THAT(only_line(offer_cuda(quick())),
              HasSubstr("the driver is too old: it lacks cuInit: nothing measured on GPUs"));
}

TEST(CudaObstacle, EachRefusalOfCuInitHasItsRemedy) {
  for (const auto& [code, remedy] : {std::pair{100, "CUDA_VISIBLE_DEVICES"}, std::pair{34, "stub"},
                                     std::pair{304, "/dev/nvidia"}, std::pair{802, "fabricmanager"},
                                     std::pair{803, "reboot"}, std::pair{999, "nvidia-smi"}}) {
    const FakeGpus fake("fail=cuInit:" + std::to_string(code) + ":1");
    EXPECT_THAT(only_line(offer_cuda(quick())), HasSubstr(remedy)) << code;
  }
}

TEST(CudaObstacle, ADriverOlderThanCuda9IsRefused) {
  const FakeGpus eight("version=8000");
  EXPECT_THAT(only_line(offer_cuda(quick())), HasSubstr("the driver is of CUDA 8, too old"));
  const FakeGpus nine("version=9000");
  EXPECT_FALSE(offer_cuda(quick()).measures.empty());
}

TEST(CudaObstacle, NoDeviceIsSaid) {
  const FakeGpus fake("devices=0");
  EXPECT_THAT(only_line(offer_cuda(quick())), HasSubstr("the driver shows no device"));
}

TEST(CudaObstacle, MigAndOtherProcessesMarkEveryMeasure) {
  const FakeGpus fake("devices=1,mig=1,processes=3");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent,
              ElementsAre(HasSubstr("MIG is on on gpu0"),
                          AllOf(HasSubstr("other processes on gpu0"), HasSubstr("3 share it"))));
  for (const Measure& measure : offer.measures)
    EXPECT_THAT(measure.marks, ElementsAre("MIG is on on gpu0", "other processes on gpu0"));
}

TEST(CudaObstacle, ABusyGpuIsNamedAndItsUseIsInTheFile) {
  const FakeGpus fake("devices=1,utilisation=37");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent, ElementsAre(AllOf(HasSubstr("gpu0 was busy before"),
                                              HasSubstr("kernels ran 37 % of the time"))));
  EXPECT_EQ(offer.devices.at(0).properties.at("utilisation_percent"), "37");
  const FakeGpus idle("devices=1,utilisation=5");
  EXPECT_THAT(offer_cuda(quick()).absent, testing::IsEmpty());
}

TEST(CudaObstacle, AVariableThatChangesWhatIsMeasuredMarksEveryMeasure) {
  FakeGpus fake("devices=1");
  fake.set("CUDA_LAUNCH_BLOCKING", "1");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent, ElementsAre(HasSubstr("CUDA_LAUNCH_BLOCKING is set: every launch")));
  EXPECT_THAT(offer.measures.at(0).marks, ElementsAre("CUDA_LAUNCH_BLOCKING is set"));
}

TEST(CudaObstacle, AQuietDeviceHasNoMarks) {
  const FakeGpus fake("devices=1");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent, IsEmpty());
  EXPECT_THAT(offer.measures.at(0).marks, IsEmpty());
}

TEST(CudaObstacle, AnExclusiveDeviceThatIsTakenIsLeftOut) {
  const FakeGpus fake("devices=1,mode=3,processes=1");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.measures, IsEmpty());
  EXPECT_THAT(offer.absent, Contains(HasSubstr("exclusive-process compute mode on gpu0")));
  EXPECT_THAT(offer.absent,
              Contains(AllOf(HasSubstr("gpu0 gives no context"), HasSubstr("wait for its end"))));
}

TEST(CudaObstacle, AnExclusiveDeviceOfOnesOwnIsMeasuredUnmarked) {
  const FakeGpus fake("devices=1,mode=3");
  EXPECT_THAT(offer_cuda(quick()).measures.at(0).marks, IsEmpty());
}

TEST(CudaObstacle, WithoutNvmlTheRestIsMeasured) {
  FakeGpus fake("devices=1,memory=16");
  fake.set("GPUSCAPE_NVML_LIBRARY", "/nowhere/libnvidia-ml.so.1");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent, ElementsAre(HasSubstr("cuda: no NVML")));
  EXPECT_EQ(offer.versions.count("nvidia driver"), 0U);
  EXPECT_THAT(misses_of(offer), IsEmpty());
}

TEST(CudaObstacle, WithoutCublasOneLineSaysSo) {
  FakeGpus fake("devices=1");
  fake.set("GPUSCAPE_CUBLAS_LIBRARY", "/nowhere/libcublas.so.13");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent, ElementsAre(HasSubstr("cuda: no cuBLAS (/nowhere/libcublas.so.13")));
  EXPECT_THROW(static_cast<void>(measure_named(offer, "gemm")), std::runtime_error);
}

TEST(CudaObstacle, ABareDriverIsMeasuredAsFarAsItGoes) {
  FakeGpus fake("devices=2,memory=16", FAKE_CUDA_BARE);
  fake.set("GPUSCAPE_NVML_LIBRARY", "/nowhere");
  fake.set("GPUSCAPE_CUBLAS_LIBRARY", "/nowhere");
  const Offer offer = offer_cuda(quick());
  EXPECT_THAT(offer.absent, Contains(HasSubstr("this driver has no graphs")));
  EXPECT_THAT(offer.absent, Contains(HasSubstr("this driver has no memory pools")));
  EXPECT_THAT(offer.absent, Contains(HasSubstr("this driver has no copies between GPUs")));
  EXPECT_THAT(misses_of(offer), IsEmpty());
}

TEST(CudaObstacle, SysfsTellsThePlaceOfADevice) {
  const ScratchFolder folder;
  write_text(folder.path() / "numa_node", "1\n");
  write_text(folder.path() / "current_link_speed", "32.0 GT/s PCIe\n");
  const auto facts = cuda::pci_facts(folder.path().string());
  EXPECT_EQ(facts, (std::map<std::string, std::string>{{"numa_node", "1"},
                                                       {"pcie_speed", "32.0 GT/s PCIe"}}));
}

}  // namespace
}  // namespace gpuscape::bench
