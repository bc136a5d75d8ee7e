#include "sim/scenario/scheduler/read_scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/scheduler/read_hours.hpp"
#include "sim/scenario/scheduler/read_names.hpp"

namespace gpuscape {

namespace {

constexpr Bounds kNodes{.least = 0.0, .most = 1e7};

PartSpec read_part(ObjectReader& reader) {
  PartSpec part;
  part.place = reader.value().place();
  part.pointer = reader.pointer();
  for (const auto& [group, count] : reader.number_map(
           "nodes", "How many nodes of which group it has, by the group's name.", kNodes, true)) {
    if (count != static_cast<double>(static_cast<std::uint32_t>(count)))
      reader.issue("nodes", fmt::format("{} nodes of a group: nodes are whole", count));
    part.nodes.emplace_back(group, static_cast<std::uint32_t>(count));
  }
  part.least = static_cast<std::uint32_t>(
      reader.count("least", 0, "How many of them never move to other parts.", kNodes));
  part.streams = read_names(reader, "streams", "Streams whose jobs are its own.");
  part.partitions = read_names(reader, "partitions", "Partitions whose jobs are its own.");
  part.accounts = read_names(reader, "accounts", "Accounts whose jobs are its own.");
  part.is_default = reader.boolean("default", false, "Takes the jobs that no part names.");
  part.policy =
      reader.model(kPolicyPlace.key, "", "Policy of the part, in place of the cluster's.");
  part.backfill =
      reader.model(kBackfillPlace.key, "", "Backfill of the part, in place of the cluster's.");
  part.placement =
      reader.model(kPlacementPlace.key, "", "Placement of the part, in place of the cluster's.");
  return part;
}

ModelSpec read(ObjectReader& reader, const ModelPlace& place) {
  return reader.model(place.key, place.fallback, place.doc);
}

/// `parts` and `moves`.
void read_parts(ObjectReader& reader, SchedulerSpec& spec) {
  reader.map("parts",
             "Parts of the cluster by name, each with nodes, jobs and a scheduler of its own; "
             "storage and networks are common.",
             [&](const std::string& name, ObjectReader& r) {
               PartSpec& part = spec.parts.emplace_back(read_part(r));
               part.name = name;
               if (part.policy.type.empty()) part.policy = spec.policy;
               if (part.backfill.type.empty()) part.backfill = spec.backfill;
               if (part.placement.type.empty()) part.placement = spec.placement;
             });
  reader.optional_object(
      "moves", "Idle nodes go to the part whose first job waits for them.", [&](ObjectReader& r) {
        spec.moves = {
            .after = r.quantity<Seconds>("after", Seconds(0.0),
                                         "How long that job has waited since it was submitted."),
            .takes = r.quantity<Seconds>(
                "takes", "How long a node is nobody's meanwhile: drained and set up anew.")};
        if (spec.parts.empty() && !reader.describing())
          reader.issue("moves", "there are no parts between which nodes could move", "parts");
      });
}

/// Measured times of moves: of virtual machines, by what is in the memory of their GPUs.
void read_stun(ObjectReader& reader, DefragmentSpec& spec) {
  for (const auto& [state, time] : reader.quantity_map(
           "stun", Dimension::time,
           "How long a job that moves stands still, by the bytes that go along, as it was measured "
           "({\"1 GB\": \"9 s\", \"8 GB\": \"61 s\"}): between two of them in proportion, below "
           "the first "
           "as long as that; jobs with more than the last do not move. In place of `bandwidth`.",
           kNotNegative, false)) {
    const UnitReading<double> bytes = parse_quantity(state, Dimension::bytes);
    if (!bytes.value)
      reader.issue("stun", fmt::format("\"{}\" is not a number of bytes", excerpt(state)),
                   "names such as \"8 GB\"");
    else
      spec.stun.emplace_back(Bytes(*bytes.value), Seconds(time));
  }
  std::ranges::sort(spec.stun);
  if (reader.describing() || spec.stun.empty()) return;
  if (!(spec.state > Bytes(0.0)))
    reader.issue("stun", "nothing says how many bytes go along", R"("state": "8 GB" beside it)");
  if (reader.has("bandwidth"))
    reader.issue("bandwidth", "`stun` says how long a move takes", "one of the two");
}

DefragmentSpec read_defragment(ObjectReader& reader) {
  DefragmentSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.pause = reader.quantity<Seconds>(
      "pause",
      "What a job that moves does not work for: it saves what it did, and starts on other nodes. "
      "The `restart` of its stream comes on top.");
  spec.state = reader.quantity<Bytes>("state", Bytes(0.0),
                                      "Bytes of each of its GPUs that go along, at `bandwidth`.");
  const auto bandwidth = reader.optional_quantity<BytesPerSecond>(
      "bandwidth", "What one job that moves has for its state.");
  if (bandwidth) spec.bandwidth = *bandwidth;
  read_stun(reader, spec);
  if (spec.state > Bytes(0.0) && !bandwidth && spec.stun.empty() && !reader.describing())
    reader.issue("state", "without \"bandwidth\" nothing says how long it takes",
                 R"("bandwidth": "10 GB/s" beside it)");
  const std::string when = reader.one_of(
      "when", {"pays", "always", "maintenance"}, "pays",
      "Whether jobs move only where those that move lose fewer GPU-hours than the job that waits "
      "gains by not waiting for the next ends, or always, or only away from nodes whose "
      "maintenance "
      "begins.");
  spec.only_where_it_pays = when == "pays";
  spec.makes_room = when != "maintenance";
  spec.at_most = static_cast<std::size_t>(
      reader.count("at_most", 0, "Jobs that move for one that waits; 0: as many as it takes.",
                   Bounds{.least = 0.0, .most = 1e6}));
  spec.streams =
      read_names(reader, "streams", "Streams whose jobs may move; without it those of all.");
  return spec;
}

}  // namespace

SchedulerSpec read_scheduler(ObjectReader& reader) {
  SchedulerSpec spec;
  reader.ignored("from", FieldType::text,
                 "A folder with the settings of a Slurm cluster, relative to the file that names "
                 "it; keys written here override it.");
  spec.policy = read(reader, kPolicyPlace);
  spec.backfill = read(reader, kBackfillPlace);
  spec.placement = read(reader, kPlacementPlace);
  spec.near_data = reader.boolean("near_data", false,
                                  "Nodes that hold a job's dataset (`stays` of the dataset's "
                                  "cache) come first among those that "
                                  "can take the job; the placement decides among equals.");
  spec.kill_overrun =
      reader.one_of("overrun", {"run", "kill"}, "run",
                    "What happens to a job at its time limit: it runs on, or it is killed.") ==
      "kill";
  spec.start_up = reader.quantity<Seconds>(
      "start_up", Seconds(0.0),
      "Time between a job's start on its nodes and its first work, on each start: prolog, "
      "container image, processes. On top of its run time; its time limit counts it.");
  spec.gpu_sharing = read(reader, kGpuSharingPlace);
  spec.shares_gpus = spec.gpu_sharing.type != kGpuSharingPlace.fallback;
  spec.spans_groups =
      reader.one_of("span_groups", {"off", "same-model"}, "off",
                    "Whether one job may have nodes of several groups: none, or groups with the "
                    "same GPU model, where no single group has room now (backfill none or easy, no "
                    "preemption).") == "same-model";
  read_parts(reader, spec);
  reader.map(
      "hours",
      "Nodes that are some jobs' by the clock, by a name: desktops by day, training by "
      "night.",
      [&](const std::string& name, ObjectReader& r) { spec.hours.push_back(read_hours(name, r)); });
  reader.optional_object(
      "decision_time",
      "When the scheduler decides; without it at every change, however many jobs it starts.",
      [&](ObjectReader& r) {
        spec.decision_time.every = r.quantity<Seconds>(
            "every", Seconds(0.0),
            "Decisions fall at multiples of this time only; 0 s: at every change.");
        const double rate = r.number(
            "rate", 0.0,
            "Jobs that it starts in a second: after a decision that starts n jobs the next one "
            "falls n ÷ rate later. 0: it takes no time.",
            Bounds{.least = 0.0, .most = 1e9});
        if (rate > 0.0) spec.decision_time.each = Seconds(1.0 / rate);
      });
  reader.optional_object(
      "defragment",
      "Running jobs go to other nodes where the first job that waits would fit by it: enough is "
      "free, but not where it needs it.",
      [&](ObjectReader& r) { spec.defragment = read_defragment(r); });
  return spec;
}

}  // namespace gpuscape
