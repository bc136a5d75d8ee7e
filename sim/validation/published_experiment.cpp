#include "sim/validation/published_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/validation/figure_scenario.hpp"

namespace gpuscape {

namespace {

/// Whether its values are numbers rather than texts with a unit.
bool is_number(MeasuredQuantity quantity) {
  switch (quantity) {
    case MeasuredQuantity::sample_rate:
    case MeasuredQuantity::batch_rate:
    case MeasuredQuantity::speed_up:
    case MeasuredQuantity::efficiency:
    case MeasuredQuantity::count:
    case MeasuredQuantity::share:
    case MeasuredQuantity::yearly_rate:
    case MeasuredQuantity::speed_left:
      return true;
    default:
      return false;
  }
}

/// One measured value.
double measured_value(ObjectReader& reader, std::string_view key, MeasuredQuantity quantity,
                      const JsonValue& value) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (value.is_null()) return kNone;
  if (is_number(quantity)) {
    if (value.is_number() && value.number() > 0.0) return value.number();
    reader.context().add(value.place(), reader.pointer() + "/" + std::string(key),
                         "expected a number above 0, or null where nothing was measured", "");
    return kNone;
  }
  std::string message = "expected a measured value as text";
  std::string hint = R"("12.3 GB/s", "3.1 us", or null where nothing was measured)";
  const auto take = [&](const auto& reading) {
    if (reading.value && reading.value->value() > 0.0) return reading.value->value();
    message = reading.value ? "a measured value is above 0" : reading.message;
    hint = reading.hint;
    return kNone;
  };
  const auto parsed = [&] {
    if (quantity == MeasuredQuantity::power) return take(parse<Watts>(value.text()));
    if (quantity == MeasuredQuantity::time || quantity == MeasuredQuantity::training_time ||
        quantity == MeasuredQuantity::duration)
      return take(parse<Seconds>(value.text()));
    return take(parse<BytesPerSecond>(value.text()));
  };
  const double read = value.is_text() ? parsed() : kNone;
  if (!(read > 0.0))
    reader.context().add(value.place(), reader.pointer() + "/" + std::string(key), message, hint);
  return read;
}

void read_values(ObjectReader& reader, std::string_view key, MeasuredQuantity quantity,
                 Experiment& experiment) {
  if (!reader.has(key)) return;
  reader.keep(key);
  Experiment::Value value{.quantity = quantity, .by_size = {}};
  for (const JsonValue& item : reader.value().find(key)->items())
    value.by_size.push_back(measured_value(reader, key, quantity, item));
  experiment.values.push_back(std::move(value));
}

/// A node of the catalogue under a load that the area names.
void read_power(ObjectReader& reader, const PublishedLoads& loads, Experiment& experiment) {
  experiment.node = reader.text("node", "Of the catalogue.");
  experiment.load_name = reader.text("load", "Of `loads`.");
  const auto load =
      std::ranges::find(loads, experiment.load_name, &PublishedLoads::value_type::first);
  if (load == loads.end())
    reader.issue("load", fmt::format("the area has no load \"{}\"", experiment.load_name));
  else
    experiment.load = load->second;
  read_values(reader, "power", MeasuredQuantity::power, experiment);
}

/// Steps of an application on numbers of GPUs.
void read_steps(ObjectReader& reader, const JsonValue& steps, Experiment& experiment) {
  reader.keep("steps");
  experiment.steps = steps;
  experiment.entries_alone =
      reader.one_of("entries", {"together", "alone"}, "together",
                    "Entries of `steps` run together, as in a scenario, or each alone on the "
                    "cluster.") == "alone";
  if (const JsonValue* applications = reader.value().find("applications")) {
    reader.keep("applications");
    experiment.applications = *applications;
  }
  for (const auto& [value, pointer] :
       reader.values("epochs", FieldType::ranges, "By row, of training times."))
    if (value->is_number() && value->number() > 0.0)
      experiment.epochs.push_back(value->number());
    else
      reader.context().add(value->place(), pointer, "epochs are numbers above 0");
  read_values(reader, "samples_per_second", MeasuredQuantity::sample_rate, experiment);
  read_values(reader, "batches_per_second", MeasuredQuantity::batch_rate, experiment);
  read_values(reader, "training_time", MeasuredQuantity::training_time, experiment);
  read_values(reader, "speed_up", MeasuredQuantity::speed_up, experiment);
  read_values(reader, "efficiency", MeasuredQuantity::efficiency, experiment);
  read_values(reader, "step_time", MeasuredQuantity::time, experiment);
  if (experiment.values.empty()) reader.issue("", "an experiment has rates or what is of them");
  for (const Experiment::Value& value : experiment.values)
    if (value.quantity == MeasuredQuantity::training_time &&
        value.by_size.size() != experiment.epochs.size())
      reader.issue("epochs", "each row of a training time has its epochs");
}

/// Which jobs or pods are in question.
void read_scheduling(ObjectReader& reader, const PodLists& lists, Experiment& experiment) {
  experiment.first_job =
      reader.count("first_job", 0, "The first one in question, by submission.", kNotNegative);
  experiment.last_job = reader.count("last_job", 0, "The last one.", kNotNegative);
  const std::string pods = reader.text("pods", "", "Of the area's `pods`.");
  const auto list = std::ranges::find(lists, pods, &PodLists::value_type::first);
  if (list != lists.end()) experiment.pods = list->second;
  if (!pods.empty() && list == lists.end())
    reader.issue("pods", fmt::format("the area has no pods \"{}\"", pods));
  for (const auto& [value, pointer] :
       reader.values("arrived", FieldType::ranges,
                     "Share of the cluster's GPUs that pods have asked for at each value."))
    if (value->is_number() &&
        value->number() > (experiment.arrived.empty() ? 0.0 : experiment.arrived.back()))
      experiment.arrived.push_back(value->number());
    else
      reader.context().add(value->place(), pointer, "expected rising numbers above 0");
  const bool places = !experiment.arrived.empty();
  if (places != !experiment.pods.empty() || places != (experiment.measure == "allocated_share" ||
                                                       experiment.measure == "fragmented_share"))
    reader.issue("arrived", "pods that are placed have `pods` and `arrived`, and others neither");
  if (experiment.last_job < experiment.first_job ||
      (experiment.last_job > 0) != (experiment.measure == "completion_mean"))
    reader.issue("last_job", "a mean completion time is one from a first to a last job");
}

/// What a scenario comes to.
void read_scenario(ObjectReader& reader, JsonValue scenario, const PodLists& lists,
                   Experiment& experiment) {
  reader.keep("scenario");
  experiment.scenario = std::move(scenario);
  if (const JsonValue* useless = reader.value().find("useless")) {
    reader.keep("useless");
    experiment.useless = *useless;
  }
  experiment.measure = reader.one_of(
      "measure",
      {"interruptions", "effective_time_share", "goodput_share", "failures",
       "time_between_failures", "failures_by_year", "spares", "samples_read", "bytes_read",
       "completion_mean", "allocated_share", "fragmented_share"},
      "A metric of a run, what of the failures that are drawn `over` some time, "
      "samples or bytes a second that jobs read from the first store, the mean time from "
      "submission to end, or which part of the GPUs pods fill or leave useless.");
  read_scheduling(reader, lists, experiment);
  experiment.over =
      reader.quantity<Seconds>("over", Seconds(0.0), "How long failures are drawn.", kNotNegative);
  experiment.limit = reader.one_of("limit", {"none", "at least", "at most"}, "none",
                                   "Whether the published value is a bound.");
  read_values(reader, "count", MeasuredQuantity::count, experiment);
  read_values(reader, "share", MeasuredQuantity::share, experiment);
  read_values(reader, "by_year", MeasuredQuantity::yearly_rate, experiment);
  read_values(reader, "duration", MeasuredQuantity::duration, experiment);
  read_values(reader, "samples_per_second", MeasuredQuantity::sample_rate, experiment);
  read_values(reader, "bandwidth", MeasuredQuantity::bandwidth, experiment);
  reader.optional_object(
      "naive", "What would be said of the value without a model, by name.", [&](ObjectReader& r) {
        for (const JsonMember& of : r.value().members())
          experiment.naive.emplace_back(of.key, r.number(of.key, "One.", kPositive));
      });
  if (experiment.values.size() != 1) reader.issue("", "an experiment has one kind of values");
}

}  // namespace

