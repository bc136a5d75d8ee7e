/// How jobs save their work, what they write it to, and which nodes are kept in reserve.

#include <algorithm>
#include <charconv>

#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/application_saves.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

constexpr Bounds kTimesOrNone{.least = 0.0, .most = 1e11};
constexpr Bounds kSizes{.least = 1.0, .most = 1e18};

/// The number of "500 steps"; none: it is written otherwise.
std::optional<std::int64_t> steps_of(const std::string& text) {
  std::int64_t steps = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), steps);
  const std::string_view rest(end.ptr, text.data() + text.size());
  const bool counts = end.ec == std::errc() && (rest == " steps" || rest == " step");
  return counts ? std::optional(steps) : std::nullopt;
}

void read_every(ObjectReader& reader, CheckpointSpec& spec) {
  const std::string every = reader.text(
      "every",
      "Run time between two checkpoints, such as \"30 min\"; \"500 steps\" of the application; or "
      "\"daly\": the interval of Daly's formula for the failures of the nodes that the job is on. "
      "\"0 s\" with a `write` of 0 s: all the time, so that no work is lost.");
  if (every == "daly" || reader.describing() || !reader.has("every")) return;
  if (const auto steps = steps_of(every)) {
    spec.every_steps = std::max<std::int64_t>(1, *steps);
    if (*steps < 1) reader.issue("every", "it must be at least 1 step", R"("500 steps")");
    return;
  }
  const UnitReading<Seconds> read = parse<Seconds>(every);
  if (!read.value)
    reader.issue("every", read.message, read.hint);
  else if (!(*read.value >= Seconds(1.0)) && *read.value != Seconds(0.0))
    reader.issue("every", "it must be at least 1 s", R"("30 min", "500 steps", or "daly")");
  else
    spec.every = *read.value;
}

InMemorySpec read_in_memory(ObjectReader& reader) {
  InMemorySpec spec;
  spec.every = reader.quantity<Seconds>("every", "Run time between two copies.",
                                        Bounds{.least = 1.0, .most = 1e11});
  spec.write =
      reader.quantity<Seconds>("write", "Time that the job waits for a copy.", kTimesOrNone);
  spec.survives =
      reader.count("survives", 1,
                   "Nodes of the job that may be lost at once: of a domain that takes more, "
                   "nothing is left but the last checkpoint.",
                   Bounds{.least = 1.0, .most = 1e6});
  if (!reader.describing() && spec.write > spec.every)
    reader.issue("write", "a copy takes longer than the interval between two of them",
                 "a longer interval, or a shorter write");
  return spec;
}

void check_times(ObjectReader& reader, const CheckpointSpec& spec) {
  if (spec.every == Seconds(0.0) &&
      (spec.write > Seconds(0.0) || spec.staging || !spec.to_name.empty() || spec.in_memory)) {
    reader.issue("every", "a checkpoint that takes time cannot be taken all the time",
                 R"("30 min", or "write": "0 s" where no work is to be lost)");
    return;
  }
  if (spec.every && spec.staging && spec.write > *spec.every)
    reader.issue("write", "the next checkpoint is due before this one is written",
                 "a longer interval, or a shorter write");
  if (spec.every && !spec.staging && spec.write > *spec.every)
    reader.issue("write", "a checkpoint takes longer than the interval between two of them",
                 "a longer interval, or a shorter write");
  if (spec.in_memory && spec.every && !(spec.in_memory->every < *spec.every))
    reader.issue("in_memory", "copies in memory are taken more often than checkpoints",
                 R"("every": "1 min" of "in_memory")");
}

void check_way(ObjectReader& reader) {
  if (reader.has("write") && reader.has("to"))
    reader.issue("write", "the storage that it is written to says how long a write takes",
                 R"(leave out "write", or "to")");
  if (!reader.has("write") && !reader.has("to"))
    reader.issue("", R"("write" or "to" is missing)",
                 R"("write": "2 min", or "to": a name of "storage" of the cluster)");
  if (reader.has("size") && !reader.has("to"))
    reader.issue("size", "nothing says how fast it is written",
                 R"("to": a name of "storage" of the cluster)");
}

CheckpointSpec read_checkpoint(ObjectReader& reader) {
  CheckpointSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  read_every(reader, spec);
  spec.write =
      reader
          .optional_quantity<Seconds>(
              "write", "Time that a checkpoint takes to be written, without `to`.", kTimesOrNone)
          .value_or(Seconds(0.0));
  spec.to_name = reader
                     .optional_text("to",
                                    "The storage of the cluster that checkpoints are written to: "
                                    "who writes at one date shares its bandwidth.")
                     .value_or("");
  spec.size = reader.optional_quantity<Bytes>(
      "size",
      "Size of a checkpoint of a job, with `to`; without it 14 B for each of the `parameters` of "
      "its "
      "application: 2 B weights and 12 B of the optimizer (MLPerf Storage, rules of checkpoints).",
      kSizes);
  spec.staging = reader.optional_quantity<Seconds>(
      "staging",
      "Asynchronous checkpoints: the job waits for so long, and the write goes on beside it. A "
      "failure before the write has ended goes back to the checkpoint before. Without it the job "
      "waits for the whole write.",
      kTimesOrNone);
  reader.optional_object("in_memory",
                         "Copies of the state in the memory of other nodes of the job, between two "
                         "checkpoints: a job that goes on falls back to the last one "
                         "of them.",
                         [&](ObjectReader& r) { spec.in_memory = read_in_memory(r); });
  if (reader.describing()) return spec;
  check_way(reader);
  check_times(reader, spec);
  return spec;
}

std::optional<CheckpointSpec> read_checkpoint_at(ObjectReader& reader) {
  std::optional<CheckpointSpec> spec;
  reader.optional_object("checkpoint",
                         "How jobs save their work; without it a job that a failure stops begins "
                         "anew. The time that it takes comes on top of run times.",
                         [&](ObjectReader& r) { spec = read_checkpoint(r); });
  return spec;
}

constexpr std::string_view kRestart =
    "Time that a job needs to start again after an interruption, before it works: processes, "
    "loading of a checkpoint.";

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
  saves.checkpoint = read_checkpoint_at(reader);
  saves.restart =
      reader.optional_quantity<Seconds>("restart", kRestart, kTimesOrNone).value_or(Seconds(0.0));
  reader.optional_object("standbys",
                         "Nodes that each of its jobs holds beyond those that it works on: one of "
                         "them takes the place of a node that fails, and the job goes on after "
                         "`restart` without waiting in the queue. Nodes of the job come back to "
                         "it as standbys when they are repaired.",
                         [&](ObjectReader& r) { saves.standbys = read_standbys(r); });
}

ApplicationSavesSpec read_application_saves(ObjectReader& reader) {
  return {.checkpoint = read_checkpoint_at(reader),
          .restart = reader.optional_quantity<Seconds>("restart", kRestart, kTimesOrNone)};
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
