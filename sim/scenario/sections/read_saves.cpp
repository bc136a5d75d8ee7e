/// How jobs save their work, and which nodes are kept in reserve.

#include "sim/base/units/unit_text.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

constexpr Bounds kTimesOrNone{.least = 0.0, .most = 1e11};

CheckpointSpec read_checkpoint(ObjectReader& reader) {
  CheckpointSpec spec;
  const std::string every = reader.text(
      "every",
      "Run time between two checkpoints, such as \"30 min\", or \"daly\": the interval of Daly's "
      "formula for the failures of the nodes that the job is on. \"0 s\" with a `write` of 0 s: "
      "all "
      "the time, so that no work is lost.");
  if (every != "daly" && !reader.describing() && reader.has("every")) {
    const UnitReading<Seconds> read = parse<Seconds>(every);
    if (!read.value)
      reader.issue("every", read.message, read.hint);
    else if (!(*read.value >= Seconds(1.0)) && *read.value != Seconds(0.0))
      reader.issue("every", "it must be at least 1 s", R"("30 min", or "daly")");
    else
      spec.every = *read.value;
  }
  spec.write = reader.quantity<Seconds>("write", "Time that a checkpoint takes to be written.",
                                        kTimesOrNone);
  spec.staging = reader.optional_quantity<Seconds>(
      "staging",
      "Asynchronous checkpoints: the job waits for so long, and the write goes on beside it. A "
      "failure before the write has ended goes back to the checkpoint before. Without it the job "
      "waits for the whole write.",
      kTimesOrNone);
  if (reader.describing()) return spec;
  if (spec.every == Seconds(0.0) && (spec.write > Seconds(0.0) || spec.staging)) {
    reader.issue("every", "a checkpoint that takes time cannot be taken all the time",
                 R"("30 min", or "write": "0 s" where no work is to be lost)");
    return spec;
  }
  if (spec.every && spec.staging && spec.write > *spec.every)
    reader.issue("write", "the next checkpoint is due before this one is written",
                 "a longer interval, or a shorter write");
  if (spec.every && !spec.staging && spec.write > *spec.every)
    reader.issue("write", "a checkpoint takes longer than the interval between two of them",
                 "a longer interval, or a shorter write");
  return spec;
}

StandbysSpec read_standbys(ObjectReader& reader) {
  StandbysSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.nodes = static_cast<std::int32_t>(
      reader.count("nodes", "How many, beyond the nodes that a job works on.",
                   Bounds{.least = 1.0, .most = 1e6}));
  spec.selection = reader.quantity<Seconds>(
      "selection", Seconds(0.0),
      "Time to choose a free node of the cluster where none of them is left.", kTimesOrNone);
  return spec;
}

}  // namespace

void read_saves(ObjectReader& reader, SavesSpec& saves) {
  reader.optional_object("checkpoint",
                         "How its jobs save their work; without it a job that a failure stops "
                         "begins anew. The time that it takes comes on top of run times.",
                         [&](ObjectReader& r) { saves.checkpoint = read_checkpoint(r); });
  saves.restart = reader.quantity<Seconds>(
      "restart", Seconds(0.0),
      "Time that a job needs to start again after an interruption, before it works: processes, "
      "loading of a checkpoint.");
  reader.optional_object("standbys",
                         "Nodes that each of its jobs holds beyond those that it works on: one of "
                         "them takes the place of a node that fails, and the job goes on after "
                         "`restart` without waiting in the queue. Nodes of the job come back to "
                         "it as standbys when they are repaired.",
                         [&](ObjectReader& r) { saves.standbys = read_standbys(r); });
}

SparesSpec read_spares(ObjectReader& reader) {
  SparesSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  for (const auto& [value, pointer] :
       reader.values("nodes", FieldType::texts,
                     "Which nodes: groups, or nodes of them, as \"gpu\", \"gpu/3\" or "
                     "\"gpu/64-67\"."))
    spec.nodes.push_back(value->text());
  if (spec.nodes.empty() && !reader.describing())
    reader.issue("nodes", "no node is named", R"("nodes": "gpu/64-67")");
  spec.time = reader.quantity<Seconds>(
      "time", "Time from the call for a spare node until jobs can use it.", kTimesOrNone);
  return spec;
}

}  // namespace gpuscape
