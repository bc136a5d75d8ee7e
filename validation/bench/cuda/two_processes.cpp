/// The same kernel in two processes on one GPU: to be held against "alone" and "two streams".

#include "cuda/gpu_probe.hpp"
#include "cuda/second_process.hpp"

namespace gpuscape::bench::cuda {

namespace {

/// An operation is one kernel in each process; it has ended when both have.
class TwoProcesses final : public GpuProbe {
 public:
  TwoProcesses(const NodePtr& shared, int gpu, const std::string& program)
      : GpuProbe(shared, gpu), own_(full_load(shared, gpu)), other_(program, gpu) {}

 private:
  void work(std::int64_t operations) override {
    other_.begin(operations);
    own_->run(operations);
    other_.finish();
  }

  std::unique_ptr<GpuProbe> own_;
  SecondProcess other_;
};

}  // namespace

void add_two_processes(Measures& out, const NodePtr& node, const Gpu& gpu, const Options& options) {
  if (options.program.empty()) return;
  Measure measure = measure_on(gpu, "shared", "two processes");
  measure.facts.to = gpu.id;
  measure.processes = 1;
  measure.facts.streams = 1;
  measure.facts.more = {{"device", gpu.id}, {"kernel", "fma fp32"}, {"multiprocessors", "all"}};
  measure.facts.flops = 2.0 * full_load_flops(gpu);
  measure.expected_seconds = measure.facts.flops / 20e12;
  // Processes take turns of about a millisecond: many turns, and the talk between them is little.
  measure.batch = batch_for(measure.expected_seconds, 20e-3, 256);
  measure.prepare = [node, number = gpu.number, program = options.program] {
    return std::make_unique<TwoProcesses>(node, number, program);
  };
  out.push_back(std::move(measure));
}

}  // namespace gpuscape::bench::cuda
