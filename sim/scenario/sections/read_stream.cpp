#include <fmt/format.h>

#include <algorithm>

#include "sim/scenario/job_collective.hpp"
#include "sim/scenario/sections/read_rules.hpp"
#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/serving/read_serves.hpp"

namespace gpuscape {

namespace {

/// Exactly one of them says what the stream is.
void check_source(ObjectReader& reader) {
  std::string_view first;
  for (const std::string_view key :
       {"trace", "generate", "closed", "transfers", "collectives", "steps"}) {
    const bool beside = first == "transfers" || first == "collectives";
    if (!reader.has(key) || (beside && (key == "collectives" || key == "steps"))) continue;
    if (!first.empty())
      reader.issue(key, fmt::format("a stream has either \"{}\" or \"{}\", not both", first, key),
                   "a variant that changes from one to the other sets the old one to null");
    if (first.empty()) first = key;
  }
  if (first.empty())
    reader.issue("", "a stream needs \"trace\" or \"generate\"",
                 "or \"closed\": a fixed number of jobs in circulation; or \"transfers\", "
                 "\"collectives\" or \"steps\" at detail \"step\"");
}

/// Texts and scaling are of logs: what is drawn has numbers of GPUs alone.
void check_rules(ObjectReader& reader, const StreamSpec& spec) {
  if (reader.has("trace")) return;
  for (const std::string_view key :
       {"checkpoint", "restart", "max_restarts", "requeue", "shrink", "elastic"})
    if (spec.has_steps() && reader.has(key))
      reader.issue(key, "transfers are not jobs: they save nothing and are never interrupted",
                   "leave it out");
  for (const std::string_view key : {"application", "applications"})
    if (spec.has_steps() && reader.has(key))
      reader.issue(key, "transfers are not jobs: they have no application",
                   "each entry of \"steps\" has its own");
  if (reader.has("scale"))
    reader.issue("scale", "\"scale\" is for logs", "change what is drawn instead");
  for (const ApplicationRuleSpec& rule : spec.rules) {
    const SelectorSpec& where = rule.where;
    const std::pair<const TextPatterns*, std::string_view> texts[] = {
        {&where.account, "account"}, {&where.user, "user"},         {&where.partition, "partition"},
        {&where.qos, "qos"},         {&where.job_name, "job_name"}, {&where.state, "state"}};
    for (const auto& [patterns, key] : texts) {
      if (patterns->empty()) continue;
      reader.context().add(where.place, where.pointer,
                           fmt::format("drawn jobs have no {}: \"{}\" selects nothing", key, key),
                           "\"gpus\" is known of them");
    }
  }
}

void read_measured_on(ObjectReader& reader, StreamSpec& stream) {
  const bool there = reader.optional_short_object(
      "measured_on", "node",
      "Hardware on which run times were measured: those of jobs with an application are rescaled "
      "by what "
      "a step takes here and took there. Without it run times are as given.",
      [&](ObjectReader& r) {
        MeasuredOnSpec spec;
        spec.node = r.model("node", "", "The nodes, as in `cluster/nodes`.");
        spec.network = r.model("network", "",
                               "What joined them, as in `cluster/networks`; without it a switch as "
                               "fast as their adapters.");
        spec.rescales_limits =
            r.one_of("time_limits", {"as-logged", "rescaled"}, "as-logged",
                     "Whether a job's time limit is kept, or rescaled with its run time.") ==
            "rescaled";
        spec.collective = read_job_collective(
            r,
            "Collective by which jobs exchanged data there; without it what the library takes "
            "there, whatever they take here.");
        if (!r.has("node")) r.issue("", "\"node\" is missing", R"("measured_on": "dgx1-v100")");
        stream.measured_on = std::move(spec);
      });
  if (reader.describing()) return;
  for (const ApplicationRuleSpec& rule : stream.rules)
    for (const ApplicationRuleSpec::Share& share : rule.mix)
      if (!there && !share.resized.empty())
        return reader.context().add(
            rule.where.place, rule.where.pointer,
            "jobs run on another number of GPUs, and nothing says on what they were measured",
            R"(the stream needs "measured_on", for example "measured_on": "dgx1-v100")");
  if (!there) return;
  if (stream.has_steps())
    reader.issue("measured_on", "transfers are not jobs: they have no run time");
  const auto depends = [](const std::optional<ApplicationSpec>& application) {
    return application && application->model;
  };
  const bool unknown = reader.has("application") && !stream.application;  // a fault of its own
  if (!unknown && !depends(stream.application) &&
      std::ranges::none_of(stream.classes, depends, &JobClassSpec::application))
    reader.issue("measured_on", "no application of the stream depends on hardware",
                 R"(for example "application": "resnet-50"; a step time is the same anywhere)");
}

/// Its application becomes a rule for every job, since those that did not complete keep their run
/// time.
void tell_states_apart(StreamSpec& stream, const std::string& name) {
  ApplicationRuleSpec every;
  every.mix = {{.job_class = 0}};
  stream.classes = {{.name = name, .application = stream.application},
                    {.name = name, .cut_short = true}};
  stream.rules = {std::move(every)};
  stream.application.reset();
}

/// What those of its jobs ask for that ask for one GPU.
void read_parts_of_gpus(ObjectReader& reader, StreamSpec& spec) {
  spec.gpu_profile =
      reader
          .optional_text("gpu_profile",
                         "The profile of a GPU that its jobs of one GPU ask for (`1g.10gb`, "
                         "`P40-6Q`), where `gpu_sharing` cuts GPUs into such.")
          .value_or("");
  spec.gpu_memory =
      reader
          .optional_quantity<Bytes>("gpu_memory",
                                    "The memory of a GPU that its jobs of one GPU ask for; they "
                                    "get the smallest part that has it.",
                                    Bounds{.least = 1.0, .most = 1e13})
          .value_or(Bytes(0.0));
  spec.gpu_use = reader.optional_number(
      "gpu_use",
      "Share of a whole GPU's time that its jobs on parts of one keep busy when they are alone "
      "there, which is what their run times mean; without it the part that they hold.",
      Bounds{.least = 1e-6, .most = 1.0});
  if (!spec.gpu_profile.empty() && spec.gpu_memory > Bytes(0.0))
    reader.issue("gpu_memory", "the profile says how much memory it has", "one of the two");
}

StreamSpec read_stream(const std::string& name, ObjectReader& reader, const std::string& file,
                       const NamedApplications& named) {
  StreamSpec spec;
  spec.name = name;
  reader.optional_object("trace", "Jobs from a log.",
                         [&](ObjectReader& r) { spec.trace = read_trace_spec(r, file); });
  reader.optional_object("generate", "Jobs drawn from distributions.",
                         [&](ObjectReader& r) { spec.generate = read_generate_spec(r); });
  reader.optional_object("closed",
                         "A fixed number of jobs in circulation: when one has ended, the next is "
                         "submitted.",
                         [&](ObjectReader& r) { spec.closed = read_closed_spec(r); });
  spec.gpu_models =
      reader
          .optional_text("gpu_models",
                         "The GPU models that its jobs ask for, unless a job says it itself: one, "
                         "or several of which any will do (\"a100|h100\"); without it any GPU.")
          .value_or("");
  spec.features =
      reader
          .optional_text("features",
                         "What its jobs ask of nodes, unless a job says it itself: names of "
                         "features with `&`, `|` and parentheses, as Slurm's `--constraint`.")
          .value_or("");
  read_parts_of_gpus(reader, spec);
  const std::optional<std::string> gpus_from = reader.optional_one_of(
      "gpus_from", {"own-nodes", "lent"},
      "Whether jobs use only GPUs of the nodes on which they run, or only GPUs that others lend; "
      "without it either.");
  if (gpus_from) spec.gpus_from = *gpus_from == "lent" ? GpusFrom::lent : GpusFrom::own_nodes;
  read_saves(reader, spec.saves);
  read_requeue(reader, spec.saves);
  spec.serves = read_serves(reader);
  read_transfers(reader, spec);
  read_collectives(reader, spec);
  read_steps_of(reader, named, spec);
  std::pair<std::string, ApplicationSpec> application;
  if (read_application(reader,
                       "What every job of the stream does, step after step: its nodes compute, "
                       "then exchange data over the network in a ring.",
                       named, application))
    spec.application = application.second;
  read_rules(reader, named, spec);
  read_measured_on(reader, spec);
  if (spec.measured_on && spec.trace && spec.application)
    tell_states_apart(spec, application.first.empty() ? name : application.first);
  read_scale(reader, spec);
  check_source(reader);
  check_rules(reader, spec);
  if (spec.serves && !reader.describing()) check_serves(spec, reader);
  return spec;
}

}  // namespace

void read_scale(ObjectReader& reader, StreamSpec& stream) {
  constexpr Bounds kFactor{.least = 0.0, .most = 1000.0, .above_least = true};
  constexpr std::size_t kMostEntries = 64;  // bits of a row's marks
  reader.map(
      "scale", "More or less of what the log holds, by names of one's own, one after the other.",
      [&](const std::string& name, ObjectReader& r) {
        ScaleSpec scale;
        scale.name = name;
        scale.where = read_where(r, "Which jobs; without it every one.", SelectorScope::log)
                          .value_or(SelectorSpec{});
        scale.users =
            r.optional_number("users",
                              "Factor on the number of users: new users are copies of existing "
                              "ones, with their jobs shifted by whole days or weeks.",
                              kFactor);
        scale.load = r.optional_number("load",
                                       "Factor on the number of jobs: randomly chosen jobs are "
                                       "left out, or repeated with a shift of whole days or weeks.",
                                       kFactor);
        scale.durations = r.optional_number(
            "durations", "Times as long; a time limit grows along where it would be exceeded.",
            kFactor);
        if (!r.has("users") && !r.has("load") && !r.has("durations"))
          r.issue("", "nothing is scaled", "give \"users\", \"load\" or \"durations\"");
        stream.scale.push_back(std::move(scale));
      });
  if (stream.scale.size() > kMostEntries)
    reader.issue("scale", fmt::format("more than {} entries", kMostEntries));
}

void read_workload(ObjectReader& reader, const std::string& file, ScenarioSpec& spec) {
  const NamedApplications named = read_named_applications(reader, spec.applications);
  reader.map("datasets",
             "What jobs are trained on, by names that applications have at `dataset`: where it "
             "lies, and how it is read. Of one that the catalogue has, too, the rest is known.",
             [&](const std::string& name, ObjectReader& r) {
               spec.datasets.push_back(read_dataset(name, r));
             });
  reader.map(
      "copies",
      "What is copied from one of the cluster's storages to another beside the jobs, by "
      "names of your own.",
      [&](const std::string& name, ObjectReader& r) { spec.copies.push_back(read_copy(name, r)); });
  std::vector<StreamSpec>& streams = spec.streams;
  reader.map(
      "streams", "Sources of jobs by name.",
      [&](const std::string& name, ObjectReader& r) {
        streams.push_back(read_stream(name, r, file, named));
      },
      true);
  constexpr std::size_t kMostStreams = 65535;  // a job knows its stream by a 16-bit index
  if (streams.size() > kMostStreams)
    reader.issue("streams", fmt::format("more than {} streams", kMostStreams));
}

}  // namespace gpuscape
