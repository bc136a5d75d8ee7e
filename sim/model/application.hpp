#pragma once
/// What jobs compute: what one step of training takes on given GPUs, before anything is shared.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/base/units/compute.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/model/collective.hpp"

namespace gpuscape {

/// The number format of matrix products. amp: half precision with weights kept in single precision.
enum class NumberFormat : unsigned char { fp32, tf32, amp, bf16 };
inline constexpr std::array<std::string_view, 4> kNumberFormats = {"fp32", "tf32", "amp", "bf16"};
[[nodiscard]] std::string_view number_format_name(NumberFormat precision);

/// What a step depends on of one GPU.
struct StepGpu {
  std::string id = {};  ///< the catalogue's: "v100-sxm2-16gb"; empty: not known
  /// Dense peak by NumberFormat; 0: the GPU does not have it, or it is not known.
  std::array<FlopsPerSecond, kNumberFormats.size()> peaks = {};
  bool has_tensor_cores = false;
  Bytes memory{0.0};         ///< 0: not known
  double power_share = 1.0;  ///< a power limit ÷ its rated power

  [[nodiscard]] FlopsPerSecond peak(NumberFormat precision) const {
    return peaks[static_cast<std::size_t>(precision)];
  }
};

/// What a job keeps when it runs on another number of GPUs: the batch of all of them together, or
/// that of each.
enum class StepScaling : unsigned char { strong, weak };

/// On what a step is computed. All GPUs are alike: of different ones the slowest sets the step
/// (`slowest_step`).
struct StepCase {
  StepGpu gpu = {};
  std::int64_t gpus = 1;  ///< of the job, at least 1
  std::int64_t nodes = 1;
  std::int64_t gpus_per_node = 1;  ///< of the node where it has most
  double cores_per_node = 0.0;     ///< CPU cores of the job in that node; 0: not known
  StepScaling scaling = StepScaling::strong;
  /// On how many GPUs the job's batch is the application's; 0: on as many as it has.
  std::int64_t sized_for_gpus = 0;
  std::optional<double> samples_per_gpu = {};  ///< instead of what the three above lead to
};

/// What one step of all GPUs together costs. With an exchange that takes `t`, a step takes
///   max(compute, input) + max(0, last_bucket · t, t − (overlap · backward − exchange_start))
/// and whatever remote calls and copies add.
struct StepCosts {
  Seconds compute{0.0};         ///< of the slowest GPU, launches and stragglers in it
  Seconds backward{0.0};        ///< of it: the time in which an exchange may be hidden
  double overlap = 0.0;         ///< share of `backward` that hides it, 0 to 1
  Seconds exchange_start{0.0};  ///< software takes so long before it begins
  double last_bucket = 0.0;     ///< share of the exchange that begins when `backward` has ended
  Bytes exchange{0.0};          ///< what each ends up with, as CollectiveCase::bytes; 0: nothing
  CollectiveOperation operation = CollectiveOperation::all_reduce;
  /// The exchange is among the nodes, over their adapters; else among the GPUs.
  bool exchange_among_nodes = false;
  Seconds input{0.0};                  ///< CPU cores of the fullest node prepare the samples
  Bytes input_per_node{0.0};           ///< what the fullest node reads from storage
  std::int64_t launches = 0;           ///< kernels, of each GPU
  std::int64_t calls = 0;              ///< of the GPU's interface, of each GPU
  std::int64_t synchronous_calls = 0;  ///< of them: those that wait for the GPU
  Bytes to_gpu{0.0};                   ///< copies, of each GPU
  Bytes from_gpu{0.0};
  double prefetch = 1.0;  ///< share of `compute` in which copies for the next step pass, 0 to 1
  double samples = 0.0;   ///< of all GPUs; 0: not known
  double to_train = 0.0;  ///< samples until it is trained, evaluation among them; 0: not known
  Seconds start_up{0.0};  ///< of a run, before the first step
  bool calls_assumed = false;  ///< nobody said how many
  std::string basis = {};      ///< from which measured rate compute is, or that it is not measured
};

struct ApplicationTraits {
  bool exchanges = false;              ///< in every step, where a job has several nodes (or GPUs)
  bool exchanges_among_nodes = false;  ///< as StepCosts::exchange_among_nodes
  /// A step takes other times on other hardware: jobs that were measured elsewhere are rescaled.
  bool depends_on_hardware = false;
  /// What it reads follows from its own rate, whatever a record of its dataset is.
  bool reads_by_rate = false;
  double parameters = 0.0;   ///< weights that are trained; 0: not known
  std::string dataset = {};  ///< what it is trained on, by its name; empty: not said
};

struct ApplicationFault {
  std::string message = {};  ///< empty: nothing is wrong
  std::string hint = {};
  std::string key = {};  ///< of its parameters, the one at fault; empty: none of them alone
};

/// Contract: functions of their arguments alone. `step` is asked only of a case in which `fault`
/// finds nothing; its times, bytes and counts are finite and not negative, `compute` is above 0,
/// `backward` at most `compute`, nothing is exchanged by one alone, and where steps depend on
/// hardware their samples are known.
class Application {
 public:
  virtual ~Application() = default;
  [[nodiscard]] virtual const ApplicationTraits& traits() const = 0;
  [[nodiscard]] virtual ApplicationFault fault(const StepCase& of) const = 0;
  [[nodiscard]] virtual StepCosts step(const StepCase& of) const = 0;
};

/// Samples of one GPU in a step, where the application's own batch is `batch_per_gpu`.
[[nodiscard]] double samples_per_gpu(const StepCase& of, double batch_per_gpu);
/// How long an exchange may go on while a step computes.
[[nodiscard]] Seconds covered_time(const StepCosts& costs);
/// What of a step is left of an exchange of that time.
[[nodiscard]] Seconds exposed_part(const StepCosts& costs, Seconds exchange);
/// What a step takes with an exchange of that time, alone and on GPUs of its own.
[[nodiscard]] Seconds step_time(const StepCosts& costs, Seconds exchange);
/// The costs on GPUs of several kinds: those of the kind whose compute takes longest. `gpus` holds
/// one of each kind, at least one; in no case with one of them may `fault` find anything.
[[nodiscard]] StepCosts slowest_step(const Application& application, StepCase of,
                                     std::span<const StepGpu> gpus);

}  // namespace gpuscape
