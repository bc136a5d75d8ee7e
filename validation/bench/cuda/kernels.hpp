#pragma once
/// Kernels as PTX, which the driver compiles for the GPU that it finds.

#include <string>

namespace gpuscape::bench::cuda {

/// noop(); triad(a, b, c, s, n): a = b + s·c over n groups of four floats.
std::string plain_module();
constexpr const char* kNoop = "noop";
constexpr const char* kTriad = "triad";

/// The arithmetic of one rate kernel.
struct FmaKind {
  const char* name;     ///< "fp32"
  const char* type;     ///< of fma.rn: "f32"
  int width;            ///< bytes of a register
  int lanes;            ///< values in it
  int loops;            ///< of a timed launch, so that it takes about a millisecond
  const char* version;  ///< of PTX
  int capability;       ///< the least that has it, as sm_…
  int driver;           ///< the least that reads that PTX, as cuDriverGetVersion says it
};

/// fma(out, in, a, b, loops): each thread takes kChains values, of the in[(thread mod 32)·kChains]
/// and after, does value = value·a + b kSteps times a loop on each, and stores them.
std::string fma_module(const FmaKind& kind);
constexpr const char* kFma = "fma";
constexpr int kChains = 8;
constexpr int kSteps = 16;
constexpr int kStarts = 32;

}  // namespace gpuscape::bench::cuda
