/// What jobs do after a failure: how often they restart, where they wait, with how many nodes.

#include <fmt/format.h>

#include "sim/fields/object_reader.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

ShrinkSpec read_shrink(ObjectReader& reader) {
  ShrinkSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.at_least = static_cast<std::int32_t>(reader.count(
      "at_least",
      "The fewest nodes on which a job goes on; one that would have fewer gives all of "
      "them back and waits again.",
      Bounds{.least = 1.0, .most = 1e6}));
  return spec;
}

ElasticSpec read_elastic(ObjectReader& reader) {
  constexpr Bounds kNodes{.least = 1.0, .most = 1e6};
  ElasticSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.min = static_cast<std::uint32_t>(
      reader.count("min",
                   "The fewest nodes on which a job runs: it starts on so many where no more "
                   "are free, and gives up others for the first job that waits.",
                   kNodes));
  spec.max = static_cast<std::uint32_t>(
      reader.count("max", "The most nodes that a job takes while nobody waits.", kNodes));
  spec.pause = reader.quantity<Seconds>(
      "pause", Seconds(0.0),
      "What a job does not work for at each change: it saves what it did, and its processes form "
      "anew. The `restart` of its stream comes on top.");
  spec.every = reader.quantity<Seconds>("every", Seconds(0.0),
                                        "Time after a change in which a job takes no more nodes.");
  if (!reader.describing() && spec.min > spec.max)
    reader.issue("min", fmt::format("{} nodes are more than \"max\", {}", spec.min, spec.max),
                 "\"min\" is the smaller of the two");
  return spec;
}

}  // namespace

void read_requeue(ObjectReader& reader, SavesSpec& saves) {
  constexpr Bounds kRestarts{.least = 0.0, .most = 1e9};
  saves.max_restarts =
      reader.optional_count("max_restarts",
                            "How often a job may restart after failures: the next one ends it as "
                            "failed. 0: the first one "
                            "does, as with Slurm's `--no-requeue`. Without it there is no limit.",
                            kRestarts);
  saves.requeue_at_back =
      reader.optional_one_of(
          "requeue", {"front", "back"},
          "Where a job waits that a failure or maintenance stopped: with the date on which it was "
          "submitted (`front`, as without the key: in order of submission, before all that came "
          "after it), or as if it was submitted at that moment (`back`).") == "back";
  reader.optional_object(
      "shrink",
      "Jobs on several nodes go on with fewer when one fails and neither a standby, a free node "
      "nor "
      "a spare takes its place: from their last checkpoint, after `restart`, slower in proportion. "
      "When the node is repaired it joins, and the job restarts once more from what it did until "
      "then.",
      [&](ObjectReader& r) { saves.shrink = read_shrink(r); });
  reader.optional_object(
      "elastic",
      "Jobs run on as many nodes as there is room for, between two bounds, faster or slower in "
      "proportion: run times hold for the nodes that they ask for.",
      [&](ObjectReader& r) { saves.elastic = read_elastic(r); });
  if (saves.shrink.at_least > 0 && !saves.checkpoint && !reader.describing() &&
      !reader.has("checkpoint"))
    reader.issue("shrink", "a job that saves nothing cannot go on with fewer nodes",
                 R"("checkpoint" beside it, for example {"every": "daly", "write": "3 min"})");
}

}  // namespace gpuscape
