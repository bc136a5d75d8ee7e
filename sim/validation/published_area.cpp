#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/validation/published_files.hpp"
#include "sim/validation/validate.hpp"

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

using Loads = std::vector<std::pair<std::string, double>>;

/// A node of the catalogue under a load that the area names.
void read_power(ObjectReader& reader, const Loads& loads, Experiment& experiment) {
  experiment.node = reader.text("node", "Of the catalogue.");
  experiment.load_name = reader.text("load", "Of `loads`.");
  const auto load = std::ranges::find(loads, experiment.load_name, &Loads::value_type::first);
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

/// What a scenario with failures comes to.
void read_failing(ObjectReader& reader, const JsonValue& scenario, Experiment& experiment) {
  reader.keep("scenario");
  experiment.scenario = scenario;
  if (const JsonValue* useless = reader.value().find("useless")) {
    reader.keep("useless");
    experiment.useless = *useless;
  }
  experiment.measure =
      reader.one_of("measure",
                    {"interruptions", "effective_time_share", "goodput_share", "failures",
                     "time_between_failures", "failures_by_year", "spares"},
                    "A metric of a run, or what of the failures that are drawn `over` some time.");
  experiment.over =
      reader.quantity<Seconds>("over", Seconds(0.0), "How long failures are drawn.", kNotNegative);
  experiment.limit = reader.one_of("limit", {"none", "at least", "at most"}, "none",
                                   "Whether the published value is a bound.");
  read_values(reader, "count", MeasuredQuantity::count, experiment);
  read_values(reader, "share", MeasuredQuantity::share, experiment);
  read_values(reader, "by_year", MeasuredQuantity::yearly_rate, experiment);
  read_values(reader, "duration", MeasuredQuantity::duration, experiment);
  if (experiment.values.size() != 1) reader.issue("", "an experiment has one kind of values");
}

Experiment read_experiment(const std::string& name, ObjectReader& reader, const Loads& loads) {
  Experiment experiment;
  experiment.name = name;
  experiment.fits = reader.text("fits", "", "What was fitted on it.");
  if (const JsonValue* cluster = reader.value().find("cluster")) {
    reader.keep("cluster");
    experiment.cluster = *cluster;
  }
  if (reader.has("power")) {
    read_power(reader, loads, experiment);
    return experiment;
  }
  if (const JsonValue* scenario = reader.value().find("scenario")) {
    read_failing(reader, *scenario, experiment);
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

std::string read_source(ObjectReader& reader) {
  std::string title;
  reader.object("source", "Where it was published.", [&](ObjectReader& r) {
    title = r.text("title", "What document.");
    title += ", " + r.text("by", "Whose.");
    title += ", " + r.text("year", "When.");
    title += ", " + r.text("where", "Where in it.");
  });
  return title;
}

PublishedFigure read_figure(const std::string& id, ObjectReader& reader, const Loads& loads) {
  PublishedFigure figure;
  figure.id = id;
  figure.system = reader.text("system", "What was measured.");
  figure.metric = reader.text("metric", "What of it.");
  figure.measured = reader.text("kind", "How it came about.") == "measured";
  figure.verified =
      reader.boolean("verified", false, "Whether the figure was checked at its source.");
  figure.source = read_source(reader);
  figure.figure_class = reader.one_of("class",
                                      {"point-to-point", "collective", "training", "exchange-bound",
                                       "remote", "power", "cost", "reliability"},
                                      "What kind.");
  figure.used_for =
      reader.one_of("used_for", {"fit", "test", "context", "input", "bound", "bracket", "identity"},
                    "What it serves.");
  figure.not_expressible = reader.text("not_expressible", "", "Why it cannot be run.");
  figure.fits = reader.text("fits", "", "What was fitted on it.");
  figure.mechanism = reader.text("mechanism", "", "What produces it.");
  figure.left_out = reader.text("left_out", "", "Which of its numbers cannot be run, and why.");
  figure.left_out_values =
      reader.count("left_out_values", 0, "How many numbers those are.", kNotNegative);
  figure.notes = reader.text("notes", "", "Free-text notes.");
  figure.tolerance = reader.number("tolerance", 0.0, "The largest error taken as equal.", kShare);
  if (const JsonValue* cluster = reader.value().find("cluster")) {
    reader.keep("cluster");
    figure.cluster = *cluster;
  }
  reader.map("experiments", "One run each.", [&](const std::string& name, ObjectReader& r) {
    figure.experiments.push_back(read_experiment(name, r, loads));
  });
  if (figure.experiments.empty() == figure.not_expressible.empty())
    reader.issue("", "a figure has either experiments or a reason for not having any");
  if (figure.used_for == "fit" && figure.fits.empty())
    reader.issue("", "a fitted figure says what was fitted on it");
  return figure;
}

ValidationGoals read_goals(ObjectReader& reader) {
  ValidationGoals goals;
  goals.of_class = reader.text("class", "Of which figures.");
  goals.median = reader.optional_number("median", "Of the errors, at most.", kShare);
  goals.p90 = reader.optional_number("p90", "The 90th percentile of the errors, at most.", kShare);
  goals.worst = reader.optional_number("worst", "The largest of the errors, at most.", kShare);
  goals.all_but_one =
      reader.optional_number("all_but_one", "The largest of the errors but one, at most.", kShare);
  goals.expressible = reader.number("expressible", "Share of the figures, at least.", kShare);
  return goals;
}

}  // namespace

std::vector<std::string> published_areas() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : published_files()) names.emplace_back(file.name);
  return names;
}

PublishedArea published_area(std::string_view name) {
  for (const EmbeddedFile& file : published_files()) {
    if (file.name == name)
      return read_published_area(file.text(), fmt::format("validation/published/{}.json", name));
  }
  throw InternalError(fmt::format("an area that is shipped: {}", name));
}

PublishedArea read_published_area(std::string_view text, const std::string& file) {
  const JsonValue document = parse_json(text, file);
  ReadingContext context;
  PublishedArea area;
  {
    ObjectReader reader(document, "", context);
    area.name = reader.text("area", "Name of the area.");
    area.about = reader.text("about", "One sentence.");
    reader.object("goals", "What must be reached.",
                  [&](ObjectReader& r) { area.goals = read_goals(r); });
    Loads loads;
    reader.optional_object("loads", "How far jobs bring nodes from idle to maximum power.",
                           [&](ObjectReader& r) {
                             for (const JsonMember& load : r.value().members())
                               loads.emplace_back(load.key, r.number(load.key, "One.", kShare));
                           });
    reader.map(
        "figures", "By id.",
        [&](const std::string& id, ObjectReader& r) {
          area.figures.push_back(read_figure(id, r, loads));
        },
        true);
  }
  context.throw_if_issues();
  std::ranges::sort(area.figures, {}, &PublishedFigure::id);
  return area;
}

}  // namespace gpuscape
