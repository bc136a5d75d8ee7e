#pragma once
/// cuBLAS, loaded at run time where it is there.

#include <cstddef>
#include <cstdint>
#include <string>

#include "cuda/driver.hpp"

namespace gpuscape::bench::cuda {

using CublasHandle = struct CublasTag*;
using CublasLtHandle = struct CublasLtTag*;
using MatmulHandle = struct MatmulTag*;
using LayoutHandle = struct LayoutTag*;
using PreferenceHandle = struct PreferenceTag*;

/// cudaDataType, cublasComputeType_t and attributes: the values of cuBLAS's headers.
enum DataType : int { kFloat = 0, kFloat16 = 2, kBfloat16 = 14, kFloat8E4m3 = 28 };
enum ComputeType : int { kComputeFloat = 68, kComputeTf32 = 77 };
constexpr int kGemmDefault = -1;
constexpr int kPlain = 0;
constexpr int kTransposed = 1;
constexpr int kMatmulTransposeA = 3;
constexpr int kMatmulScaleA = 17;
constexpr int kMatmulScaleB = 18;
constexpr int kPreferenceWorkspace = 1;

/// cublasLtMatmulHeuristicResult_t; what it begins with is the algorithm.
struct MatmulChoice {
  std::uint64_t algorithm[8];
  std::size_t workspace;
  int state;
  float waves;
  int reserved[4];
};

struct Cublas {
  Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;
  [[nodiscard]] bool ready() const { return library.loaded() && library.missing().empty(); }
  /// Why it is not.
  [[nodiscard]] std::string why() const;

  Library library;
  Function<CublasHandle*> create{library, "cublasCreate_v2"};
  Function<CublasHandle> destroy{library, "cublasDestroy_v2"};
  Function<CublasHandle, StreamHandle> set_stream{library, "cublasSetStream_v2"};
  Function<int, int*> property{library, "cublasGetProperty", Need::kOptional};
  Function<CublasHandle, int, int, int, int, int, const void*, const void*, int, int, const void*,
           int, int, const void*, void*, int, int, int, int>
      gemm{library, "cublasGemmEx"};
};

/// Its part for 8-bit floating point.
struct CublasLt {
  CublasLt();
  CublasLt(const CublasLt&) = delete;
  CublasLt& operator=(const CublasLt&) = delete;
  [[nodiscard]] bool ready() const { return library.loaded() && library.missing().empty(); }

  Library library;
  Function<CublasLtHandle*> create{library, "cublasLtCreate"};
  Function<CublasLtHandle> destroy{library, "cublasLtDestroy"};
  Function<MatmulHandle*, int, int> matmul{library, "cublasLtMatmulDescCreate"};
  Function<MatmulHandle> matmul_destroy{library, "cublasLtMatmulDescDestroy"};
  Function<MatmulHandle, int, const void*, std::size_t> matmul_set{
      library, "cublasLtMatmulDescSetAttribute"};
  Function<LayoutHandle*, int, std::uint64_t, std::uint64_t, std::int64_t> layout{
      library, "cublasLtMatrixLayoutCreate"};
  Function<LayoutHandle> layout_destroy{library, "cublasLtMatrixLayoutDestroy"};
  Function<PreferenceHandle*> preference{library, "cublasLtMatmulPreferenceCreate"};
  Function<PreferenceHandle> preference_destroy{library, "cublasLtMatmulPreferenceDestroy"};
  Function<PreferenceHandle, int, const void*, std::size_t> preference_set{
      library, "cublasLtMatmulPreferenceSetAttribute"};
  Function<CublasLtHandle, MatmulHandle, LayoutHandle, LayoutHandle, LayoutHandle, LayoutHandle,
           PreferenceHandle, int, MatmulChoice*, int*>
      choose{library, "cublasLtMatmulAlgoGetHeuristic"};
  Function<CublasLtHandle, MatmulHandle, const void*, const void*, LayoutHandle, const void*,
           LayoutHandle, const void*, const void*, LayoutHandle, void*, LayoutHandle, const void*,
           void*, std::size_t, StreamHandle>
      multiply{library, "cublasLtMatmul"};
};

}  // namespace gpuscape::bench::cuda
