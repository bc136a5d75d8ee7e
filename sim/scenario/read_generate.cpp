#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/read_scenario.hpp"

namespace gpuscape {

namespace {

using Alternative = ObjectReader::Alternative;

constexpr double kMostGpus = 10'000'000;

/// Reads the numbers of a distribution as what they measure.
class DistributionReader {
 public:
  DistributionReader(ObjectReader& reader, DistributionOf what) : reader_(reader), what_(what) {}

  double value(std::string_view key, std::string_view doc, Bounds bounds = kPositive) {
    if (what_ == DistributionOf::number) return reader_.number(key, doc, bounds);
    return reader_.time(key, doc, bounds).value();
  }

  std::optional<double> optional_value(std::string_view key, std::string_view doc) {
    if (what_ == DistributionOf::number) return reader_.optional_number(key, doc, kPositive);
    const auto time = reader_.optional_time(key, doc, kPositive);
    return time ? std::optional(time->value()) : std::nullopt;
  }

  void read_uniform(DistributionSpec& spec) {
    spec.first = value("low", "The smallest value.", kNotNegative);
    spec.second = value("high", "The largest value.");
    if (reader_.has("low") && reader_.has("high") && spec.second < spec.first)
      reader_.issue("high", "\"high\" lies below \"low\"");
  }

  void read_lognormal(DistributionSpec& spec) {
    spec.first = value("median", "Half of the values lie below.");
    const auto mean =
        optional_value("mean", "The mean; must lie above the median. Either this or sigma.");
    const auto sigma =
        reader_.optional_number("sigma", "Standard deviation of the logarithm.", kPositive);
    if (reader_.describing()) return;
    if (reader_.has("mean") == reader_.has("sigma"))
      return reader_.issue(
          "sigma", "a lognormal distribution needs either \"mean\" or \"sigma\" beside the median");
    if (sigma) spec.second = *sigma;
    if (!mean || !reader_.has("median")) return;
    if (*mean > spec.first) {
      // mean = median · exp(σ²/2)
      spec.second = std::sqrt(2.0 * std::log(*mean / spec.first));
    } else {
      reader_.issue("mean", "the mean of a lognormal distribution lies above its median");
    }
  }

 private:
  ObjectReader& reader_;
  DistributionOf what_;
};

void read_arrivals(ObjectReader& reader, GenerateSpec& spec) {
  const auto diurnal = [&](ObjectReader& r) {
    spec.peak_hour = r.number("peak_hour", 15.0,
                              "Hour of the day with the most arrivals; a run starts at midnight.",
                              Bounds{.least = 0.0, .most = 24.0});
    spec.peak_to_trough =
        r.number("peak_to_trough", "Arrival rate at the peak divided by that twelve hours later.",
                 Bounds{.least = 1.0, .most = 1e6});
  };
  const std::string process = reader.alternatives(
      "process",
      {{"poisson", "The same rate at any time.", [](ObjectReader&) {}},
       {"diurnal", "A Poisson process whose rate follows a sine over the day.", diurnal}},
      "poisson", "How arrivals are spread over time.");
  spec.diurnal = process == "diurnal";
}

void read_amount(ObjectReader& reader, GenerateSpec& spec) {
  spec.duration =
      reader.optional_time("duration", "Arrivals stop then. Either this or jobs.", kPositive);
  spec.jobs = reader.optional_count("jobs", "How many jobs arrive. Either this or duration.",
                                    Bounds{.least = 1, .most = 1e9});
  spec.load = reader.optional_number(
      "load", "GPU time asked for divided by GPU time there is. Either this or jobs_per_hour.",
      Bounds{.least = 0.0, .most = 1000.0, .above_least = true});
  spec.jobs_per_hour =
      reader.optional_number("jobs_per_hour", "Mean arrival rate. Either this or load.",
                             Bounds{.least = 0.0, .most = 1e9, .above_least = true});
  if (reader.describing()) return;
  if (reader.has("duration") == reader.has("jobs"))
    reader.issue(reader.has("jobs") ? "jobs" : "",
                 "exactly one of \"duration\" and \"jobs\" is needed");
  if (reader.has("load") == reader.has("jobs_per_hour"))
    reader.issue(reader.has("load") ? "load" : "",
                 "exactly one of \"load\" and \"jobs_per_hour\" is needed");
}

}  // namespace

std::vector<GpuShareSpec> read_gpu_shares(ObjectReader& reader, std::string_view doc,
                                          bool required) {
  std::vector<GpuShareSpec> result;
  const auto weights = reader.number_map("gpus", doc, kPositive, required);
  for (const auto& [name, weight] : weights) {
    std::int32_t gpus = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), gpus);
    if (error == std::errc() && end == name.data() + name.size() && gpus >= 1 &&
        gpus <= kMostGpus) {
      result.push_back({gpus, weight});
    } else {
      reader.issue("gpus", fmt::format("\"{}\" is no number of GPUs from 1 to {:.0f}",
                                       excerpt(name), kMostGpus));
    }
  }
  return result;
}

DistributionSpec read_distribution(ObjectReader& reader, DistributionOf what) {
  DistributionSpec spec;
  DistributionReader values(reader, what);
  const auto into_first = [&](std::string_view key, std::string_view doc) {
    return [&spec, &values, key, doc](ObjectReader&) { spec.first = values.value(key, doc); };
  };
  const std::vector<Alternative> kinds = {
      {"constant", "Always the same.", into_first("value", "The value.")},
      {"uniform", "Equally likely between two bounds.",
       [&](ObjectReader&) { values.read_uniform(spec); }},
      {"exponential", "Memoryless.", into_first("mean", "The mean.")},
      {"lognormal", "The logarithm is normal.",
       [&](ObjectReader&) { values.read_lognormal(spec); }},
      {"weibull", "Hazard rises (shape above 1) or falls (below) with age.", [&](ObjectReader& r) {
         spec.first = values.value("scale", "63 % of the values lie below.");
         spec.second = r.number("shape", "1 is the exponential distribution.",
                                Bounds{.least = 0.05, .most = 100.0});
       }}};
  spec.kind = reader.alternatives("distribution", kinds, "", "Which distribution.");
  spec.most = values.optional_value("at_most", "Larger draws are set to this.").value_or(spec.most);
  return spec;
}

GenerateSpec read_generate_spec(ObjectReader& reader) {
  GenerateSpec spec;
  read_amount(reader, spec);
  reader.defaulted_object("arrivals", "When jobs arrive.",
                          [&](ObjectReader& r) { read_arrivals(r, spec); });
  spec.gpus = read_gpu_shares(
      reader, "Weight of each number of GPUs that jobs ask for: {\"1\": 0.7, \"8\": 0.3}.", true);
  reader.object("run_time", "How long jobs run once started.", [&](ObjectReader& r) {
    spec.run_time = read_distribution(r, DistributionOf::time);
  });
  reader.optional_object(
      "time_limit", "Limits that users give; without it jobs have none.", [&](ObjectReader& r) {
        r.object("factor",
                 "The limit divided by the run time; below 1 the job would not finish in time.",
                 [&](ObjectReader& f) {
                   spec.time_limit_factor = read_distribution(f, DistributionOf::number);
                 });
      });
  spec.cores_per_gpu =
      reader.number("cores_per_gpu", 0.0, "CPU cores that a job asks for with each GPU.",
                    Bounds{.least = 0.0, .most = 1e5});
  spec.memory_per_gpu = reader.bytes("memory_per_gpu", Bytes(0.0),
                                     "Memory that a job asks for with each GPU.", kNotNegative);
  return spec;
}

}  // namespace gpuscape
