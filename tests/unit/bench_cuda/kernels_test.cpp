#include "cuda/kernels.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench::cuda {
namespace {

bool assembles(const std::string& text, int capability) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "kernels.ptx").string();
  write_text(file, text);
  const std::string command =
      "ptxas -arch=sm_" + std::to_string(capability) + " -o " + file + ".cubin " + file;
  return std::system(command.c_str()) == 0;
}

TEST(CudaKernels, AssembleForGpusFromTuringToBlackwell) {
  if (std::system("ptxas --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "ptxas is not on PATH: the kernels' text is not assembled";
  for (const int capability : {75, 90, 100}) {
    EXPECT_TRUE(assembles(plain_module(), capability));
    for (const FmaKind& kind :
         {FmaKind{"", "f32", 4, 1, 1, "6.0", 50, 0}, FmaKind{"", "f64", 8, 1, 1, "6.0", 50, 0},
          FmaKind{"", "f16x2", 4, 2, 1, "6.0", 53, 0},
          FmaKind{"", "bf16x2", 4, 2, 1, "7.0", 80, 0}})
      EXPECT_TRUE(kind.capability > capability || assembles(fma_module(kind), capability))
          << kind.type << " for sm_" << capability;
  }
}

TEST(CudaKernels, AMultiplyAddLoopHasAsManyAsItsCountSays) {
  const std::string text = fma_module({"", "f32", 4, 1, 1, "6.0", 50, 0});
  int found = 0;
  for (std::size_t at = text.find("fma.rn.f32"); at != std::string::npos;
       at = text.find("fma.rn.f32", at + 1))
    ++found;
  EXPECT_EQ(found, kChains * kSteps);
}

}  // namespace
}  // namespace gpuscape::bench::cuda
