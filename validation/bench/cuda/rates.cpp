/// Arithmetic of plain kernels by type, and two such kernels side by side on one GPU.

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

#include "cuda/gpu_probe.hpp"
#include "cuda/kernels.hpp"
#include "cuda/numbers.hpp"

namespace gpuscape::bench::cuda {

namespace {

constexpr FmaKind kKinds[] = {
    {"fp32", "f32", 4, 1, 512, "6.0", 50, 9000},
    {"fp64", "f64", 8, 1, 64, "6.0", 50, 9000},
    {"fp16x2", "f16x2", 4, 2, 512, "6.0", 53, 9000},
    {"bf16x2", "bf16x2", 4, 2, 512, "7.0", 80, 11000},
};
constexpr unsigned kThreads = 256;

/// The bits of a register that holds the value, in each lane.
std::uint64_t bits_of(const FmaKind& kind, double value) {
  std::uint64_t bits = 0;
  if (kind.width == 8) {
    std::memcpy(&bits, &value, sizeof value);
  } else if (kind.lanes == 1) {
    const auto single = static_cast<float>(value);
    std::memcpy(&bits, &single, sizeof single);
  } else {
    const std::uint32_t lane = encoded(kind.type[0] == 'b' ? kBfloat : kHalf, value);
    bits = lane | (lane << 16U);
  }
  return bits;
}

void put_bits(std::vector<unsigned char>& to, const FmaKind& kind, double value) {
  const std::uint64_t bits = bits_of(kind, value);
  const auto* first = reinterpret_cast<const unsigned char*>(&bits);
  to.insert(to.end(), first, first + kind.width);
}

/// What every thread starts from: small integers, exact in each type.
double start_at(int start, int chain) { return (start + chain) % 8; }

struct FmaPlan {
  FmaKind kind;
  int streams;
  unsigned blocks;
};

class FmaProbe final : public GpuProbe {
 public:
  FmaProbe(const NodePtr& shared, int gpu, const FmaPlan& plan)
      : GpuProbe(shared, gpu),
        plan_(plan),
        kernel_(node().kernel(gpu, fma_module(plan.kind), kFma)),
        starts_(node(), gpu, static_cast<std::size_t>(kStarts) * row()) {
    std::vector<unsigned char> starts;
    for (int start = 0; start < kStarts; ++start)
      for (int chain = 0; chain < kChains; ++chain)
        put_bits(starts, plan_.kind, start_at(start, chain));
    starts_.put(starts.data(), starts.size());
    for (int s = 0; s < plan_.streams; ++s) {
      streams_.emplace_back(node(), gpu);
      results_.emplace_back(node(), gpu, row() * kThreads * plan_.blocks);
    }
    check();
  }

 private:
  [[nodiscard]] std::size_t row() const {
    return static_cast<std::size_t>(kChains) * static_cast<std::size_t>(plan_.kind.width);
  }
  /// With a = -1 and b = 1 the values swing, and bits with them, and never leave their range.
  void work(std::int64_t operations) override {
    for (; operations > 0; --operations)
      for (std::size_t s = 0; s < streams_.size(); ++s)
        launch(s, -1.0, 1.0, static_cast<std::uint32_t>(plan_.kind.loops));
    for (const Stream& stream : streams_) stream.wait();
  }
  void launch(std::size_t s, double a, double b, std::uint32_t loops) const {
    DevicePointer result = results_[s].at();
    DevicePointer starts = starts_.at();
    std::uint64_t a_bits = bits_of(plan_.kind, a);
    std::uint64_t b_bits = bits_of(plan_.kind, b);
    std::array<void*, 5> arguments = {&result, &starts, &a_bits, &b_bits, &loops};
    driver().launch(kernel_, plan_.blocks, 1, 1, kThreads, 1, 1, 0, streams_[s].handle(),
                    arguments.data(), nullptr);
  }
  /// Two loops of value + 1/4 count their steps: exact in each type.
  void check() const {
    constexpr std::uint32_t kLoops = 2;
    std::vector<unsigned char> expected;
    for (int thread = 0; thread < static_cast<int>(kThreads); ++thread)
      for (int chain = 0; chain < kChains; ++chain)
        put_bits(expected, plan_.kind, start_at(thread % kStarts, chain) + kLoops * kSteps * 0.25);
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      launch(s, 1.0, 0.25, kLoops);
      streams_[s].wait();
      for (const unsigned block : {0U, plan_.blocks - 1}) check_block(s, block, expected);
    }
  }
  void check_block(std::size_t s, unsigned block,
                   const std::vector<unsigned char>& expected) const {
    std::vector<unsigned char> found(expected.size());
    results_[s].get(found.data(), found.size(), block * found.size());
    if (found != expected) wrong(std::string("multiply-add of ") + plan_.kind.name);
  }

  FmaPlan plan_;
  KernelHandle kernel_;
  DeviceMemory starts_;
  std::deque<Stream> streams_;
  std::deque<DeviceMemory> results_;
};

double flops_of(const FmaPlan& plan) {
  return 2.0 * plan.kind.lanes * kChains * kSteps * plan.kind.loops * kThreads * plan.blocks *
         plan.streams;
}

Measure fma_measure(const NodePtr& node, const Gpu& gpu, const FmaPlan& plan, Measure measure) {
  measure.facts.to = gpu.id;
  measure.facts.flops = flops_of(plan);
  measure.facts.more["device"] = gpu.id;
  measure.expected_seconds = measure.facts.flops / (plan.kind.width == 8 ? 1e12 : 20e12);
  measure.batch = batch_for(measure.expected_seconds, 2e-3, 16);
  measure.prepare = [node, number = gpu.number, plan] {
    return std::make_unique<FmaProbe>(node, number, plan);
  };
  return measure;
}

unsigned full(const Gpu& gpu) { return static_cast<unsigned>(std::max(1, gpu.processors)) * 8U; }

}  // namespace

void add_rates(Measures& out, const NodePtr& node, const Gpu& gpu) {
  int version = 0;
  node->driver.version(&version);
  for (const FmaKind& kind : kKinds) {
    if (gpu.capability < kind.capability || version < kind.driver) continue;
    const Measure measure = measure_on(gpu, "rate", std::string("fma ") + kind.name);
    out.push_back(fma_measure(node, gpu, {kind, 1, full(gpu)}, measure));
  }
}

std::unique_ptr<GpuProbe> full_load(const NodePtr& node, int gpu) {
  const unsigned blocks = full(node->gpus.at(static_cast<std::size_t>(gpu)));
  return std::make_unique<FmaProbe>(node, gpu, FmaPlan{kKinds[0], 1, blocks});
}

double full_load_flops(const Gpu& gpu) { return flops_of({kKinds[0], 1, full(gpu)}); }

void add_shared(Measures& out, const NodePtr& node, const Gpu& gpu) {
  const unsigned half = std::max(1U, full(gpu) / 16U);
  for (const bool whole : {true, false})
    for (const int streams : {1, 2}) {
      Measure measure = measure_on(gpu, "shared", streams == 1 ? "alone" : "two streams");
      measure.facts.streams = streams;
      measure.facts.more["kernel"] = "fma fp32";
      measure.facts.more["multiprocessors"] = whole ? "all" : "half";
      out.push_back(
          fma_measure(node, gpu, {kKinds[0], streams, whole ? full(gpu) : half}, measure));
    }
}

}  // namespace gpuscape::bench::cuda
