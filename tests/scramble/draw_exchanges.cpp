/// Draws transfers, collectives and steps, which are simulated one by one.

#include <fmt/format.h>

#include <algorithm>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

std::string a_node(Sketch& sketch, const DrawnGroup& group) {
  return fmt::format("{}/{}", group.name, sketch.dice.between(0, group.count - 1));
}

std::string a_device(Sketch& sketch) {
  const DrawnGroup& group = sketch.dice.of(sketch.groups);
  const std::string node = a_node(sketch, group);
  if (group.gpus == 0 || sketch.dice.chance(0.3)) return node;
  return fmt::format("{}/gpu{}", node, sketch.dice.between(0, group.gpus - 1));
}

std::string draw_size(Dice& dice) {
  if (dice.chance(0.02)) return "0 B";
  return dice.of({"1 B", "4 KiB", "1 MiB", "64 MiB", "1 GiB"});
}

Json draw_transfer(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json transfer = {{"bytes", draw_size(dice)}};
  if (dice.chance(0.15)) {
    transfer["permutation"] = dice.of({"random", "shift"});
    if (dice.chance(0.3)) transfer["among"] = dice.of({"gpu", "host"});
  } else {
    transfer["from"] = a_device(sketch);
    transfer["to"] = a_device(sketch);
    const Json& cluster = sketch.drawn.scenario["cluster"];
    if (cluster.contains("storage") && dice.chance(0.4))
      transfer[dice.chance(0.7) ? "from" : "to"] = "storage/sto-1";
  }
  if (dice.chance(0.2)) transfer["concurrent"] = dice.between(1, 4);
  if (dice.chance(0.2)) transfer["in_flight"] = dice.between(1, 4);
  if (dice.chance(transfer.contains("in_flight") ? 0.8 : 0.02))
    transfer["messages"] = dice.between(4, 20);
  if (dice.chance(0.2)) transfer["start"] = dice.of({"1 ms", "1 s"});
  if (dice.chance(0.1)) transfer["transport"] = dice.of(sketch.stock.catalog.ids("transports"));
  return transfer;
}

/// GPUs in a group that has some.
Json some_gpus(Sketch& sketch) {
  std::vector<DrawnGroup> with;
  for (const DrawnGroup& group : sketch.groups)
    if (group.gpus > 0 && group.inside) with.push_back(group);
  if (with.empty()) return Json::array({sketch.groups[0].name});
  const DrawnGroup group = sketch.dice.of(with);
  const double which = sketch.dice.share();
  if (which < 0.4) return Json::array({group.name});
  if (which < 0.7) return Json::array({a_node(sketch, group)});
  return Json::array({fmt::format("{}/gpu0-{}", a_node(sketch, group),
                                  std::max<std::int64_t>(0, group.gpus - 1))});
}

Json draw_together(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json collective = {{"operation", dice.of({"all-reduce", "all-gather", "reduce-scatter",
                                            "all-to-all", "broadcast", "send-receive"})},
                     {"among", some_gpus(sketch)},
                     {"bytes", Json::array({draw_size(dice), draw_size(dice)})}};
  if (dice.chance(0.5))
    collective["algorithm"] =
        dice.of({"auto", "ring", "tree", "two-level", "nvls", "sharp", "direct"});
  if (dice.chance(0.3)) collective["data"] = dice.of({"half", "double", "int8", "fp8"});
  if (dice.chance(0.2)) collective["in_place"] = true;
  if (dice.chance(0.2)) collective["launched"] = dice.of({"by-graph", "by-host"});
  if (dice.chance(0.2)) collective["rounds"] = dice.of({"each", "together"});
  if (dice.chance(0.2)) collective["start"] = "1 s";
  return collective;
}

Json draw_training_steps(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json steps = {{"application", dice.of({"resnet-50", "vgg-16", "googlenet", "gpt2-small"})},
                {"on", some_gpus(sketch)}};
  if (!sketch.applications.empty() && dice.chance(0.6))
    steps["application"] = dice.of(sketch.applications);
  if (dice.chance(0.4)) steps["gpus"] = Json::array({1, 2});
  if (dice.chance(0.3)) steps["scaling"] = dice.of({"weak", "strong"});
  if (dice.chance(0.3)) steps["steps"] = dice.between(1, 10);
  if (dice.chance(0.2)) steps["rounds"] = dice.of({"each", "together"});
  if (dice.chance(0.2)) steps["start"] = "1 s";
  if (sketch.lends() && dice.chance(0.7)) {
    steps["client"] = fmt::format("{}/0", sketch.groups[0].name);
    if (dice.chance(0.2)) steps["cold"] = true;
  }
  return steps;
}

}  // namespace

void draw_exchanges(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json& stream = sketch.drawn.scenario["workload"]["streams"]["str-a"] = Json::object();
  const double which = dice.share();
  const auto add = [&](const char* kind, Json (*draw)(Sketch&)) {
    Json& list = stream[kind] = Json::array();
    for (std::int64_t i = dice.between(1, 3); i > 0; --i) list.push_back(draw(sketch));
  };
  if (which < 0.4 || dice.chance(0.1)) add("transfers", draw_transfer);
  if ((which >= 0.4 && which < 0.7) || dice.chance(0.1)) add("collectives", draw_together);
  if (which >= 0.7 || dice.chance(0.1)) add("steps", draw_training_steps);
}

}  // namespace gpuscape::scramble
