/// What kernels read and write in the GPU's memory: a = b + s·c over arrays outside the caches.

#include <algorithm>
#include <array>

#include "cuda/gpu_probe.hpp"
#include "cuda/kernels.hpp"

namespace gpuscape::bench::cuda {

namespace {

constexpr std::size_t kPeriod = std::size_t{1} << 18;  ///< floats after which the arrays repeat
constexpr float kScale = 3.0F;

float b_at(std::size_t i) { return static_cast<float>(i % 1021); }
float c_at(std::size_t i) { return static_cast<float>(i % 509); }

class Triad final : public GpuProbe {
 public:
  Triad(const NodePtr& shared, int gpu, std::size_t floats)
      : GpuProbe(shared, gpu),
        floats_(floats),
        kernel_(node().kernel(gpu, plain_module(), kTriad)),
        memory_(node(), gpu, 3 * floats * sizeof(float)),
        stream_(node(), gpu) {
    fill(1, b_at);
    fill(2, c_at);
    work(1);
    for (const std::size_t at :
         {std::size_t{0}, floats_ / kPeriod / 2 * kPeriod, floats_ - kPeriod})
      check(at);
  }

 private:
  [[nodiscard]] std::size_t offset(std::size_t array, std::size_t at) const {
    return (array * floats_ + at) * sizeof(float);
  }
  void fill(std::size_t array, float (*value)(std::size_t)) {
    std::vector<float> values(kPeriod);
    for (std::size_t i = 0; i < kPeriod; ++i) values[i] = value(i);
    for (std::size_t at = 0; at < floats_; at += kPeriod)
      memory_.put(values.data(), kPeriod * sizeof(float), offset(array, at));
  }
  void check(std::size_t at) const {
    std::vector<float> values(kPeriod);
    memory_.get(values.data(), kPeriod * sizeof(float), offset(0, at));
    for (std::size_t i = 0; i < kPeriod; ++i)
      if (values[i] != b_at(i) + kScale * c_at(i))
        wrong("element " + std::to_string(at + i) + " of a = b + 3·c");
  }
  void work(std::int64_t operations) override {
    std::array<DevicePointer, 3> arrays = {memory_.at(), memory_.at(offset(1, 0)),
                                           memory_.at(offset(2, 0))};
    float scale = kScale;
    auto groups = static_cast<std::uint32_t>(floats_ / 4);
    std::array<void*, 5> arguments = {&arrays[0], &arrays[1], &arrays[2], &scale, &groups};
    for (; operations > 0; --operations)
      driver().launch(kernel_, (groups + 255) / 256, 1, 1, 256, 1, 1, 0, stream_.handle(),
                      arguments.data(), nullptr);
    stream_.wait();
  }

  std::size_t floats_;
  KernelHandle kernel_;
  DeviceMemory memory_;
  Stream stream_;
};

}  // namespace

void add_memory_streams(Measures& out, const NodePtr& node, const Gpu& gpu,
                        const Options& options) {
  std::size_t last = 0;
  for (const std::size_t mebibytes : options.quick ? std::vector<std::size_t>{64, 256}
                                                   : std::vector<std::size_t>{1, 4, 16, 64, 256}) {
    const std::size_t most = gpu.room() / 3 / sizeof(float) / kPeriod * kPeriod;
    const std::size_t floats = std::min((mebibytes << 20) / sizeof(float), most);
    if (floats <= last) continue;
    last = floats;
    Measure measure = measure_on(gpu, "stream", "triad");
    measure.facts.memory = "device";
    measure.facts.from = gpu.id;
    measure.facts.to = gpu.id;
    measure.facts.more["device"] = gpu.id;
    measure.facts.bytes = 3.0 * sizeof(float) * static_cast<double>(floats);
    measure.expected_seconds = 3e-6 + measure.facts.bytes / 1e12;
    measure.batch = batch_for(measure.expected_seconds, 2e-3, 64);
    measure.prepare = [node, number = gpu.number, floats] {
      return std::make_unique<Triad>(node, number, floats);
    };
    out.push_back(std::move(measure));
  }
}

}  // namespace gpuscape::bench::cuda
