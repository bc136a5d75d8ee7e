#include "models/application/data_parallel/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/application/data_parallel/parts.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/unread_fields.hpp"
#include "sim/scenario/application_saves.hpp"
#include "sim/scenario/job_collective.hpp"

namespace gpuscape::data_parallel {

namespace {

constexpr Bounds kCounts{.least = 0.0, .most = 1e9};
constexpr Bounds kData{.least = 0.0, .most = 1e18};
constexpr Bounds kOperations{.least = 0.0, .most = 1e30};
constexpr Bounds kEfficiency{.least = 0.0, .most = 10.0, .above_least = true};
constexpr Bounds kStraggler{.least = 0.0, .most = 0.03};

/// Numbers by the names of precisions.
ByPrecision<double> read_numbers(ObjectReader& reader, std::string_view key, std::string_view doc,
                                 Bounds bounds) {
  ByPrecision<double> result;
  for (const auto& [name, number] : reader.number_map(key, doc, bounds, false)) {
    if (const auto precision = precision_of(name))
      result.of(*precision) = number;
    else
      reader.issue(key, fmt::format("unknown precision \"{}\"", excerpt(name)),
                   nearest_hint(name, precision_names()));
  }
  return result;
}

/// Bytes for all precisions as a text, or by their names.
ByPrecision<Bytes> read_bytes(ObjectReader& reader, std::string_view key, std::string_view doc) {
  ByPrecision<Bytes> result;
  reader.optional_short_object(key, "any", doc, [&](ObjectReader& r) {
    result.any =
        r.optional_quantity<Bytes>("any", "Value for precisions that are not named.", kData);
    for (std::size_t i = 0; i < kNumberFormats.size(); ++i)
      result.values[i] = r.optional_quantity<Bytes>(
          kNumberFormats[i], fmt::format("Value for {}.", kNumberFormats[i]), kData);
  });
  return result;
}

Bytes read_amount(ObjectReader& reader, std::string_view key, std::string_view doc) {
  return reader.quantity<Bytes>(key, Bytes(0.0), doc, kData);
}

void read_speed(ObjectReader& reader, Parameters& all) {
  all.precision = precision_of(
      reader.one_of("precision", {"auto", "fp32", "tf32", "amp", "bf16"}, "auto",
                    "The number format of matrix products; `auto`: `amp` on GPUs with tensor "
                    "cores, `fp32` on others."));
  if (const auto batch = reader.optional_count(
          "batch_per_gpu", "Samples of each GPU in a step; without it the typical batch.",
          kSamples))
    all.batch_per_gpu = static_cast<double>(*batch);
  all.typical_batch = read_numbers(reader, "typical_batch",
                                   "Samples of each GPU in a step, by precision.", kSamples);
  all.memory_to_fill =
      reader.number("memory_to_fill", 0.0,
                    "Share of what weights, gradients and optimizer leave of a GPU's memory, which "
                    "activations fill where `batch_per_gpu` is missing; 0: the typical batch on "
                    "every GPU.",
                    kShare);
  all.samples_per_second = reader.optional_number(
      "samples_per_second",
      "Measured on one GPU at `batch_per_gpu`, instead of what the catalogue knows.", kRates);
  all.gpu = reader
                .optional_text("gpu",
                               "GPU of the catalogue on which `samples_per_second` was measured; "
                               "without it, it holds for any.")
                .value_or("");
  all.forward = Flops(reader.number("flops_forward", 0.0,
                                    "Operations of the forward pass for a sample; a multiply-add "
                                    "is two.",
                                    kOperations));
  all.backward = Flops(reader.number("flops_backward", 2.0 * all.forward.value(),
                                     "Operations of the backward pass; twice as many as of the "
                                     "forward pass.",
                                     kOperations));
  all.efficiency =
      read_numbers(reader, "efficiency",
                   "Share of the GPU's peak that these operations attain, by precision: for "
                   "GPUs of which no rate is known.",
                   kEfficiency);
}

void read_memory(ObjectReader& reader, Parameters& all) {
  all.gradients =
      read_bytes(reader, "gradients", "What all GPUs reduce in each step; weights are as large.");
  all.activations = read_bytes(reader, "activations",
                               "What a sample keeps for the backward pass; without it, memory is "
                               "not checked.");
  all.parameters =
      reader.number("parameters", 0.0, "Weights that are trained, for the optimizer.", kOperations);
  all.optimizer_per_parameter =
      read_amount(reader, "optimizer_per_parameter", "What the optimizer keeps for each.");
}

/// Kernels of a step, where nobody says how many: the catalogue's applications have 7 to 20 for
/// each layer with weights (alexnet to resnet-50, gpt2-large to bert-large), and 110 to 4200 in
/// all.
constexpr std::int64_t kLaunchesPerLayer = 16;
constexpr std::int64_t kLaunches = 1000;

void read_launches(ObjectReader& reader, Parameters& all) {
  const auto layers =
      reader.optional_count("layers", "Layers with weights: convolutions and matrices.",
                            Bounds{.least = 1.0, .most = 1e6});
  const auto launches = reader.optional_count(
      "launches_per_step",
      "Kernels that a GPU is given in a step; by default 16 for each of `layers`, or else 1000.",
      kCounts);
  all.launches_assumed = !launches;
  all.launches = launches.value_or(layers ? kLaunchesPerLayer * *layers : kLaunches);
}

/// One number, or what it takes by the batch of all GPUs.
void read_epochs(ObjectReader& reader, Parameters& all) {
  constexpr Bounds kEpochs{.least = 1e-6, .most = 1e6};
  reader.list("epochs",
              "Epochs to train, by the samples of a step of all GPUs, by rising batch; between two "
              "of them by the batch's logarithm, outside as at the nearest.",
              [&](ObjectReader& r) {
                const double batch = static_cast<double>(
                    r.count("batch", "Samples of a step of all GPUs.", kSamples));
                const double epochs = r.number("epochs", "Times that all samples pass.", kEpochs);
                if (!all.epochs.empty() && batch <= all.epochs.back().first)
                  r.issue("batch", "batches must be in increasing order");
                all.epochs.emplace_back(batch, epochs);
              });
}

/// Where nobody says how many: the catalogue's applications have 3.1 to 3.8 calls for each kernel,
/// and 6 to 8 that wait.
constexpr std::int64_t kCallsPerLaunch = 3;
constexpr std::int64_t kCallsThatWait = 6;

void read_calls(ObjectReader& reader, Parameters& all) {
  const auto calls = reader.optional_count(
      "calls_per_step",
      "Calls of the GPU's interface in a step; by default 3 for each launch. A first step makes "
      "more.",
      kCounts);
  const auto waiting = reader.optional_count("synchronous_calls_per_step",
                                             "Calls of a step that wait until the GPU has "
                                             "finished; by default 6, where there are so many.",
                                             kCounts);
  all.calls_assumed = !calls && all.launches > 0;
  all.calls = calls.value_or(std::max(kCallsPerLaunch * all.launches, waiting.value_or(0)));
  all.synchronous_calls = waiting.value_or(calls ? 0 : std::min(kCallsThatWait, all.calls));
}

/// With the data set's own samples, where it has some.
void read_evaluation(ObjectReader& reader, double samples, Parameters& all) {
  reader.optional_object(
      "evaluation", "Forward passes over other samples, after some epochs; in the time to train.",
      [&](ObjectReader& r) {
        all.evaluation_samples =
            r.number("samples", samples,
                     "Samples of each evaluation; without it those that `dataset` has for it.",
                     Bounds{.least = 0.0, .most = 1e15});
        all.epochs_per_evaluation =
            r.number("every", 1.0, "Epochs from one to the next.",
                     Bounds{.least = 0.0, .most = 1e6, .above_least = true});
      });
  all.start_up = reader.quantity<Seconds>(
      "start_up", Seconds(0.0),
      "Time of a run before its first step: libraries, data, compilation; in the time to train.",
      Bounds{.least = 0.0, .most = 1e9});
}

void read_host(ObjectReader& reader, Parameters& all) {
  read_launches(reader, all);
  read_epochs(reader, all);
  read_calls(reader, all);
  all.to_gpu = read_amount(reader, "to_gpu_per_sample", "Copied to a GPU for each sample.");
  all.from_gpu = read_amount(reader, "from_gpu_per_sample", "Copied back.");
  all.prefetch = reader.number("prefetch", 1.0,
                               "Share of the time that a GPU computes in which copies of the next "
                               "step pass; 0: it waits for them, as inference does.",
                               kShare);
  const auto record = reader.optional_quantity<Bytes>(
      "record", "A sample as stored; without it that of `dataset`.", kData);
  all.dataset =
      reader.text("dataset", "",
                  "What it is trained on, out of the `datasets` of the workload or of the "
                  "catalogue.");
  all.decode = reader.quantity<Seconds>(
      "decode", Seconds(0.0),
      "Time of a CPU core to prepare a sample; 0: the input bounds nothing.",
      Bounds{.least = 0.0, .most = 1e6});
  const Parts parts = read_parts(reader);
  all.rates = parts.rates;
  const auto of_dataset = std::ranges::find(parts.datasets, all.dataset, &Dataset::id);
  const bool known = of_dataset != parts.datasets.end();
  all.record = record.value_or(known ? of_dataset->record : Bytes(0.0));
  all.dataset_samples = known ? of_dataset->samples : 0.0;
  read_evaluation(reader, known ? of_dataset->validation : 0.0, all);
  if (const auto samples = reader.optional_number(
          "dataset_samples", "Samples of an epoch; without it those of `dataset`.",
          Bounds{.least = 1.0, .most = 1e15}))
    all.dataset_samples = *samples;
  if (all.synchronous_calls > all.calls && reader.has("calls_per_step"))
    reader.issue(
        "synchronous_calls_per_step",
        fmt::format("{} calls, and {} of them synchronous", all.calls, all.synchronous_calls),
        "synchronous calls are among \"calls_per_step\"");
}

/// Constants of the model; the catalogue has them with their sources.
void read_constants(ObjectReader& reader, Parameters& all) {
  const auto number = [&](std::string_view key, std::string_view doc, Bounds bounds,
                          double& value) {
    const auto read = reader.optional_number(key, doc, bounds);
    if (!read && !reader.has(key) && !reader.describing())
      reader.issue("", fmt::format("\"{}\" is missing", key),
                   "the catalogue's applications have it");
    value = read.value_or(value);
  };
  const auto launch = reader.optional_quantity<Seconds>(
      "launch", "Launch time of a kernel, in which the GPU does nothing else; filled in.",
      Bounds{.least = 0.0, .most = 1.0});
  if (!launch && !reader.has("launch") && !reader.describing())
    reader.issue("", "\"launch\" is missing", "the catalogue's applications have it");
  all.launch = launch.value_or(Seconds(0.0));
  number("gpu_straggler",
         "Share of the rate that is lost with every doubling of the GPUs within a node; filled in.",
         kStraggler, all.gpu_straggler);
  number("node_straggler",
         "Share of the rate that is lost with every doubling of the nodes; filled in.", kStraggler,
         all.node_straggler);
  number("overlap", "Share of the backward pass in which the exchange may be hidden; filled in.",
         kShare, all.overlap);
  all.bucket = reader.quantity<Bytes>("bucket", Bytes(0.0),
                                      "Gradients that are exchanged together, as soon as there are "
                                      "as many; the last ones come when "
                                      "the backward pass has ended. 0: each by itself.",
                                      kData);
  all.exchange_start =
      reader.quantity<Seconds>("exchange_start", Seconds(0.0),
                               "Time that the software takes before an exchange begins, as of a "
                               "coordinator's cycle.",
                               Bounds{.least = 0.0, .most = 10.0});
  reader.text("framework", "",
              "Software of the catalogue's `frameworks`, which says `overlap`, `bucket` and "
              "`exchange_start` where the application does not.");
  number("power_exponent",
         "Speed of a GPU with a power limit, as an exponent of limit ÷ rated power; filled in.",
         kShare, all.power_exponent);
  number("backward_per_forward",
         "Ratio of the times of the backward and the forward pass, where no operations are given.",
         Bounds{.least = 0.0, .most = 100.0}, all.backward_per_forward);
}

void check(ObjectReader& reader, const Parameters& all) {
  const bool has_efficiency =
      std::ranges::any_of(all.efficiency.values, [](const auto& one) { return one.has_value(); });
  const bool roofline = all.forward > Flops(0.0) && has_efficiency;
  const bool tells = reader.has("samples_per_second") || !all.rates.empty() || roofline ||
                     reader.has("efficiency");
  if (!tells)
    reader.issue("", "nothing says how fast it computes",
                 "give \"samples_per_second\" and \"batch_per_gpu\", measured on one GPU; or "
                 "\"flops_forward\" and \"efficiency\"");
  if (reader.has("samples_per_second") && !reader.has("batch_per_gpu"))
    reader.issue("samples_per_second", "at which batch was that measured?",
                 "\"batch_per_gpu\" says it");
  if (!reader.has("batch_per_gpu") && !reader.has("typical_batch") && tells &&
      !reader.has("samples_per_second"))
    reader.issue("", "\"batch_per_gpu\" is missing",
                 "batch_per_gpu: samples of each GPU in a step");
  if (reader.has("gpu") && !reader.has("samples_per_second"))
    reader.issue("gpu", "\"gpu\" is that of \"samples_per_second\", which is missing");
}

}  // namespace

Parameters read_parameters(ObjectReader& reader) {
  Parameters all;
  all.entry = reader.text("entry", "", "Id of the entry in the catalogue; filled in.");
  read_speed(reader, all);
  read_memory(reader, all);
  read_host(reader, all);
  read_constants(reader, all);
  read_job_collective(reader);     // which the scenario keeps
  read_application_saves(reader);  // likewise
  pass_over_unread(reader, "applications", "");
  if (!reader.describing()) check(reader, all);
  return all;
}

}  // namespace gpuscape::data_parallel
