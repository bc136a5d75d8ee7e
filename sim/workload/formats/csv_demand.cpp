/// What rows of a csv log ask for.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/workload/formats/csv_reader.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr double kMostGpus = std::numeric_limits<std::int32_t>::max();
constexpr double kMostAmount =
    9e15;                       // cores (in thousandths they still fit 64 bits) or bytes (8 PiB)
constexpr double kHair = 1e-9;  // of rounding in decimals

}  // namespace

/// How many times a row counts what it asks for.
std::string CsvReader::read_instances() {
  instances_ = 1.0;
  if (!plan_.has(TraceField::instances)) return {};
  Reading instances = amount_of(TraceField::instances);
  if (instances.fault == Fault::none && instances.value > kMostGpus)
    instances.fault = Fault::out_of_range;
  if (instances.fault == Fault::none && instances.value != std::floor(instances.value))
    instances.fault = Fault::not_whole;
  if (instances.fault != Fault::none) return reason(TraceField::instances, instances.fault);
  instances_ = std::max(1.0, instances.value);
  return {};
}

std::string CsvReader::read_gpus(Job& job) {
  if (!plan_.has(TraceField::gpus)) {
    job.demand.gpus = 1;
    return {};
  }
  Reading gpus = amount_of(TraceField::gpus);
  const double of_one = gpus.value;
  gpus.value *= instances_;
  if (gpus.fault == Fault::none && gpus.value > kMostGpus) {
    gpus.fault = Fault::out_of_range;
  }
  if (gpus.fault == Fault::none && gpus.value > 0.0 && gpus.value < 1.0) {
    read_part_of_gpu(gpus.value, job);
    return {};
  }
  // Of several instances, each on a part of a GPU, the last GPU is not full.
  if (instances_ > 1.0 && of_one < 1.0) gpus.value = std::ceil(gpus.value - kHair);
  if (gpus.fault == Fault::none && gpus.value != std::floor(gpus.value)) {
    gpus.fault = Fault::not_whole;
  }
  if (gpus.fault == Fault::missing && plan_.has(TraceField::cores)) {
    return {};
  }
  if (gpus.fault != Fault::none) {
    return reason(TraceField::gpus, gpus.fault);
  }
  job.demand.gpus = static_cast<std::int32_t>(gpus.value);
  return {};
}

/// To the nearest thousandth, at least one.
void CsvReader::read_part_of_gpu(double part, Job& job) {
  job.demand.gpus = 1;
  const long milli = std::max(1L, std::lround(part * Demand::kWholeGpu));
  if (milli < Demand::kWholeGpu) job.demand.gpu_milli = static_cast<std::uint16_t>(milli);
}

double CsvReader::amount_or_zero(TraceField field, const Line& line) {
  if (!plan_.has(field)) {
    return 0.0;
  }
  Reading amount = amount_of(field);
  amount.value *= instances_;
  if (amount.fault == Fault::none && amount.value > kMostAmount) {
    amount.fault = Fault::out_of_range;
  }
  if (amount.fault == Fault::none) {
    return amount.value;
  }
  report_.note(false, reason(field, amount.fault) + ": taken as 0", line.number, line.text);
  return 0.0;
}

std::string CsvReader::read_demand(const Line& line, Job& job) {
  std::string fault = read_instances();
  if (fault.empty()) {
    fault = read_gpus(job);
  }
  if (!fault.empty()) {
    return fault;
  }
  constexpr double kMilli = 1000.0;
  constexpr double kMebibyte = 1048576.0;
  job.demand.milli_cores = std::llround(amount_or_zero(TraceField::cores, line) * kMilli);
  job.demand.memory_mib =
      static_cast<std::int64_t>(std::ceil(amount_or_zero(TraceField::memory, line) / kMebibyte));
  read_nodes(line, job);
  read_tasks(line, job);
  const TraceColumn& gpus = plan_[TraceField::gpus];
  const bool has_count = !gpus.present || gpus.constant || !text_of(TraceField::gpus).empty();
  if (!has_count && job.demand.milli_cores > 0) {
    report_.note(false, "GPU count is missing: a job without GPUs, since it asks for cores",
                 line.number, line.text);
  }
  if (job.demand.gpus > 0 || job.demand.milli_cores > 0) {
    return {};
  }
  if (!has_count) return reason(TraceField::gpus, Fault::missing);
  return plan_.has(TraceField::cores) ? "asks for neither GPUs nor cores" : "asks for no GPU";
}

void CsvReader::read_nodes(const Line& line, Job& job) {
  const std::string_view text = text_of(TraceField::nodes);
  if (text.empty()) {
    return;
  }
  constexpr std::int64_t kMostNodes = 10'000'000;
  const std::optional<std::int64_t> nodes = integer_text(text);
  if (nodes && *nodes >= 0 && *nodes <= kMostNodes) {
    job.demand.nodes = static_cast<std::int32_t>(*nodes);
  } else {
    report_.note(false, "node count is not an integer: as few as hold the job", line.number,
                 line.text);
  }
}

/// Instances and tasks of whole GPUs are not cut; a job without GPUs stays on one node.
void CsvReader::read_tasks(const Line& line, Job& job) {
  Demand& demand = job.demand;
  double tasks = instances_ > 1.0 ? instances_ : 0.0;
  if (!text_of(TraceField::tasks).empty()) {
    const Reading said = amount_of(TraceField::tasks);
    if (said.fault != Fault::none || said.value < 1.0 || said.value > kMostGpus ||
        said.value != std::floor(said.value)) {
      report_.note(false, "number of tasks is not an integer above 0: cut by GPUs", line.number,
                   line.text);
      return;
    }
    tasks = said.value;
  }
  const auto count = static_cast<std::int32_t>(tasks);
  if (count == 0 || demand.gpu_milli != 0 || demand.gpus == 0) return;
  const std::int32_t over = demand.nodes > 0 ? demand.nodes : 1;
  if (demand.gpus % count != 0 || count % over != 0) {
    if (plan_.has(TraceField::tasks))
      report_.note(
          false, "its GPUs are not shared evenly by its tasks, or these by its nodes: cut by GPUs",
          line.number, line.text);
    return;
  }
  if (demand.nodes == 0) demand.nodes = -count;
}

}  // namespace gpuscape
