#pragma once
/// C = op(A)·B of square matrices, column by column as cuBLAS has them, by whichever library.

#include <utility>

#include "cuda/cublas.hpp"
#include "cuda/gpu_probe.hpp"

namespace gpuscape::bench::cuda {

struct GemmKind {
  const char* name;
  DataType in;
  DataType out;
  ComputeType compute;
  int capability;
  double error;  ///< of an element, over the square root of the size
  double guess;  ///< FLOP/s, for the plan
};

std::size_t width_of(DataType type);

class Product : public GpuProbe {
 public:
  Product(const NodePtr& shared, int gpu, const GemmKind& kind, int size);

 protected:
  virtual void multiply() = 0;
  [[nodiscard]] const GemmKind& kind() const { return kind_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const Stream& stream() const { return stream_; }
  [[nodiscard]] const void* a() const { return pointer(in_.at()); }
  [[nodiscard]] const void* b() const { return pointer(in_.at(elements_ * width_of(kind_.in))); }
  [[nodiscard]] void* c() const { return pointer(out_.at()); }
  [[nodiscard]] static void* pointer(DevicePointer address);

  /// Multiplies once, and compares elements of four places with sums in double precision. To be
  /// called once multiply() can be; `a_turned`: op(A) is A transposed.
  void verify(bool a_turned);

 private:
  void work(std::int64_t operations) override;
  /// Throws Failure where the element is not near the sum.
  void check(int row, int column, double expected) const;

  GemmKind kind_;
  int size_;
  std::size_t elements_;
  DeviceMemory in_;
  DeviceMemory out_;
  Stream stream_;
};

}  // namespace gpuscape::bench::cuda
