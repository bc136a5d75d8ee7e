#include "cuda/cublas.hpp"

#include <vector>

#include "core/measure.hpp"

namespace gpuscape::bench::cuda {

namespace {

/// By the loader's own search, newest first, then where the toolkit puts them.
std::vector<std::string> names_of(const std::string& stem) {
  std::vector<std::string> names;
  for (const char* folder : {"", "/usr/local/cuda/lib64/"})
    for (const char* version : {"13", "12", "11"})
      names.push_back(folder + stem + ".so." + version);
  return names;
}

[[noreturn]] void refuse(const std::string& function, int code) {
  switch (code) {
    case 1:
      throw Failure(function +
                    ": CUBLAS_STATUS_NOT_INITIALIZED: the driver is older than this "
                    "cuBLAS wants, or the GPU's memory is full");
    case 3:
      throw Failure(function + ": CUBLAS_STATUS_ALLOC_FAILED; other processes may hold the memory");
    case 8:
      throw Failure(function + ": CUBLAS_STATUS_ARCH_MISMATCH: this GPU cannot do it");
    case 13:
      throw Lost(function + ": CUBLAS_STATUS_EXECUTION_FAILED");
    case 15:
      throw Failure(function + ": CUBLAS_STATUS_NOT_SUPPORTED: not by this GPU and this version");
    default:
      throw Failure(function + ": cuBLAS status " + std::to_string(code));
  }
}

}  // namespace

Cublas::Cublas() : library(names_or("GPUSCAPE_CUBLAS_LIBRARY", names_of("libcublas")), refuse) {}

std::string Cublas::why() const {
  if (!library.loaded()) return library.why();
  return library.missing().empty() ? "" : "it lacks " + library.missing().front();
}

CublasLt::CublasLt()
    : library(names_or("GPUSCAPE_CUBLASLT_LIBRARY", names_of("libcublasLt")), refuse) {}

}  // namespace gpuscape::bench::cuda
