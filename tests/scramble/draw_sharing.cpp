/// Draws how jobs share GPUs.

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_mig(Dice& dice) {
  Json mig = {{"type", "mig"}, {"board", dice.of({"a100", "h100", "a30"})}};
  if (mig["board"] == "a30" && dice.chance(0.5)) mig["mix"] = {"2g.12gb", "1g.6gb", "1g.6gb"};
  if (!mig.contains("mix") && dice.chance(0.4)) mig["carve"] = dice.of({"10 s", "30 s", "1 h"});
  return mig;
}

/// What some of the streams do alone: uses, runs, or both.
Json draw_solo(Dice& dice, const Json& streams) {
  Json solo = Json::array();
  for (const auto& [name, of] : streams.items()) {
    if (!solo.empty() && dice.chance(0.3)) continue;
    Json entry = {{"stream", name}};
    const bool runs = dice.chance(0.4);
    if (!runs || dice.chance(0.5))
      entry.update({{"multiprocessors", dice.of(std::vector<double>{0.2, 0.9})},
                    {"memory_bandwidth", dice.of(std::vector<double>{0.0, 0.4, 1.0})},
                    {"l2", 0.5},
                    {"power", dice.of({"50 W", "250 W"})}});
    if (runs)
      entry.update({{"batch", dice.between(1, 16)},
                    {"runs",
                     {{{"batch", 1}, {"per_second", 100}},
                      {{"batch", 4}, {"per_second", 310}},
                      {{"batch", 16}, {"per_second", 600}}}}});
    solo.push_back(entry);
  }
  return solo;
}

Json draw_mps(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json mps = {{"type", "mps"}, {"interference", dice.of(std::vector<double>{0.0, 0.15, 1.0})}};
  if (dice.chance(0.3))
    mps["contention"] = {
        {"l2_slope", 0.2}, {"idle", "60 W"}, {"cap", "300 W"}, {"clock_per_watt", 0.002}};
  const Json& streams = sketch.drawn.scenario["workload"]["streams"];
  if (!streams.empty() && dice.chance(0.5)) mps["solo"] = draw_solo(dice, streams);
  if (streams.empty() || dice.chance(0.6)) return mps;
  const std::string stream = streams.begin().key();
  const double pace = dice.of(std::vector<double>{0.3, 0.8, 1.0});
  mps["pairs"].push_back({{"stream", stream}, {"beside", stream}, {"pace", pace}});
  return mps;
}

}  // namespace

Json draw_sharing(Sketch& sketch) {
  Dice& dice = sketch.dice;
  switch (dice.between(0, 7)) {
    case 0:
      return "whole";
    case 1:
      return draw_mig(dice);
    case 2:
      return {{"type", "vgpu"},
              {"memory", dice.of({"16 GB", "24 GB", "80 GB"})},
              {"turns", dice.of({"best-effort", "equal-share", "fixed-share"})}};
    case 3:
      return {{"type", "time-slices"},
              {"replicas", dice.between(2, 8)},
              {"switch", dice.of({"0 s", "0.2 ms"})}};
    case 4:
      return draw_mps(sketch);
    default:
      return "shares";
  }
}

}  // namespace gpuscape::scramble
