#include "sim/scenario/sections/read_scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/scheduler/read_scheduler.hpp"
#include "sim/scenario/sections/read_axes.hpp"
#include "sim/scenario/sections/read_rules.hpp"
#include "sim/scenario/step_objective.hpp"

namespace gpuscape {

namespace {

ModelSpec read_model(ObjectReader& reader, const ModelPlace& place) {
  return reader.model(place.key, place.fallback, place.doc);
}

/// Models of the kinds that a program adds, section by section.
class FurtherModels {
 public:
  explicit FurtherModels(std::span<const ModelPlace> places) : places_(places) {
    for (const ModelPlace& place : places)
      ensure(std::ranges::find(kSections, place.section) != std::end(kSections),
             fmt::format("models stand at the top or in a section that has them: /{}/{}",
                         place.section, place.key));
  }
  void read(ObjectReader& reader, std::string_view section) {
    for (const ModelPlace& place : places_) {
      if (place.section != section) continue;
      if (!place.by_name) {
        keep({.place = place, .name = "", .model = read_model(reader, place)});
        continue;
      }
      for (auto& [name, model] : reader.models(place.key, place.doc, false, place.fallback))
        keep({.place = place, .name = name, .model = std::move(model)});
    }
  }
  std::vector<PlacedModel> take() { return std::move(models_); }

 private:
  static constexpr std::string_view kSections[] = {"", "cluster", "scheduler", "run", "cost"};

  void keep(PlacedModel model) {
    if (!model.model.type.empty()) models_.push_back(std::move(model));
  }

