#include <gmock/gmock.h>

#include "cuda/second_process.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/bench_cuda/fake_gpus.hpp"

namespace gpuscape::bench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Options with_program(const std::string& program) {
  Options options = quick();
  options.program = program;
  return options;
}

TEST(CudaTwoProcesses, RunTheSameKernelAndGiveAllBack) {
  const FakeGpus fake("devices=2,memory=16");
  EXPECT_THAT(misses_of(offer_cuda(with_program(GPUSCAPE_BENCH_PROGRAM)), "two processes"),
              IsEmpty());
  EXPECT_EQ(held(), 0);
}

TEST(CudaTwoProcesses, CountTheOperationsOfBoth) {
  const FakeGpus fake("devices=1");
  const Offer offer = offer_cuda(with_program(GPUSCAPE_BENCH_PROGRAM));
  const Facts& alone = measure_named(offer, "shared/alone/device:gpu0/kernel:fma fp32/multi").facts;
  EXPECT_EQ(measure_named(offer, "two processes").facts.flops, 2.0 * alone.flops);
}

TEST(CudaTwoProcesses, AreNotOfferedWhereNoneCanBeStarted) {
  const FakeGpus fake("devices=1");
  EXPECT_THAT(misses_of(offer_cuda(quick()), "two processes"), IsEmpty());
  EXPECT_THROW(static_cast<void>(measure_named(offer_cuda(quick()), "two processes")),
               std::runtime_error);
}

TEST(CudaTwoProcesses, AProgramThatIsNotThereIsAMiss) {
  const FakeGpus fake("devices=1,memory=16");
  const auto misses = misses_of(offer_cuda(with_program("/nowhere/program")), "two processes");
  ASSERT_THAT(misses, SizeIs(1));
  EXPECT_THAT(misses[0], HasSubstr("no second process: No such file or directory"));
}

TEST(CudaTwoProcesses, ASecondThatEndsIsAMiss) {
  const FakeGpus fake("devices=1,memory=16");
  const auto misses = misses_of(offer_cuda(with_program("/bin/true")), "two processes");
  ASSERT_THAT(misses, SizeIs(1));
  EXPECT_THAT(misses[0], HasSubstr("the second process on the GPU ended or says nothing"));
}

// It prints its environment, which is no word of ours, and the fault quotes the first line.
TEST(CudaTwoProcesses, TheSecondIsNotGivenTheToken) {
  const ScratchFolder folder;
  const std::string program = folder.path() / "program";
  write_text(program,
             "#!/bin/sh\n"
             "[ -n \"$GPUSCAPE_BENCH_TOKEN\" ] && echo has a token >&0 || echo none >&0\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  setenv("GPUSCAPE_BENCH_TOKEN", "a secret of this test", 1);
  EXPECT_THROW(
      try { const cuda::SecondProcess second(program, 0); } catch (const Failure& fault) {
        EXPECT_STREQ(fault.what(), "the second process on the GPU says: none");
        throw;
      },
      Failure);
  unsetenv("GPUSCAPE_BENCH_TOKEN");
}

TEST(CudaTwoProcesses, WhatStopsTheSecondIsTold) {
  const FakeGpus fake("devices=1");
  EXPECT_THROW(
      try {
        const cuda::SecondProcess second(GPUSCAPE_BENCH_PROGRAM, 7);
      } catch (const Failure& fault) {
        EXPECT_STREQ(fault.what(), "the second process on the GPU says: there is no gpu7");
        throw;
      },
      Failure);
}

}  // namespace
}  // namespace gpuscape::bench
