#include "sim/validation/sharing/shared_gpu.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/sharing/batch_curve.hpp"
#include "sim/sharing/duty_cycle.hpp"
#include "sim/sharing/mig_speed.hpp"
#include "sim/sharing/vgpu_share.hpp"

namespace gpuscape {

namespace {

/// Of slices and requests.
std::uint32_t whole(double value) { return static_cast<std::uint32_t>(std::lround(value)); }

bool has_slices(const std::string& law) { return law == "instance" || law == "instance-latency"; }
bool has_times(const std::string& law) { return law == "requests" || law == "instance-latency"; }

double speed_at(const SharedGpu& experiment, double at) {
  if (experiment.law == "instance") return mig_throughput_share(whole(at), experiment.of).value();
  if (experiment.law == "pair") return pair_pace(at).value();
  if (experiment.law == "instance-latency")
    return experiment.many_time / MigLatency::through(experiment.few, experiment.few_time,
                                                      experiment.many, experiment.many_time)
                                      .at(whole(at));
  const auto row = [](std::uint32_t requests, Seconds time) {
    return BatchRow{requests, requests / time.value()};
  };
  const std::array<BatchRow, 2> rows{row(experiment.few, experiment.few_time),
                                     row(experiment.many, experiment.many_time)};
  return experiment.few_time / BatchCurve::fit(rows).time(whole(at));
}

double speed_of(const SharedGpu& experiment) {
  if (experiment.law == "virtual-gpu") return kVgpuPace.value();
  if (experiment.law == "duty")
    return 1.0 / duty_forecast(experiment.clients, Ratio(experiment.duty)).slowdown;
  // Memory and caches of an instance are its own, so its neighbours cost it nothing.
  ensure(experiment.law == "neighbour-instances", "a law of sharing is one of seven");
  return 1.0;
}

std::string unit_of(const std::string& law, double at) {
  if (law == "pair") return fmt::format("use {:g}", at);
  return fmt::format("{:g} {}{}", at, law == "requests" ? "request" : "slice",
                     at == 1.0 ? "" : "s");
}

void read_times(ObjectReader& reader, SharedGpu& experiment) {
  const auto number = [&](std::string_view key, const char* about) {
    return static_cast<std::uint32_t>(reader.count(key, 0, about, kPositive));
  };
  experiment.few = number("few", "Slices or requests of the first measured time.");
  experiment.many = number("many", "Likewise of the second.");
  experiment.few_time =
      reader.quantity<Seconds>("few_time", Seconds(0.0), "What was measured.", kPositive);
  experiment.many_time =
      reader.quantity<Seconds>("many_time", Seconds(0.0), "Likewise.", kPositive);
  if (experiment.few == 0 || experiment.many <= experiment.few ||
      !(experiment.few_time > Seconds(0.0)) || !(experiment.many_time > Seconds(0.0)))
    reader.issue("", "a line goes through two measured times, with few and with many");
}

}  // namespace

SharedGpu read_shared_gpu(ObjectReader& reader) {
  SharedGpu experiment;
  experiment.law = reader.one_of("law",
                                 {"instance", "instance-latency", "neighbour-instances",
                                  "virtual-gpu", "duty", "pair", "requests"},
                                 "What has to come out.");
  experiment.gpu = reader.text("gpu", "", "Of the catalogue.");
  for (const auto& [value, pointer] :
       reader.values("at", FieldType::ranges, "Slices, requests or summed use, by value."))
    if (value->is_number() && value->number() > 0.0)
      experiment.cases.push_back(value->number());
    else
      reader.context().add(value->place(), pointer, "expected a number above 0");
  const bool by_value =
      has_slices(experiment.law) || has_times(experiment.law) || experiment.law == "pair";
  if (by_value == experiment.cases.empty())
    reader.issue("at", "laws of slices, requests and pairs have \"at\", and others do not");
  if (has_slices(experiment.law)) {
    experiment.of =
        static_cast<std::uint32_t>(reader.count("of", 0, "Compute slices of the GPU.", kPositive));
    for (const double at : experiment.cases)
      if (at != std::round(at) || at > experiment.of)
        reader.issue("at", "an instance has no more slices than its GPU");
  }
  constexpr double kMostUse = 2.0;
  for (const double at : experiment.cases)
    if (experiment.law == "pair" && at > kMostUse) reader.issue("at", "two jobs use at most 2");
  if (has_times(experiment.law)) read_times(reader, experiment);
  if (experiment.law == "duty") {
    experiment.clients =
        static_cast<std::uint32_t>(reader.count("clients", 0, "Of one GPU.", kPositive));
    experiment.duty = reader.number("duty", 0.0, "Of each of them, alone.", kShare);
    if (experiment.clients == 0 || !(experiment.duty > 0.0))
      reader.issue("", "clients use the GPU for a share of their time");
  }
  return experiment;
}

std::vector<SharedPoint> shared_points(const SharedGpu& experiment, std::size_t values) {
  if (experiment.cases.empty())
    return std::vector<SharedPoint>(values, {.speed_left = speed_of(experiment)});
  ensure(experiment.cases.size() == values, "a figure of sharing has a value for each \"at\"");
  std::vector<SharedPoint> points;
  points.reserve(values);
  for (const double at : experiment.cases)
    points.push_back({.at = unit_of(experiment.law, at),
                      .speed_left = speed_at(experiment, at),
                      .in_proportion = has_slices(experiment.law) ? at / experiment.of : 0.0});
  return points;
}

}  // namespace gpuscape
