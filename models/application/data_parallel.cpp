/// Training in which every GPU holds the whole model and a part of each batch, and all GPUs reduce
/// the gradients in every step:
///   compute = (t0 + b · t1) / s,  t0 = launches · launch,  b samples of each GPU
///   s = (1 − gpu_straggler · log2 GPUs in a node) · (1 − node_straggler · log2 nodes)
/// t1 is from a rate that was measured on one such GPU, or else on one that differs in its memory
/// alone, or else on another board with the same chip, times what that trains at beside it; in the
/// same precision, at the nearest batch (by ratio; of equal ones the first):
/// t1 = (b' / rate − t0) / b'. Where none is known, from
/// operations ÷ (peak · efficiency of the precision), a roofline (Williams, Waterman and Patterson
/// 2009), and `basis` says so. The backward pass takes its share of the operations of compute.
/// Gradients are exchanged in buckets while the backward pass goes on; of the last one, half of a
/// bucket on average, or of all of them where they fill none, nothing is hidden.
/// Memory: weights, gradients, what the optimizer keeps and the activations of b samples must fit a
/// GPU; weights are as large as gradients. Leaves out: accumulated gradients, recomputation,
/// sharded optimizers, tensor and pipeline parallelism. The numbers are the catalogue's or the
/// user's; those that the catalogue's "training-step" has are fitted, as docs/reference/catalog.md
/// says.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "models/application/data_parallel/batch.hpp"
#include "models/application/data_parallel/parameters.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

using data_parallel::Parameters;
using data_parallel::Rate;

constexpr const char* kTrainingExample = R"({"samples_per_second": 1376, "batch_per_gpu": 192,
  "gradients": "51.2 MB", "launches_per_step": 950, "calls_per_step": 3000,
  "synchronous_calls_per_step": 6, "to_gpu_per_sample": "602 kB", "record": "115 kB",
  "decode": "0.5 ms", "launch": "3.5 us", "gpu_straggler": 0.0083, "node_straggler": 0.01,
  "overlap": 0.8, "power_exponent": 0.3, "backward_per_forward": 2})";

/// What one GPU takes for a batch, and how that is known; no time where it is not.
struct Speed {
  std::optional<Seconds> fixed = {};
  Seconds per_sample{0.0};
  std::string basis = {};
};

/// "a100-sxm4" of "a100-sxm4-80gb": GPUs of one chip and board that differ in their memory.
std::string_view without_memory(std::string_view gpu) {
  if (!gpu.ends_with("gb")) return gpu;
  const std::size_t hyphen = gpu.rfind('-');
  if (hyphen == std::string_view::npos) return gpu;
  const std::string_view size = gpu.substr(hyphen + 1, gpu.size() - hyphen - 3);
  const bool digits =
      !size.empty() && std::ranges::all_of(size, [](char c) { return c >= '0' && c <= '9'; });
  return digits ? gpu.substr(0, hyphen) : gpu;
}

std::string samples_text(double samples) {
  return fmt::format("{:.7g} {}", samples, samples == 1.0 ? "sample" : "samples");
}

class DataParallel final : public Application {
 public:
  explicit DataParallel(ObjectReader& reader)
      : all_(data_parallel::read_parameters(reader)),
        traits_{.exchanges = exchanges(),
                .depends_on_hardware = true,
                .parameters = all_.parameters,
                .dataset = all_.dataset} {}

  [[nodiscard]] const ApplicationTraits& traits() const override { return traits_; }

  [[nodiscard]] ApplicationFault fault(const StepCase& of) const override {
    const NumberFormat precision = precision_on(of.gpu);
    ApplicationFault found = batch_fault(of, precision);
    if (found.message.empty()) found = speed_fault(of.gpu, precision, batch(of, precision));
    if (found.message.empty()) found = memory_fault(of.gpu, precision, batch(of, precision));
    return found;
  }

  [[nodiscard]] StepCosts step(const StepCase& of) const override {
    const NumberFormat precision = precision_on(of.gpu);
    const double samples = batch(of, precision);
    const double on_node = samples * static_cast<double>(of.gpus_per_node);
    const Speed speed = speed_on(of.gpu, precision, samples);
    StepCosts costs;
    costs.compute = (speed.fixed.value_or(Seconds(0.0)) +
                     speed.per_sample * samples / kept_by_limit(of.gpu.power_share)) /
                    kept_rate(of);
    costs.backward = costs.compute * all_.backward_share();
    costs.overlap = all_.overlap;
    costs.exchange_start = all_.exchange_start;
    costs.exchange = of.gpus > 1 ? all_.gradients.find(precision).value_or(Bytes(0.0)) : Bytes(0.0);
    costs.last_bucket = data_parallel::last_bucket(all_, costs.exchange);
    if (of.cores_per_node > 0.0) costs.input = all_.decode * (on_node / of.cores_per_node);
    costs.input_per_node = all_.record * on_node;
    costs.launches = all_.launches;
    costs.calls = all_.calls;
    costs.synchronous_calls = all_.synchronous_calls;
    costs.to_gpu = all_.to_gpu * samples;
    costs.from_gpu = all_.from_gpu * samples;
    costs.prefetch = all_.prefetch;
    costs.samples = samples * static_cast<double>(of.gpus);
    costs.to_train = data_parallel::samples_to_train(all_, costs.samples);
    costs.start_up = all_.start_up;
    costs.calls_assumed = all_.calls_assumed;
    costs.basis = speed.basis;
    if (of.gpu.power_share < 1.0)
      costs.basis +=
          fmt::format(", × {:.3g} for the power limit", kept_by_limit(of.gpu.power_share));
    return costs;
  }

