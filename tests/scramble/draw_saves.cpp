/// How jobs save their work, and what they do when they lose nodes.

#include <string>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

/// What its jobs do after a failure. Sizes that no job has are faults, which are drawn too.
void draw_requeue(Sketch& sketch, Json& stream) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.1)) stream["max_restarts"] = dice.between(0, 3);
  if (dice.chance(0.1)) stream["requeue"] = dice.of({"front", "back"});
  const bool keeps_size = sketch.has_pool() || sketch.lends() || stream.contains("standbys");
  if (dice.chance(keeps_size ? 0.005 : 0.1)) {
    const std::int64_t least = dice.between(1, 3);
    stream["elastic"] = {
        {"min", least}, {"max", least + dice.between(0, 4)}, {"pause", dice.of({"0 s", "45 s"})}};
    if (dice.chance(0.4)) stream["elastic"]["every"] = dice.of({"0 s", "30 min"});
    return;
  }
  if (!stream.contains("checkpoint")) return;
  const bool may = sketch.drawn.scenario["cluster"].contains("failures") && !sketch.has_pool() &&
                   !sketch.lends();
  if (dice.chance(may ? 0.5 : 0.01)) stream["shrink"] = {{"at_least", dice.between(1, 2)}};
}

}  // namespace

Json draw_checkpoint(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json checkpoint = {{"every", dice.of({"daly", "20 min", "3 h", "100000 steps"})}};
  if (dice.chance(0.3)) checkpoint["staging"] = dice.of({"0 s", "3 s"});
  if (dice.chance(0.6)) {
    checkpoint["write"] = dice.of({"0 s", "40 s", "10 min"});
    return checkpoint;
  }
  Json& storage = sketch.drawn.scenario["cluster"]["storage"]["scratch"];
  storage["write_bandwidth"] = dice.of({"2 GB/s", "40 GB/s"});
  if (dice.chance(0.5)) storage["per_node"] = "1 GB/s";
  checkpoint["to"] = "scratch";
  if (dice.chance(0.9)) checkpoint["size"] = dice.of({"2 GB", "500 GB"});
  return checkpoint;
}

namespace {

/// Few requests: the answers of many trials take their time.
Json draw_requests(Dice& dice) {
  Json serves = {{"per_hour", dice.of(std::vector<double>{0.5, 20.0, 300.0})},
                 {"work", dice.of({"20 ms", "5 s"})},
                 {"within", dice.of({"100 ms", "1 min"})}};
  if (dice.chance(0.4)) serves["fixed"] = "1 ms";
  if (dice.chance(0.4)) serves["batch"] = dice.between(1, 8);
  if (dice.chance(0.3)) serves["give_up"] = dice.of({"1 s", "10 min"});
  if (dice.chance(0.3)) serves["sizes"] = "exponential";
  return serves;
}

}  // namespace

void draw_saves(Sketch& sketch, Json& stream) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.05)) stream["serves"] = draw_requests(dice);
  if (dice.chance(0.15)) stream["checkpoint"] = draw_checkpoint(sketch);
  if (dice.chance(0.04)) stream["checkpoint"] = {{"every", "0 s"}, {"write", "0 s"}};
  if (dice.chance(sketch.groups.size() == 1 && !sketch.has_pool() && !sketch.lends() ? 0.15 : 0.01))
    stream["standbys"] = {{"nodes", dice.between(1, 2)}, {"selection", dice.of({"0 s", "3 min"})}};
  if (stream.contains("standbys") && stream.contains("checkpoint") && dice.chance(0.5) &&
      stream["checkpoint"]["every"] != "0 s")
    stream["checkpoint"]["in_memory"] = {{"every", "5 min"}, {"write", dice.of({"0 s", "2 s"})}};
  if (dice.chance(0.15)) stream["restart"] = dice.of({"30 s", "10 min"});
  draw_requeue(sketch, stream);
}

}  // namespace gpuscape::scramble
