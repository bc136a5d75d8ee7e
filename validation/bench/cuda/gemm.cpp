#include "cuda/gemm.hpp"

#include <algorithm>

#include "cuda/product.hpp"

namespace gpuscape::bench::cuda {

namespace {

using BlasPtr = std::shared_ptr<const Blas>;

// The errors: what rounding of inputs, sums and results may do, several times over; an element that
// is wrong is off by about a third.
constexpr GemmKind kKinds[] = {
    {"fp32", kFloat, kFloat, kComputeFloat, 50, 1e-4, 15e12},
    {"tf32", kFloat, kFloat, kComputeTf32, 80, 5e-3, 60e12},
    {"fp16", kFloat16, kFloat16, kComputeFloat, 53, 1e-2, 100e12},
    {"bf16", kBfloat16, kBfloat16, kComputeFloat, 80, 3e-2, 100e12},
    {"fp8", kFloat8E4m3, kBfloat16, kComputeFloat, 89, 3e-2, 200e12},
};

/// What cuBLASLt may have beside the matrices.
std::size_t workspace_for(const Gpu& gpu) {
  return std::min(std::size_t{32} << 20, gpu.room() / 8);
}

class PlainProduct final : public Product {
 public:
  PlainProduct(const NodePtr& shared, int gpu, BlasPtr blas, const GemmKind& kind, int size)
      : Product(shared, gpu, kind, size), blas_(std::move(blas)), handle_(blas_->plain) {
    blas_->plain.set_stream(handle_.value, stream().handle());
    verify(false);
  }

 private:
  struct Handle {
    explicit Handle(const Cublas& library) : from(library) { from.create(&value); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { from.destroy.quietly(value); }
    const Cublas& from;
    CublasHandle value = nullptr;
  };
  void multiply() override {
    const float one = 1.0F;
    const float zero = 0.0F;
    const int n = size();
    blas_->plain.gemm(handle_.value, kPlain, kPlain, n, n, n, &one, a(), kind().in, n, b(),
                      kind().in, n, &zero, c(), kind().out, n, kind().compute, kGemmDefault);
  }

  BlasPtr blas_;
  Handle handle_;
};

/// 8-bit: A is taken transposed, as the hardware wants it, and both inputs have a scale of one.
class LightProduct final : public Product {
 public:
  LightProduct(const NodePtr& shared, int gpu, BlasPtr blas, const GemmKind& kind, int size)
      : Product(shared, gpu, kind, size),
        blas_(std::move(blas)),
        light_(blas_->light),
        scale_(node(), gpu, sizeof(float)),
        workspace_(node(), gpu, workspace_for(node().gpus.at(static_cast<std::size_t>(gpu)))) {
    const float one = 1.0F;
    scale_.put(&one, sizeof one);
    light_.create(&handle_.value);
    describe();
    choose();
    verify(true);
  }

 private:
  /// A handle, destroyed by its own function.
  template <class Handle>
  struct Owned {
    explicit Owned(const Function<Handle>& function) : destroy(function) {}
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
      if (value != nullptr) destroy.quietly(value);
    }
    const Function<Handle>& destroy;
    Handle value = nullptr;
  };

  void describe() {
    const auto n = static_cast<std::uint64_t>(size());
    light_.matmul(&matmul_.value, kind().compute, kFloat);
    const int turned = kTransposed;
    light_.matmul_set(matmul_.value, kMatmulTransposeA, &turned, sizeof turned);
    const DevicePointer scale = scale_.at();
    light_.matmul_set(matmul_.value, kMatmulScaleA, &scale, sizeof scale);
    light_.matmul_set(matmul_.value, kMatmulScaleB, &scale, sizeof scale);
    light_.layout(&in_.value, kind().in, n, n, size());
    light_.layout(&out_.value, kind().out, n, n, size());
  }
  void choose() {
    Owned<PreferenceHandle> preference(light_.preference_destroy);
    light_.preference(&preference.value);
    const std::size_t room = workspace_.bytes();
    light_.preference_set(preference.value, kPreferenceWorkspace, &room, sizeof room);
    int found = 0;
    light_.choose(handle_.value, matmul_.value, in_.value, in_.value, out_.value, out_.value,
                  preference.value, 1, &choice_, &found);
    if (found == 0) throw Failure("cuBLAS has no product in fp8 for " + id());
  }
  void multiply() override {
    const float one = 1.0F;
    const float zero = 0.0F;
    light_.multiply(handle_.value, matmul_.value, &one, a(), in_.value, b(), in_.value, &zero, c(),
                    out_.value, c(), out_.value, &choice_, pointer(workspace_.at()),
                    workspace_.bytes(), stream().handle());
  }

  BlasPtr blas_;
  const CublasLt& light_;
  DeviceMemory scale_;
  DeviceMemory workspace_;
  MatmulChoice choice_{};
  Owned<CublasLtHandle> handle_{light_.destroy};
  Owned<MatmulHandle> matmul_{light_.matmul_destroy};
  Owned<LayoutHandle> in_{light_.layout_destroy};
  Owned<LayoutHandle> out_{light_.layout_destroy};
};

std::size_t bytes_of(const GemmKind& kind, int size) {
  const auto elements = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  return elements * (2 * width_of(kind.in) + width_of(kind.out));
}

void add_product(Measures& out, const NodePtr& node, const Gpu& gpu, const BlasPtr& blas,
                 const std::pair<GemmKind, int>& what) {
  const auto& [kind, size] = what;
  Measure measure = measure_on(gpu, "rate", std::string("gemm ") + kind.name);
  measure.facts.to = gpu.id;
  measure.facts.more["device"] = gpu.id;
  measure.facts.more["m"] = std::to_string(size);
  measure.facts.flops = 2.0 * size * size * size;
  measure.expected_seconds = 5e-6 + measure.facts.flops / kind.guess;
  measure.batch = batch_for(measure.expected_seconds, 2e-3, 64);
  measure.prepare = [node, number = gpu.number, blas, of = kind,
                     n = size]() -> std::unique_ptr<Probe> {
    if (of.in == kFloat8E4m3) return std::make_unique<LightProduct>(node, number, blas, of, n);
    return std::make_unique<PlainProduct>(node, number, blas, of, n);
  };
  out.push_back(std::move(measure));
}

}  // namespace

void add_gemms(Measures& out, const NodePtr& node, const Gpu& gpu, const BlasPtr& blas,
               const Options& options) {
  for (const GemmKind& kind : kKinds) {
    const bool light = kind.in == kFloat8E4m3;
    if (gpu.capability < kind.capability || (light && !blas->light.ready())) continue;
    for (int size = 256; size <= (options.quick ? 4096 : 8192); size *= options.quick ? 4 : 2) {
      if (bytes_of(kind, size) + (light ? 2 * workspace_for(gpu) : 0) > gpu.room()) break;
      add_product(out, node, gpu, blas, {kind, size});
    }
  }
}

}  // namespace gpuscape::bench::cuda
