#pragma once
/// What the measures of this family share.

#include "core/machine.hpp"
#include "core/options.hpp"
#include "cuda/node.hpp"

namespace gpuscape::bench::cuda {

/// Times its work by the host's clock, on CPUs near the GPU, and reads the GPU's clock after it.
class GpuProbe : public Probe {
 public:
  GpuProbe(NodePtr node, int gpu);
  double run(std::int64_t operations) final;
  [[nodiscard]] std::map<std::string, double> counters() const override;

 protected:
  /// Returns when all of them are done.
  virtual void work(std::int64_t operations) = 0;
  [[nodiscard]] Node& node() const { return *node_; }
  [[nodiscard]] const Driver& driver() const { return node_->driver; }
  [[nodiscard]] int gpu() const { return gpu_; }
  [[nodiscard]] const std::string& id() const;
  /// Of one operation, as the last run saw it.
  [[nodiscard]] double last_seconds() const { return last_seconds_; }
  /// "gpu0 computed wrongly: …"
  [[noreturn]] void wrong(const std::string& what) const;

 private:
  NodePtr node_;
  int gpu_;
  Pinned near_;
  double last_seconds_ = 0.0;
};

/// A measure on one GPU: family and marks.
Measure measure_on(const Gpu& gpu, const char* operation, const std::string& path);

/// So many operations that the clock is cheap: about `seconds` of them, at least one.
std::int64_t batch_for(double operation_seconds, double seconds, std::int64_t most);

/// Bytes that are not the same anywhere near each other.
std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed);

/// The kernel of "fma fp32" on every multiprocessor, and its operations.
std::unique_ptr<GpuProbe> full_load(const NodePtr& node, int gpu);
double full_load_flops(const Gpu& gpu);

/// What each part of the family adds to the offer.
using Measures = std::vector<Measure>;
void add_copies(Measures& out, const NodePtr& node, const Gpu& gpu, const Options& options);
void add_peer_copies(Measures& out, const NodePtr& node, const Options& options);
void add_calls(Measures& out, const NodePtr& node, const Gpu& gpu);
void add_graphs(Measures& out, const NodePtr& node, const Gpu& gpu);
void add_call_streams(Measures& out, const NodePtr& node, const Gpu& gpu);
void add_memory_streams(Measures& out, const NodePtr& node, const Gpu& gpu, const Options& options);
void add_rates(Measures& out, const NodePtr& node, const Gpu& gpu);
void add_shared(Measures& out, const NodePtr& node, const Gpu& gpu);
void add_two_processes(Measures& out, const NodePtr& node, const Gpu& gpu, const Options& options);

}  // namespace gpuscape::bench::cuda