 private:
  [[nodiscard]] bool exchanges() const {
    return std::ranges::any_of(kAllFormats, [&](NumberFormat precision) {
      return all_.gradients.find(precision).value_or(Bytes(0.0)) > Bytes(0.0);
    });
  }

  [[nodiscard]] NumberFormat precision_on(const StepGpu& gpu) const {
    return all_.precision.value_or(gpu.has_tensor_cores ? NumberFormat::amp : NumberFormat::fp32);
  }

  [[nodiscard]] double batch(const StepCase& of, NumberFormat precision) const {
    if (all_.batch_per_gpu) return samples_per_gpu(of, *all_.batch_per_gpu);
    const double typical = all_.typical_batch.find(precision).value_or(1.0);
    return samples_per_gpu(
        of, std::max(typical, data_parallel::batch_by_memory(all_, of.gpu, precision)));
  }

  /// Share of the rate of one GPU that each of many keeps.
  [[nodiscard]] double kept_rate(const StepCase& of) const {
    const auto kept = [](double lost, std::int64_t count) {
      return 1.0 - lost * std::log2(static_cast<double>(std::max<std::int64_t>(count, 1)));
    };
    return kept(all_.gpu_straggler, of.gpus_per_node) * kept(all_.node_straggler, of.nodes);
  }

  /// Share of its rate that a GPU with a power limit keeps while it computes.
  [[nodiscard]] double kept_by_limit(double power_share) const {
    return std::pow(power_share, all_.power_exponent);
  }

  /// A batch of `samples` takes `time` on one GPU: what of it there is without any sample.
  [[nodiscard]] Speed measured(double samples, Seconds time, std::string basis) const {
    const Seconds fixed = std::min(all_.launch * static_cast<double>(all_.launches), time);
    return {.fixed = fixed, .per_sample = (time - fixed) / samples, .basis = std::move(basis)};
  }

  [[nodiscard]] std::string launches_text() const {
    if (!all_.launches_assumed) return "";
    return fmt::format(" with {} launches a step, assumed", all_.launches);
  }

  /// Of those rates that `fits` says.
  template <class Fits>
  [[nodiscard]] const Rate* nearest_of(NumberFormat precision, double samples,
                                       const Fits& fits) const {
    const Rate* nearest = nullptr;
    const auto distance = [&](const Rate& rate) {
      return std::abs(std::log(rate.batch / samples));
    };
    for (const Rate& rate : all_.rates)
      if (rate.precision == precision && fits(rate) &&
          (nearest == nullptr || distance(rate) < distance(*nearest)))
        nearest = &rate;
    return nearest;
  }

  [[nodiscard]] const Rate* nearest_rate(const StepGpu& gpu, NumberFormat precision,
                                         double samples) const {
    if (gpu.id.empty()) return nullptr;
    const Rate* own =
        nearest_of(precision, samples, [&](const Rate& rate) { return rate.gpu == gpu.id; });
    if (own != nullptr) return own;
    return nearest_of(precision, samples, [&](const Rate& rate) {
      return without_memory(rate.gpu) == without_memory(gpu.id);
    });
  }

  [[nodiscard]] Speed speed_on(const StepGpu& gpu, NumberFormat precision, double samples) const {
    if (all_.samples_per_second && (all_.gpu.empty() || all_.gpu == gpu.id)) {
      const double at = all_.batch_per_gpu.value_or(samples);
      return measured(
          at, Seconds(at / *all_.samples_per_second),
          fmt::format("given: {:.5g} samples/s at batch {:.5g}{}", *all_.samples_per_second, at,
                      at == samples ? "" : launches_text()));
    }
    if (const Rate* rate = nearest_rate(gpu, precision, samples)) {
      std::string basis = fmt::format("measured: {}", rate->id);
      if (rate->sister != 1.0) basis += fmt::format(", × {:.3g} for the board", rate->sister);
      if (rate->gpu != gpu.id) basis += fmt::format(", taken for {}", gpu.id);
      if (rate->batch != samples)
        basis += fmt::format(", scaled from batch {:.5g} to {:.5g}{}", rate->batch, samples,
                             launches_text());
      return measured(rate->batch, Seconds(rate->batch / rate->samples_per_second),
                      std::move(basis));
    }
    const auto efficiency = all_.efficiency.find(precision);
    const FlopsPerSecond peak = gpu.peak(precision);
    if (!efficiency || !(peak > FlopsPerSecond(0.0)) || !(all_.forward > Flops(0.0))) return {};
    return {.fixed = all_.launch * static_cast<double>(all_.launches),
            .per_sample = (all_.forward + all_.backward) / (peak * *efficiency),
            .basis = fmt::format("roofline: {:.3g} of {} in {}, not measured", *efficiency,
                                 human_text(peak), number_format_name(precision))};
  }

