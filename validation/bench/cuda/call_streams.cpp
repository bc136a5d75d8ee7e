/// A step of a program as the driver sees it: launches, small copies and waits in turn. By several
/// mixtures the cost of each can be told apart, which the model of remote GPUs needs.

#include <algorithm>

#include "cuda/gpu_probe.hpp"
#include "cuda/kernels.hpp"

namespace gpuscape::bench::cuda {

namespace {

struct Step {
  int calls;
  int syncs;  ///< one of them ends the step
  int copies;
  std::size_t copy_bytes;
};

constexpr Step kMixtures[] = {
    {10, 1, 0, 0},         {100, 1, 0, 0},          {1000, 1, 0, 0},        {100, 10, 0, 0},
    {100, 100, 0, 0},      {100, 1, 10, 4096},      {100, 1, 100, 4096},    {100, 1, 10, 65536},
    {100, 10, 100, 65536}, {100, 1, 10, 1U << 20U}, {1000, 10, 100, 4096U}, {10, 10, 10, 64},
};

class CallStream final : public GpuProbe {
 public:
  CallStream(const NodePtr& shared, int gpu, Step step)
      : GpuProbe(shared, gpu),
        step_(step),
        noop_(node().kernel(gpu, plain_module(), kNoop)),
        host_(node(), gpu, std::max<std::size_t>(step.copy_bytes, 1), true),
        device_(node(), gpu, std::max<std::size_t>(step.copy_bytes, 1)),
        stream_(node(), gpu) {
    const std::vector<unsigned char> sent = pattern(step_.copy_bytes, 37);
    std::copy(sent.begin(), sent.end(), host_.data());
    work(1);
    std::vector<unsigned char> arrived(step_.copy_bytes);
    if (step_.copies == 0) return;
    device_.get(arrived.data(), arrived.size());
    if (arrived != sent) wrong("a small copy's bytes are not those that were sent");
  }

 private:
  void work(std::int64_t operations) override {
    for (; operations > 0; --operations) one_step();
  }
  /// Each kind evenly over the step, the last wait at its end.
  void one_step() {
    const int turns = std::max({step_.calls, step_.copies, step_.syncs});
    for (int turn = 0; turn < turns; ++turn) {
      for (int i = due(step_.copies, turn, turns); i > 0; --i)
        driver().to_device_async(device_.at(), host_.data(), step_.copy_bytes, stream_.handle());
      for (int i = due(step_.calls, turn, turns); i > 0; --i)
        driver().launch(noop_, 1, 1, 1, 32, 1, 1, 0, stream_.handle(), nullptr, nullptr);
      for (int i = due(step_.syncs, turn, turns); i > 0; --i) stream_.wait();
    }
  }
  static int due(int all, int turn, int turns) {
    return all * (turn + 1) / turns - all * turn / turns;
  }

  Step step_;
  KernelHandle noop_;
  HostMemory host_;
  DeviceMemory device_;
  Stream stream_;
};

double seconds_of(const Step& step) {
  return 2.5e-6 * step.calls + 6e-6 * step.syncs +
         step.copies * (3e-6 + static_cast<double>(step.copy_bytes) / 20e9);
}

}  // namespace

void add_call_streams(Measures& out, const NodePtr& node, const Gpu& gpu) {
  for (const Step& step : kMixtures) {
    if (step.copy_bytes > gpu.room()) continue;
    Measure measure = measure_on(gpu, "call-stream", "step");
    measure.facts.to = gpu.id;
    measure.facts.memory = "pinned";
    measure.facts.bytes = static_cast<double>(step.copies) * static_cast<double>(step.copy_bytes);
    measure.facts.more = {{"device", gpu.id},
                          {"calls", std::to_string(step.calls)},
                          {"syncs", std::to_string(step.syncs)},
                          {"copies", std::to_string(step.copies)},
                          {"copy_bytes", std::to_string(step.copy_bytes)}};
    measure.expected_seconds = seconds_of(step);
    measure.prepare = [node, number = gpu.number, step] {
      return std::make_unique<CallStream>(node, number, step);
    };
    out.push_back(std::move(measure));
  }
}

}  // namespace gpuscape::bench::cuda
