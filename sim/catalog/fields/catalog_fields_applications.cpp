#include <array>

#include "sim/catalog/fields/catalog_field_tables.hpp"

namespace gpuscape {

namespace {

using Type = CatalogType;
using Topic = CatalogTopic;
using Use = CatalogUse;

constexpr auto kApplications = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"family", Type::text, Topic::description, Use::nothing, "Kind of neural network."},
    {"sample", Type::text, Topic::description, Use::nothing, "What one sample is."},
    {"precision", Type::choice, Topic::description, Use::steps,
     "Where a scenario says none; `auto`: `amp` on GPUs with tensor cores, `fp32` on others.",
     "auto fp32 tf32 amp bf16"},
    {"typical_batch.*", Type::count, Topic::description, Use::steps,
     "Samples of each GPU in a step by precision, where a scenario does not say it."},
    {"memory_to_fill", Type::share, Topic::description, Use::steps,
     "Share of a GPU's memory that activations fill, of what the model leaves: a larger GPU has a "
     "larger batch than the typical one."},
    {"epochs[].batch", Type::count, Topic::description, Use::steps,
     "Samples of a step of all GPUs at which it takes so many epochs."},
    {"epochs[].epochs", Type::number, Topic::description, Use::steps,
     "Epochs until it is trained, at that batch."},
    {"layers", Type::count, Topic::compute, Use::steps,
     "Layers with weights: convolutions and matrices."},
    {"parameters", Type::number, Topic::compute, Use::steps, "Weights that are trained."},
    {"flops_forward", Type::number, Topic::compute, Use::steps,
     "Operations of the forward pass for a sample; a multiply-add is two."},
    {"flops_backward", Type::number, Topic::compute, Use::steps,
     "Operations of the backward pass."},
    {"gradients.*", Type::bytes, Topic::memory, Use::steps,
     "What all GPUs reduce in each step, by precision; the weights are as large."},
    {"optimizer_per_parameter", Type::bytes, Topic::memory, Use::steps,
     "What the optimizer keeps for each parameter, beside weight and gradient."},
    {"activations.*", Type::bytes, Topic::memory, Use::steps,
     "What a sample keeps for the backward pass by precision, without recomputation."},
    {"efficiency.*", Type::number, Topic::rates, Use::steps,
     "Of the GPU's peak that counted operations attain, by precision: where no rate is known. "
     "Above "
     "1 where an algorithm needs fewer than are counted."},
    {"launches_per_step", Type::count, Topic::compute, Use::steps,
     "Kernels that a GPU is given in a step."},
    {"calls_per_step", Type::count, Topic::compute, Use::steps,
     "Calls of the GPU's interface in a step."},
    {"synchronous_calls_per_step", Type::count, Topic::compute, Use::steps,
     "Calls of a step that wait until the GPU has finished."},
    {"to_gpu_per_sample", Type::bytes, Topic::memory, Use::steps,
     "Copied from the host to a GPU for each sample."},
    {"from_gpu_per_sample", Type::bytes, Topic::memory, Use::steps, "Copied back."},
    {"dataset", Type::name, Topic::description, Use::steps, "What it is trained on.", "datasets"},
    {"decode", Type::delay, Topic::rates, Use::steps,
     "Time of a CPU core to prepare a sample; without it the input bounds nothing."},
    {"launch", Type::latency, Topic::rates, Use::steps,
     "Launch time of a kernel, in which the GPU does nothing else."},
    {"gpu_straggler", Type::number, Topic::rates, Use::steps,
     "Share of the rate that is lost with every doubling of the GPUs within a node."},
    {"node_straggler", Type::number, Topic::rates, Use::steps,
     "Share of the rate that is lost with every doubling of the nodes."},
    {"overlap", Type::share, Topic::rates, Use::steps,
     "Share of the backward pass in which the exchange may be hidden."},
    {"bucket", Type::bytes, Topic::rates, Use::steps,
     "Gradients that are exchanged together, as they come; the last ones when the backward pass "
     "has "
     "ended."},
    {"exchange_start", Type::latency, Topic::rates, Use::steps,
     "Time that the software takes before an exchange begins."},
    {"framework", Type::name, Topic::description, Use::steps, "Software that trains it.",
     "frameworks"},
    {"evaluation.samples", Type::number, Topic::description, Use::steps, "Of each evaluation."},
    {"evaluation.every", Type::number, Topic::description, Use::steps,
     "Epochs from one evaluation to the next."},
    {"power_exponent", Type::number, Topic::rates, Use::steps,
     "Speed of a GPU with a power limit, as an exponent of limit ÷ rated power."},
    {"backward_per_forward", Type::number, Topic::compute, Use::steps,
     "Ratio of the times of the backward and the forward pass, where no operations are given."},
});

constexpr auto kFrameworks = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"overlap", Type::share, Topic::rates, Use::steps,
     "Share of the backward pass in which the exchange may be hidden."},
    {"bucket", Type::bytes, Topic::rates, Use::steps,
     "Gradients that are exchanged together; the last ones when the backward pass has ended."},
    {"exchange_start", Type::latency, Topic::rates, Use::steps,
     "Time that it takes before an exchange begins."},
});

constexpr auto kDatasets = std::to_array<CatalogField>({
    {"about", Type::text, Topic::description, Use::nothing, "One line about it."},
    {"samples", Type::count, Topic::memory, Use::steps, "Samples to train on."},
    {"validation_samples", Type::count, Topic::memory, Use::steps, "Samples to evaluate with."},
    {"size", Type::bytes, Topic::memory, Use::nothing, "All of it, as stored."},
    {"record", Type::bytes, Topic::memory, Use::steps, "One sample, as stored."},
});

constexpr auto kRates = std::to_array<CatalogField>({
    {"about", Type::text, Topic::rates, Use::nothing, "One line about it."},
    {"application", Type::name, Topic::rates, Use::steps, "What was trained.", "applications"},
    {"gpu", Type::name, Topic::rates, Use::steps, "The one GPU that it was trained on.", "gpus"},
    {"precision", Type::choice, Topic::rates, Use::steps, "Precision of the matrix products.",
     "fp32 tf32 amp bf16"},
    {"batch_per_gpu", Type::count, Topic::rates, Use::steps, "Samples in a step."},
    {"samples_per_second", Type::number, Topic::rates, Use::steps, "Measured on one GPU."},
    {"framework", Type::text, Topic::rates, Use::nothing, "Software that it was measured with."},
    {"system", Type::text, Topic::rates, Use::nothing, "Machine that it was measured in."},
    {"data", Type::text, Topic::rates, Use::nothing, "Where samples came from."},
});

}  // namespace

std::span<const CatalogField> applications_fields() { return kApplications; }
std::span<const CatalogField> frameworks_fields() { return kFrameworks; }
std::span<const CatalogField> datasets_fields() { return kDatasets; }
std::span<const CatalogField> rates_fields() { return kRates; }

}  // namespace gpuscape
