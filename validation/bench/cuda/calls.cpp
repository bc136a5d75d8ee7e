/// What single calls of the driver cost: kernels that do nothing, waits, events, memory.

#include "cuda/gpu_probe.hpp"
#include "cuda/kernels.hpp"

namespace gpuscape::bench::cuda {

namespace {

/// What a call is made with.
struct Tools {
  const Driver& driver;
  KernelHandle noop;
  StreamHandle stream;
  const Event& event;
  const Stream& own;

  void launch() const { driver.launch(noop, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, nullptr); }
};

using Work = void (*)(const Tools&, std::int64_t);

class CallProbe final : public GpuProbe {
 public:
  CallProbe(const NodePtr& shared, int gpu, Work calls)
      : GpuProbe(shared, gpu),
        calls_(calls),
        noop_(node().kernel(gpu, plain_module(), kNoop)),
        stream_(node(), gpu),
        event_(node(), gpu) {
    event_.record(stream_);
    stream_.wait();
  }

 private:
  void work(std::int64_t operations) override {
    calls_({driver(), noop_, stream_.handle(), event_, stream_}, operations);
  }

  Work calls_;
  KernelHandle noop_;
  Stream stream_;
  Event event_;
};

void launch_alone(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) {
    tools.launch();
    tools.own.wait();
  }
}

void launch_issue(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) tools.launch();
  tools.own.wait();
}

/// Of a stream that has nothing to do.
void stream_synchronize(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) tools.own.wait();
}

void event_record(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) tools.event.record(tools.own);
  tools.own.wait();
}

/// Of an event that has happened.
void event_synchronize(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) tools.event.wait();
}

constexpr std::size_t kPiece = std::size_t{1} << 20;

void allocate(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) {
    DevicePointer memory = 0;
    tools.driver.memory(&memory, kPiece);
    tools.driver.memory_free(memory);
  }
}

void allocate_from_pool(const Tools& tools, std::int64_t n) {
  for (; n > 0; --n) {
    DevicePointer memory = 0;
    tools.driver.memory_async(&memory, kPiece, tools.stream);
    tools.driver.memory_free_async(memory, tools.stream);
  }
  tools.own.wait();
}

struct Call {
  const char* path;
  double seconds;
  std::int64_t batch;
  Work work;
};

constexpr Call kCalls[] = {
    {"launch", 8e-6, 16, launch_alone},
    {"launch-issue", 2.5e-6, 256, launch_issue},
    {"stream-synchronize", 1e-6, 64, stream_synchronize},
    {"event-record", 1.5e-6, 256, event_record},
    {"event-synchronize", 0.5e-6, 64, event_synchronize},
    {"allocate-free", 100e-6, 4, allocate},
    {"allocate-free-from-pool", 3e-6, 64, allocate_from_pool},
};

}  // namespace

void add_calls(Measures& out, const NodePtr& node, const Gpu& gpu) {
  for (const Call& call : kCalls) {
    if (call.work == allocate_from_pool && !node->driver.has_pools()) continue;
    Measure measure = measure_on(gpu, "call", call.path);
    measure.facts.to = gpu.id;
    measure.facts.more["device"] = gpu.id;
    measure.expected_seconds = call.seconds;
    measure.batch = call.batch;
    measure.prepare = [node, number = gpu.number, work = call.work] {
      return std::make_unique<CallProbe>(node, number, work);
    };
    out.push_back(std::move(measure));
  }
}

}  // namespace gpuscape::bench::cuda