  std::span<const ModelPlace> places_;
  std::vector<PlacedModel> models_;
};

RunSpec read_run(ObjectReader& reader) {
  RunSpec spec;
  spec.seed = static_cast<std::uint64_t>(
      reader.count("seed", 1, "Equal seeds give equal random numbers.", kNotNegative));
  spec.confidence =
      reader.number("confidence", 0.95, "Confidence of every interval that is printed.",
                    Bounds{.least = 0.5, .most = 0.9999});
  spec.replications = reader.optional_count("replications",
                                            "Runs with different random numbers; without it 1 for "
                                            "a log, and for a generated workload as many "
                                            "as the intervals need (5 to 100).",
                                            Bounds{.least = 1, .most = 100000});
  spec.warm_up =
      reader.optional_quantity<Seconds>("warm_up",
                                        "Jobs submitted before this date are left out of the "
                                        "statistics; without it none for a log, and "
                                        "for a generated workload as many as MSER finds.");
  spec.by_steps = reader.one_of("detail", {"job", "step"}, "job",
                                "How finely it is simulated: jobs by their average rates, or "
                                "transfers one by one.") == "step";
  const std::string network =
      reader.one_of("network", {"fluid", "simgrid-cm02", "simgrid-lv08"}, "fluid",
                    "Network engine for transfers: the built-in one, or one of SimGrid's models "
                    "(only with detail \"step\").");
  if (network == "simgrid-cm02") spec.network = NetworkEngine::simgrid_cm02;
  if (network == "simgrid-lv08") spec.network = NetworkEngine::simgrid_lv08;
  reader.defaulted_object("negligible",
                          "How large a difference must be for compare to call it better or worse.",
                          [&](ObjectReader& r) { spec.negligible = read_negligible(r); });
  if (!spec.by_steps && spec.network != NetworkEngine::fluid)
    reader.issue("network", "SimGrid's network carries transfers, not jobs",
                 "with \"detail\": \"step\" and streams of \"transfers\"");
  return spec;
}

std::vector<std::string_view> step_objectives() {
  std::vector<std::string_view> names;
  for (const ObjectiveMetric& metric : kStepObjectives) names.push_back(metric.name);
  return names;
}

/// Transfers run one by one, jobs by their rates: not both in one run.
void check_detail(const ScenarioSpec& spec, ReadingContext& context, const JsonValue& document) {
  const JsonValue* run = document.find("run");
  const JsonValue* detail = run == nullptr ? nullptr : run->find("detail");
  const JsonValue& beside = detail == nullptr ? document : *detail;
  for (const SloSpec& slo : spec.slo)
    if (spec.run.by_steps != is_step_objective(slo.metric))
      context.add(
          document.find("slo")->find(slo.name)->place(), child_pointer("/slo", slo.name),
          spec.run.by_steps
              ? fmt::format("{} is of jobs, and this scenario has transfers or steps", slo.metric)
              : fmt::format("{} is of transfers and steps, and this scenario has jobs", slo.metric),
          spec.run.by_steps ? fmt::format("one of {}", fmt::join(step_objectives(), ", "))
                            : "for example \"queue_wait\"");
  if (spec.run.by_steps && spec.cost)
    context.add(document.find("cost")->place(), "/cost",
                "a cost is taken from how jobs use the design, not of transfers");
  for (const StreamSpec& stream : spec.streams) {
    if (spec.run.by_steps == stream.has_steps()) continue;
    const bool jobs = stream.trace || stream.generate || stream.closed;
    if (!jobs && !stream.has_steps()) continue;  // a fault of its own
    context.add(beside.place(), detail == nullptr ? "/run" : "/run/detail",
                spec.run.by_steps
                    ? fmt::format("stream \"{}\" has jobs: at detail \"step\" there are only "
                                  "transfers so far",
                                  excerpt(stream.name))
                    : fmt::format("the transfers of stream \"{}\" need detail \"step\"",
                                  excerpt(stream.name)),
                spec.run.by_steps ? "leave \"detail\" out to run jobs"
                                  : R"(write "run": {"detail": "step"})");
  }
}

double read_limit(const char* key, const ObjectiveMetric& metric, ObjectReader& reader) {
  constexpr const char* kDoc = "The largest value that meets the objective.";
  return metric.is_time ? reader.quantity<Seconds>(key, kDoc).value() : reader.number(key, kDoc);
}

std::optional<double> optional_limit(const char* key, const char* doc,
                                     const ObjectiveMetric& metric, ObjectReader& reader) {
  if (!metric.is_time) return reader.optional_number(key, doc);
  const auto time = reader.optional_quantity<Seconds>(key, doc);
  return time ? std::optional(time->value()) : std::nullopt;
}

/// An objective on the values of jobs: a quantile of them.
void read_job_objective(const ObjectiveMetric& metric, ObjectReader& reader, SloSpec& spec) {
  spec.quantile = reader.number("quantile", 0.95, "The quantile that counts; 0.5 is the median.",
                                Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  if (reader.describing())
    reader.ignored("at_most", FieldType::any,
                   "The largest value that meets the objective: a time, or a number where the "
                   "metric is not a time.");
  else
    spec.limit = read_limit("at_most", metric, reader);
  spec.where = read_where(reader, "Which jobs count; without it all of them.", SelectorScope::jobs);
}

/// An objective on a metric of the whole run.
void read_run_objective(const ObjectiveMetric& metric, ObjectReader& reader, SloSpec& spec) {
  const auto most =
      optional_limit("at_most", "The largest value that meets the objective.", metric, reader);
  const auto least =
      optional_limit("at_least", "The smallest value that meets the objective.", metric, reader);
  // A limit that could not be read is a fault of its own.
  spec.at_least = reader.has("at_least");
  if (reader.has("at_most") == spec.at_least)
    return reader.issue(spec.at_least ? "at_least" : "",
                        R"(an objective has either "at_most" or "at_least")");
  spec.limit = most.value_or(least.value_or(0.0));
}

/// `gpu_sharing` of nodes: a type, or an object that has one.
bool any_nodes_share(const ClusterSpec& cluster) {
  return std::ranges::any_of(cluster.nodes, [](const NodeGroupSpec& group) {
    const JsonValue* sharing = group.model.parameters.find(kGpuSharingPlace.key);
    if (sharing != nullptr && sharing->is_object()) sharing = sharing->find("type");
    return sharing != nullptr && sharing->is_text() && sharing->text() != kGpuSharingPlace.fallback;
  });
}

void read_objective(const ObjectiveMetric& metric, ObjectReader& reader, SloSpec& spec) {
  spec.metric = metric.name;
  spec.of_jobs = metric.of_jobs;
  spec.is_time = metric.is_time;
  metric.of_jobs ? read_job_objective(metric, reader, spec)
                 : read_run_objective(metric, reader, spec);
}

/// Once for all metrics, of which each would repeat the same keys.
void describe_objective(ObjectReader& reader) {
  std::vector<std::string> names;
  for (const ObjectiveMetric& metric : reader.context().kept<ObjectiveMetrics>().all)
    names.emplace_back(metric.name);
  reader.one_of(
      "metric", names,
      "What is to be kept. queue_wait, completion and job_slowdown are values of jobs, "
      "of which a quantile counts; step_s, samples_per_s, time_to_train_s, transfer_s "
      "and collective_s are of the worst row at detail step; the others are metrics of the "
      "whole run, as in result.json.");
  SloSpec spec;
  read_job_objective(kQueueWait[0], reader, spec);
  reader.ignored("at_least", FieldType::any,
                 "The smallest value that meets the objective, instead of at_most; for metrics of "
                 "the whole run.");
}

SloSpec read_slo(const std::string& name, ObjectReader& reader) {
  SloSpec spec{.name = name};
  if (reader.describing()) {
    describe_objective(reader);
    return spec;
  }
  std::vector<ObjectReader::Alternative> choices;
  for (const ObjectiveMetric& metric : reader.context().kept<ObjectiveMetrics>().all) {
    choices.push_back({std::string(metric.name), std::string(metric.about),
                       [&](ObjectReader& own) { read_objective(metric, own, spec); }});
  }
  reader.alternatives("metric", choices, "", "What is to be kept.");
  return spec;
}

}  // namespace

ScenarioSpec read_scenario(ObjectReader& reader, const std::string& file,
                           std::span<const ModelPlace> further) {
  ScenarioSpec spec;
  FurtherModels models(further);
  spec.file = file;
  reader.ignored("$schema", FieldType::any, "Schema for editors; not read.");
  reader.count("format", "Version of the scenario format; 1 in this version.",
               Bounds{.least = 1, .most = static_cast<double>(kScenarioFormat)});
  spec.title = reader.text("title", std::filesystem::path(file).stem().string(),
                           "One line for reports; the file's name if it is missing.");
  reader.ignored("extends", FieldType::text,
                 "A scenario file over which this one is merged, relative to this file.");
  reader.ignored("catalog", FieldType::texts,
                 "Folders of your own parts, relative to the file that names them: entries of "
                 "every .json file override the shipped catalogue.");
  reader.ignored(
      "calibration", FieldType::texts,
      "Profiles that gpuscape calibrate wrote, relative to the file that names them: "
      "what was measured counts instead of what the catalogue says of transports, and for "
      "the `drive` of storage that is named \"measured\".");
  reader.object("cluster", "The hardware that jobs run on.", [&](ObjectReader& r) {
    spec.cluster = read_cluster(r, file);
    models.read(r, "cluster");
  });
  reader.object("workload", "What is to be run.",
                [&](ObjectReader& r) { read_workload(r, file, spec); });
  reader.defaulted_object("scheduler", "How jobs are ordered and placed.", [&](ObjectReader& r) {
    spec.scheduler = read_scheduler(r);
    spec.scheduler.shares_gpus = spec.scheduler.shares_gpus || any_nodes_share(spec.cluster);
    models.read(r, "scheduler");
  });
  reader.defaulted_object("run", "How the simulation is run.", [&](ObjectReader& r) {
    spec.run = read_run(r);
    models.read(r, "run");
  });
  reader.optional_object("cost", "What the design costs; without it no cost is taken.",
                         [&](ObjectReader& r) {
                           spec.cost = read_cost(r, file);
                           models.read(r, "cost");
                         });
  reader.map(
      "slo", "Service-level objectives by name; reports say which are met.",
      [&](const std::string& name, ObjectReader& r) { spec.slo.push_back(read_slo(name, r)); });
  reader.ignored(
      "variants", FieldType::patch_map,
      "Other designs by name, each a patch over this scenario: it adds or changes keys, null "
      "removes one, and a changed type, distribution or process replaces its whole object.");
  describe_axes_and_find(reader);
  models.read(reader, "");
  spec.models = models.take();
  if (!reader.describing()) check_detail(spec, reader.context(), reader.value());
  return spec;
}

}  // namespace gpuscape
