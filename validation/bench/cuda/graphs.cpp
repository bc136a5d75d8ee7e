/// A graph of kernels that do nothing, one after the other, replayed and waited for.

#include "cuda/gpu_probe.hpp"
#include "cuda/kernels.hpp"

namespace gpuscape::bench::cuda {

namespace {

class Graph {
 public:
  Graph(Node& node, const Stream& stream, KernelHandle kernel, int nodes) : driver_(node.driver) {
    // A kernel is loaded at its first launch, and none may be loaded during a capture.
    driver_.launch(kernel, 1, 1, 1, 32, 1, 1, 0, stream.handle(), nullptr, nullptr);
    stream.wait();
    driver_.capture_begin(stream.handle(), kCaptureThreadLocal);
    // A capture that began must end, whatever happens in it.
    int code = 0;
    for (int i = 0; i < nodes && code == 0; ++i)
      code = driver_.launch.code(kernel, 1, 1, 1, 32, 1, 1, 0, stream.handle(), nullptr, nullptr);
    const int ended = driver_.capture_end.code(stream.handle(), &graph_);
    if (code == 0 && ended == 0) code = driver_.graph_instantiate.code(&ready_, graph_, 0);
    if (code == 0 && ended == 0) return;
    if (ended == 0 && graph_ != nullptr) driver_.graph_destroy.quietly(graph_);
    driver_.refuse("a graph of " + std::to_string(nodes) + " launches", code != 0 ? code : ended);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() {
    driver_.graph_exec_destroy.quietly(ready_);
    driver_.graph_destroy.quietly(graph_);
  }
  void launch(const Stream& stream) const { driver_.graph_launch(ready_, stream.handle()); }

 private:
  const Driver& driver_;
  GraphHandle graph_ = nullptr;
  GraphExecHandle ready_ = nullptr;
};

class GraphReplay final : public GpuProbe {
 public:
  GraphReplay(const NodePtr& shared, int gpu, int nodes)
      : GpuProbe(shared, gpu),
        nodes_(nodes),
        stream_(node(), gpu),
        graph_(node(), stream_, node().kernel(gpu, plain_module(), kNoop), nodes) {}
  [[nodiscard]] std::map<std::string, double> counters() const override {
    std::map<std::string, double> counters = GpuProbe::counters();
    counters["seconds_per_node"] = last_seconds() / nodes_;
    return counters;
  }

 private:
  void work(std::int64_t operations) override {
    for (std::int64_t i = 0; i < operations; ++i) {
      graph_.launch(stream_);
      stream_.wait();
    }
  }

  int nodes_;
  Stream stream_;
  Graph graph_;
};

}  // namespace

void add_graphs(Measures& out, const NodePtr& node, const Gpu& gpu) {
  if (!node->driver.has_graphs()) return;
  for (const int nodes : {1, 10, 100}) {
    Measure measure = measure_on(gpu, "call", "graph-replay");
    measure.facts.to = gpu.id;
    measure.facts.more["device"] = gpu.id;
    measure.facts.more["nodes"] = std::to_string(nodes);
    measure.expected_seconds = 8e-6 + 1.2e-6 * nodes;
    measure.batch = batch_for(measure.expected_seconds, 100e-6, 8);
    measure.prepare = [node, number = gpu.number, nodes] {
      return std::make_unique<GraphReplay>(node, number, nodes);
    };
    out.push_back(std::move(measure));
  }
}

}  // namespace gpuscape::bench::cuda
