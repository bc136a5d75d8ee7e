/// cuBLAS of the fake devices: multiplies on the host, the same product only once.

#include <cstring>
#include <tuple>
#include <vector>

#include "cuda/numbers.hpp"
#include "tests/support/fake_cuda/fake_state.hpp"

using fake::called;
using fake::state;
namespace numbers = gpuscape::bench::cuda;

namespace {

struct Matrix {
  const void* data;
  int type;  ///< cudaDataType
};

double read(const Matrix& matrix, std::size_t i) {
  if (matrix.type == 0) return static_cast<double>(static_cast<const float*>(matrix.data)[i]);
  if (matrix.type == 28)
    return numbers::decoded(numbers::kE4m3, static_cast<const unsigned char*>(matrix.data)[i]);
  return numbers::decoded(matrix.type == 2 ? numbers::kHalf : numbers::kBfloat,
                          static_cast<const std::uint16_t*>(matrix.data)[i]);
}

void write(const Matrix& matrix, std::size_t i, float value) {
  auto* data = const_cast<void*>(matrix.data);
  if (matrix.type == 0) {
    static_cast<float*>(data)[i] = value;
  } else {
    const auto bits = numbers::encoded(matrix.type == 2 ? numbers::kHalf : numbers::kBfloat,
                                       static_cast<double>(value));
    static_cast<std::uint16_t*>(data)[i] = static_cast<std::uint16_t>(bits);
  }
}

/// c = a·b, or a transposed, column by column.
void multiply(const Matrix& a, const Matrix& b, const Matrix& c, std::size_t n, bool turned) {
  std::vector<float> left(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      left[k * n + i] = static_cast<float>(read(a, turned ? i * n + k : k * n + i));
  std::vector<float> column(n);
  for (std::size_t j = 0; j < n; ++j) {
    column.assign(n, state().wrong("gemm") ? 1000.0F : 0.0F);
    for (std::size_t k = 0; k < n; ++k) {
      const auto factor = static_cast<float>(read(b, j * n + k));
      for (std::size_t i = 0; i < n; ++i) column[i] += left[k * n + i] * factor;
    }
    for (std::size_t i = 0; i < n; ++i) write(c, j * n + i, column[i]);
  }
}

/// Of one handle: what it last multiplied.
struct Last {
  const void* a = nullptr;
  std::size_t n = 0;
};

void multiply_once(void* handle, const Matrix& a, const Matrix& b, const Matrix& c, std::size_t n,
                   bool turned) {
  auto* last = static_cast<Last*>(handle);
  if (last->a == a.data && last->n == n) return;
  multiply(a, b, c, n, turned);
  *last = {a.data, n};
}

struct Layout {
  int type;
  std::size_t n;
};

int make(void** handle, const char* kind, std::size_t bytes) {
  *handle = fake::take(kind, state().current, bytes);
  return 0;
}

}  // namespace

extern "C" {

int cublasCreate_v2(void** handle) {
  if (const int code = called("cublasCreate_v2")) return code;
  return make(handle, "cublas", sizeof(Last));
}

int cublasDestroy_v2(void* handle) {
  if (const int code = called("cublasDestroy_v2")) return code;
  return fake::give_back(handle, "cublas");
}

int cublasSetStream_v2(void*, void*) { return called("cublasSetStream_v2"); }

int cublasGetProperty(int part, int* value) {
  *value = part == 0 ? 13 : part;
  return called("cublasGetProperty");
}

int cublasGemmEx(void* handle, int, int, int n, int, int, const void*, const void* a, int a_type,
                 int, const void* b, int b_type, int, const void*, void* c, int c_type, int, int,
                 int) {
  if (const int code = called("cublasGemmEx")) return code;
  multiply_once(handle, {a, a_type}, {b, b_type}, {c, c_type}, static_cast<std::size_t>(n), false);
  return 0;
}

int cublasLtCreate(void** handle) {
  if (const int code = called("cublasLtCreate")) return code;
  return make(handle, "cublasLt", sizeof(Last));
}

int cublasLtDestroy(void* handle) {
  if (const int code = called("cublasLtDestroy")) return code;
  return fake::give_back(handle, "cublasLt");
}

int cublasLtMatmulDescCreate(void** handle, int, int) {
  if (const int code = called("cublasLtMatmulDescCreate")) return code;
  return make(handle, "matmul", 1);
}

int cublasLtMatmulDescDestroy(void* handle) {
  if (const int code = called("cublasLtMatmulDescDestroy")) return code;
  return fake::give_back(handle, "matmul");
}

int cublasLtMatmulDescSetAttribute(void*, int, const void*, std::size_t) {
  return called("cublasLtMatmulDescSetAttribute");
}

int cublasLtMatrixLayoutCreate(void** handle, int type, std::uint64_t rows, std::uint64_t,
                               std::int64_t) {
  if (const int code = called("cublasLtMatrixLayoutCreate")) return code;
  make(handle, "layout", sizeof(Layout));
  *static_cast<Layout*>(*handle) = {type, static_cast<std::size_t>(rows)};
  return 0;
}

int cublasLtMatrixLayoutDestroy(void* handle) {
  if (const int code = called("cublasLtMatrixLayoutDestroy")) return code;
  return fake::give_back(handle, "layout");
}

int cublasLtMatmulPreferenceCreate(void** handle) {
  if (const int code = called("cublasLtMatmulPreferenceCreate")) return code;
  return make(handle, "preference", 1);
}

int cublasLtMatmulPreferenceDestroy(void* handle) {
  if (const int code = called("cublasLtMatmulPreferenceDestroy")) return code;
  return fake::give_back(handle, "preference");
}

int cublasLtMatmulPreferenceSetAttribute(void*, int, const void*, std::size_t) {
  return called("cublasLtMatmulPreferenceSetAttribute");
}

int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, void*,
                                   int* found) {
  *found = state().number("products", 1);
  return called("cublasLtMatmulAlgoGetHeuristic");
}

int cublasLtMatmul(void* handle, void*, const void*, const void* a, const Layout* a_layout,
                   const void* b, const Layout* b_layout, const void*, const void*, void*, void* c,
                   const Layout* c_layout, const void*, void*, std::size_t, void*) {
  if (const int code = called("cublasLtMatmul")) return code;
  multiply_once(handle, {a, a_layout->type}, {b, b_layout->type}, {c, c_layout->type}, a_layout->n,
                true);
  return 0;
}
}
