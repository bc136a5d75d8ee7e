#pragma once
/// Products of square matrices through cuBLAS.

#include <memory>

#include "cuda/cublas.hpp"
#include "cuda/gpu_probe.hpp"

namespace gpuscape::bench::cuda {

struct Blas {
  Cublas plain;
  CublasLt light;
};

void add_gemms(Measures& out, const NodePtr& node, const Gpu& gpu,
               const std::shared_ptr<const Blas>& blas, const Options& options);

}  // namespace gpuscape::bench::cuda