Experiment read_experiment(const std::string& name, ObjectReader& reader,
                           const PublishedParts& parts, const JsonValue& base) {
  Experiment experiment;
  experiment.name = name;
  experiment.fits = reader.text("fits", "", "What was fitted on it.");
  if (const JsonValue* cluster = reader.value().find("cluster")) {
    reader.keep("cluster");
    experiment.cluster = *cluster;
  }
  if (reader.has("power")) {
    read_power(reader, parts.loads, experiment);
    return experiment;
  }
  if (reader.has("sharing")) {
    reader.object("sharing", "How one GPU is shared, by a law.",
                  [&](ObjectReader& r) { experiment.sharing = read_shared_gpu(r); });
    read_values(reader, "speed_left", MeasuredQuantity::speed_left, experiment);
    if (experiment.values.size() != 1)
      reader.issue("", "a shared GPU has \"speed_left\"");
    else if (!experiment.sharing.cases.empty() &&
             experiment.sharing.cases.size() != experiment.values.front().by_size.size())
      reader.issue("speed_left", "a shared GPU has a value, or null, for each \"at\"");
    return experiment;
  }
  if (const JsonValue* scenario = reader.value().find("scenario")) {
    JsonValue whole = JsonValue::make_object();
    if (!base.is_null()) merge_streams_patch(whole, base);
    merge_streams_patch(whole, *scenario);
    read_scenario(reader, std::move(whole), parts.pods, experiment);
    return experiment;
  }
  if (const JsonValue* collectives = reader.value().find("collectives")) {
    reader.keep("collectives");
    experiment.collectives = *collectives;
    read_values(reader, "algorithm_bandwidth", MeasuredQuantity::algorithm_bandwidth, experiment);
    read_values(reader, "bus_bandwidth", MeasuredQuantity::bus_bandwidth, experiment);
    read_values(reader, "time", MeasuredQuantity::time, experiment);
    if (experiment.values.empty()) reader.issue("", "an experiment has bandwidths or \"time\"");
    return experiment;
  }
  if (const JsonValue* steps = reader.value().find("steps")) {
    read_steps(reader, *steps, experiment);
    return experiment;
  }
  if (const JsonValue* transfers = reader.value().find("transfers")) {
    reader.keep("transfers");
    experiment.transfers = *transfers;
  } else {
    reader.issue("transfers", "an experiment has transfers, collectives or steps");
  }
  experiment.all = reader.boolean("sum", false, "The sum over all transfers was measured.");
  read_values(reader, "bandwidth", MeasuredQuantity::bandwidth, experiment);
  read_values(reader, "time", MeasuredQuantity::time, experiment);
  if (experiment.values.empty()) reader.issue("", "an experiment has \"bandwidth\" or \"time\"");
  return experiment;
}

}  // namespace gpuscape
