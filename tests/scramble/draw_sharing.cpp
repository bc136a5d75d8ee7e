/// Draws how jobs share GPUs.

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_mig(Dice& dice) {
  Json mig = {{"type", "mig"}, {"board", dice.of({"a100", "h100", "a30"})}};
  if (mig["board"] == "a30" && dice.chance(0.5)) mig["mix"] = {"2g.12gb", "1g.6gb", "1g.6gb"};
  return mig;
}

Json draw_mps(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json mps = {{"type", "mps"}, {"interference", dice.of(std::vector<double>{0.0, 0.15, 1.0})}};
  const Json& streams = sketch.drawn.scenario["workload"]["streams"];
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
