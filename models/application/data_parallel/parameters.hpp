#pragma once
/// What a data-parallel application is told of itself.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/model/application.hpp"

namespace gpuscape::data_parallel {

/// A value for some of the precisions.
template <class Value>
struct ByPrecision {
  std::array<std::optional<Value>, kNumberFormats.size()> values = {};
  std::optional<Value> any = {};  ///< for those that have none of their own

  [[nodiscard]] std::optional<Value>& of(NumberFormat precision) {
    return values[static_cast<std::size_t>(precision)];
  }
  /// The value; where it has none of its own, tf32 has that of fp32, and bf16 that of amp, which
  /// are kept in as many bytes.
  [[nodiscard]] std::optional<Value> find(NumberFormat precision) const {
    const auto at = [&](NumberFormat one) { return values[static_cast<std::size_t>(one)]; };
    if (const auto own = at(precision)) return own;
    if (precision == NumberFormat::tf32 && at(NumberFormat::fp32)) return at(NumberFormat::fp32);
    if (precision == NumberFormat::bf16 && at(NumberFormat::amp)) return at(NumberFormat::amp);
    return any;
  }
};

/// What was measured on one GPU.
struct Rate {
  std::string id = {};
  std::string gpu = {};
  NumberFormat precision = NumberFormat::fp32;
  double batch = 1.0;
  double samples_per_second = 1.0;
  double sister = 1.0;  ///< of the rate that was measured, on another board with the same chip
};

struct Parameters {
  std::string entry = {};                      ///< the catalogue's id; empty: described in place
  std::optional<NumberFormat> precision = {};  ///< none: by the GPU
  std::optional<double> batch_per_gpu = {};    ///< samples; none: the typical one
  ByPrecision<double> typical_batch = {};
  std::optional<double> samples_per_second = {};  ///< given, of one GPU at `batch_per_gpu`
  std::string gpu = {};                           ///< of that rate; empty: of any
  std::vector<Rate> rates = {};
  Flops forward{0.0};  ///< for a sample; 0: not known
  Flops backward{0.0};
  ByPrecision<double> efficiency = {};
  ByPrecision<Bytes> gradients = {};
  ByPrecision<Bytes> activations = {};  ///< for a sample
  double parameters = 0.0;              ///< 0: not known
  Bytes optimizer_per_parameter{0.0};
  std::int64_t launches = 0;
  bool launches_assumed = false;
  std::int64_t calls = 0;
  std::int64_t synchronous_calls = 0;
  Bytes to_gpu{0.0};  ///< for a sample
  Bytes from_gpu{0.0};
  double prefetch = 1.0;  ///< share of compute in which copies pass
  Bytes record{0.0};
  Seconds decode{0.0};
  Seconds launch{0.0};  ///< of a kernel
  double gpu_straggler = 0.0;
  double node_straggler = 0.0;
  double overlap = 0.0;
  Bytes bucket{0.0};  ///< of gradients that are exchanged together; 0: as small as they come
  Seconds exchange_start{0.0};
  double backward_per_forward = 2.0;
  double power_exponent = 0.0;   ///< of the speed by the power share
  double memory_to_fill = 0.0;   ///< share of a GPU's memory beside the model; 0: batch is typical
  std::string dataset = {};      ///< its name; empty: not said
  double dataset_samples = 0.0;  ///< 0: not known
  double evaluation_samples = 0.0;  ///< of each evaluation
  double epochs_per_evaluation = 1.0;
  Seconds start_up{0.0};
  bool calls_assumed = false;
  /// Samples of a step of all GPUs, and epochs to train at that, by rising batch.
  std::vector<std::pair<double, double>> epochs = {};

  [[nodiscard]] std::string name() const { return entry.empty() ? "the application" : entry; }
  /// Share of a step's compute that is the backward pass.
  [[nodiscard]] double backward_share() const {
    const double ratio = forward > Flops(0.0) ? backward / forward : backward_per_forward;
    return ratio / (1.0 + ratio);
  }
};

/// Reads them; what is wrong goes to the reader.
[[nodiscard]] Parameters read_parameters(ObjectReader& reader);

}  // namespace gpuscape::data_parallel