  [[nodiscard]] ApplicationFault batch_fault(const StepCase& of, NumberFormat precision) const {
    const double samples = batch(of, precision);
    if (!(samples > 0.0))
      return {
          .message = fmt::format("{} trains no samples: its batch is {:.5g}", all_.name(), samples),
          .hint = "a step has at least one sample for each GPU",
          .key = "batch_per_gpu"};
    if (samples >= 1.0) return {};
    return {.message = fmt::format("on {} GPUs each has {:.3g} samples of a batch of {}: fewer "
                                   "than one",
                                   of.gpus, samples, all_.name()),
            .hint = R"(with "scaling": "weak" each GPU keeps its batch; or fewer GPUs)",
            .key = "batch_per_gpu"};
  }

  [[nodiscard]] ApplicationFault speed_fault(const StepGpu& gpu, NumberFormat precision,
                                             double samples) const {
    if (speed_on(gpu, precision, samples).fixed) return {};
    const std::string on = gpu.id.empty() ? "a GPU that is not in the catalogue" : gpu.id;
    return {.message = fmt::format("the rate of {} on {} in {} is not known", all_.name(), on,
                                   number_format_name(precision)),
            .hint = fmt::format("{}; {}", known_text(), roofline_text(gpu, precision)),
            .key = {}};
  }

  [[nodiscard]] std::string known_text() const {
    std::vector<std::string> known;
    const auto add = [&](std::string text) {
      if (std::ranges::find(known, text) == known.end()) known.push_back(std::move(text));
    };
    if (all_.samples_per_second) add(all_.gpu);
    for (const Rate& rate : all_.rates)
      if (rate.sister == 1.0)
        add(fmt::format("{} in {}", rate.gpu, number_format_name(rate.precision)));
    return known.empty() ? "no GPU was measured"
                         : fmt::format("measured: {}", fmt::join(known, ", "));
  }

  /// Why a roofline estimate cannot replace the missing rate.
  [[nodiscard]] std::string roofline_text(const StepGpu& gpu, NumberFormat precision) const {
    if (!(gpu.peak(precision) > FlopsPerSecond(0.0)))
      return fmt::format("a roofline estimate needs the GPU's peak in {}",
                         number_format_name(precision));
    return fmt::format(
        R"("flops_forward" and "efficiency" in {} allow a roofline estimate instead)",
        number_format_name(precision));
  }

  [[nodiscard]] ApplicationFault memory_fault(const StepGpu& gpu, NumberFormat precision,
                                              double samples) const {
    const Bytes activations = all_.activations.find(precision).value_or(Bytes(0.0));
    if (!(gpu.memory > Bytes(0.0)) || !(activations > Bytes(0.0))) return {};
    const Bytes model = data_parallel::model_bytes(all_, precision);
    if (model + activations * samples <= gpu.memory) return {};
    const double most = std::floor((gpu.memory - model) / activations);
    return {.message = fmt::format(
                "{} in {} with {} for each GPU needs {} of memory: "
                "{} has {}",
                all_.name(), number_format_name(precision), samples_text(samples),
                human_quantity((model + activations * samples).value(), Dimension::bytes),
                gpu.id.empty() ? "the GPU" : gpu.id,
                human_quantity(gpu.memory.value(), Dimension::bytes)),
            .hint = most >= 1.0 ? fmt::format("there is memory for {}", samples_text(most))
                                : fmt::format("weights, gradients and optimizer alone take {}; "
                                              "models that are split over GPUs are not modelled",
                                              human_quantity(model.value(), Dimension::bytes)),
            .key = "batch_per_gpu"};
  }

  static constexpr NumberFormat kAllFormats[] = {NumberFormat::fp32, NumberFormat::tf32,
                                                 NumberFormat::amp, NumberFormat::bf16};

  Parameters all_;
  ApplicationTraits traits_;
};

}  // namespace

void register_application_data_parallel(Registry& registry) {
  registry.applications.add(
      {.name = "data-parallel",
       .summary = "Training with the whole model on every GPU: compute from a rate of one GPU, or "
                  "from operations and peak.",
       .example = kTrainingExample,
       .parts = {{"dataset", "datasets"}}},
      [](ObjectReader& reader) { return std::make_unique<DataParallel>(reader); });
}

}  // namespace gpuscape
