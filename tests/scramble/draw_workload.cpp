/// Draws applications and streams of jobs.

#include <fmt/format.h>

#include <algorithm>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_collective(Dice& dice) {
  if (dice.chance(0.4))
    return dice.of({"auto", "ring", "tree", "two-level", "nvls", "sharp", "direct"});
  Json collective = Json::object();
  if (dice.chance(0.5)) collective["algorithm"] = dice.of({"auto", "ring", "tree", "two-level"});
  if (dice.chance(0.5))
    collective["operation"] = dice.of({"all-reduce", "all-gather", "reduce-scatter", "all-to-all"});
  if (dice.chance(0.5))
    collective["data"] = dice.of({"float", "half", "bfloat16", "double", "int8"});
  return collective;
}

/// Whether collectives of jobs can be: among GPUs of which it is known how they are joined.
bool may_be_planned(const Sketch& sketch) {
  return std::ranges::all_of(sketch.groups, [](const DrawnGroup& group) {
    return group.inside && (group.gpus > 0 || group.client);
  });
}

Json draw_steps(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json application = {{"step_time", fmt::format("{} ms", dice.between(1, 900))},
                      {"bytes_per_step", dice.of({"0 B", "1 MB", "200 MB", "4 GB", "40 GB"})}};
  if (dice.chance(0.3)) application["overlap"] = dice.of(std::vector<double>{0, 0.5, 1});
  if (dice.chance(may_be_planned(sketch) ? 0.4 : 0.02))
    application["collective"] = draw_collective(dice);
  return application;
}

Json draw_training(Sketch& sketch) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.2)) {
    Json model = Stock::example(sketch.stock.registry.applications, "data-parallel");
    if (dice.chance(0.5)) model["collective"] = draw_collective(dice);
    return model;
  }
  Json application = {{"type", dice.of(sketch.stock.applications)}};
  if (dice.chance(0.2)) application["precision"] = dice.of({"fp32", "amp", "bf16", "tf32"});
  if (dice.chance(0.2)) application["batch_per_gpu"] = dice.between(1, 64);
  if (dice.chance(0.3)) application["collective"] = draw_collective(dice);
  if (dice.chance(0.1)) application["overlap"] = 0;
  if (dice.chance(0.1)) application["decode"] = "1 ms";
  return application;
}

Json any_application(Sketch& sketch) {
  Dice& dice = sketch.dice;
  if (!sketch.applications.empty() && dice.chance(0.6)) return dice.of(sketch.applications);
  const bool trains = std::ranges::any_of(sketch.groups, &DrawnGroup::inside);
  if (trains && dice.chance(0.5))
    return dice.of({"resnet-50", "vgg-16", "inception-v3", "bert-large-512"});
  return draw_steps(sketch);
}

Json draw_distribution(Dice& dice, double low, double high) {
  const auto time = [&] { return draw_time(dice, low, high); };
  const double which = dice.share();
  Json result;
  if (which < 0.25) {
    result = {{"distribution", "constant"}, {"value", time()}};
  } else if (which < 0.35) {
    result = {{"distribution", "uniform"}, {"low", "0 s"}, {"high", time()}};
  } else if (which < 0.6) {
    result = {{"distribution", "exponential"}, {"mean", time()}};
  } else if (which < 0.85) {
    result = {{"distribution", "lognormal"}, {"median", time()}, {"sigma", 0.5 + dice.share()}};
  } else if (which < 0.95) {
    result = {{"distribution", "weibull"}, {"scale", time()}, {"shape", 0.5 + dice.share()}};
  } else {
    result = {{"distribution", "quantiles"},
              {"values", {{"0", "1 min"}, {"0.5", "1 h"}, {"1", "5 h"}}}};
  }
  if (dice.chance(0.1)) result["at_most"] = draw_time(dice, low, 2 * high);
  return result;
}

/// Weights of numbers of GPUs.
Json draw_sizes(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json sizes = Json::object();
  const std::int64_t node = sketch.largest_node();
  const std::int64_t all = sketch.gpus();
  for (std::int64_t i = dice.between(1, 4); i > 0; --i) {
    const double which = dice.share();
    std::int64_t size = dice.between(1, node);
    if (which < 0.3) size = 1;
    if (which > 0.8) size = node * dice.between(1, std::max<std::int64_t>(1, all / node));
    if (which > 0.98) size = all + 1;
    sizes[std::to_string(size)] = 1 + dice.between(0, 5);
  }
  return sizes;
}

Json draw_generator(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json stream = Json::object();
  if (dice.chance(0.8)) {
    stream["jobs"] = dice.chance(0.1) ? dice.between(1, 5) : dice.between(10, 120);
  } else {
    stream["duration"] = draw_time(dice, 3600, 3 * 86400);
  }
  if (stream.contains("jobs") && dice.chance(0.6)) {
    stream["load"] = dice.of(std::vector<double>{0.2, 0.5, 0.7, 0.9, 1.5});
    if (dice.chance(0.2)) stream["load_gpus"] = sketch.gpus();
  } else {
    stream["jobs_per_hour"] = dice.of(std::vector<double>{0.5, 1, 3, 10});
  }
  if (dice.chance(0.3)) {
    stream["arrivals"] = {{"process", "diurnal"}, {"peak_to_trough", dice.between(1, 5)}};
    if (dice.chance(0.3))
      stream["arrivals"] = {{"process", "weekly"},
                            {"by_hour", std::vector<int>(24, 1)},
                            {"by_weekday", {1, 1, 1, 1, 1, 0, 2}}};
  }
  stream["gpus"] = draw_sizes(sketch);
  if (dice.chance(0.9)) {
    stream["run_time"] = draw_distribution(dice, 60, 20000);
  } else {
    stream["run_time_by_gpus"] = {{"1", draw_distribution(dice, 60, 9000)},
                                  {"4", draw_distribution(dice, 600, 9000)}};
  }
  if (dice.chance(0.4))
    stream["time_limit"] = {
        {"factor",
         {{"distribution", "uniform"}, {"low", dice.chance(0.3) ? 0.5 : 1.0}, {"high", 4}}}};
  if (dice.chance(0.15)) stream["cores_per_gpu"] = dice.between(1, 4);
  if (dice.chance(0.1)) stream["memory_per_gpu"] = fmt::format("{} GB", dice.between(1, 64));
  if (dice.chance(0.4))
    stream["users"] = {{"count", dice.between(1, 6)}, {"zipf", dice.of(std::vector<double>{0, 1})}};
  return stream;
}

Json draw_closed(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json stream = {{"jobs", dice.between(1, 6)}};
  if (dice.chance(0.3)) stream["jobs"] = dice.of({"one per node", "one per gpu"});
  if (dice.chance(0.7)) stream["gpus"] = draw_sizes(sketch);
  stream["run_time"] = draw_distribution(dice, 600, 9000);
  if (dice.chance(0.5)) stream["think_time"] = draw_distribution(dice, 60, 3600);
  stream["duration"] = draw_time(dice, 7200, 86400);
  return stream;
}

std::vector<Json> draw_wheres(Dice& dice, bool logged) {
  std::vector<Json> wheres = {{{"gpus", ">= 2"}}, {{"gpus", "< 4"}}, {{"gpus", "1..4"}}};
  if (logged && dice.chance(0.5))
    wheres.push_back({{"user", dice.of({"usr-1", "!usr-1", "usr-?"})}});
  if (logged && dice.chance(0.2)) wheres.push_back({{"account", Json::array({"acc-1", "acc-2"})}});
  dice.shuffle(wheres);
  wheres.resize(static_cast<std::size_t>(dice.between(0, 2)));
  if (wheres.empty() || dice.chance(0.5)) wheres.push_back(Json::object());
  return wheres;
}

Json draw_rules(Sketch& sketch, bool logged, bool measured) {
  Dice& dice = sketch.dice;
  Json rules = Json::array();
  for (Json& where : draw_wheres(dice, logged)) {
    Json rule = {{"where", std::move(where)}};
    if (dice.chance(0.2)) {
      rule["kind"] = "interactive";
      if (dice.chance(0.6)) rule["gpu_duty"] = {{"value", 0.2}, {"low", 0.1}, {"high", 0.4}};
    } else if (sketch.applications.size() > 1 && dice.chance(0.3)) {
      rule["mix"] = {{sketch.applications[0], 0.7}, {sketch.applications[1], 1}};
    } else {
      rule["application"] = any_application(sketch);
    }
    if (measured && dice.chance(0.2)) rule["gpus"] = {{"2", 4}, {"8", 4}};
    rules.push_back(std::move(rule));
  }
  return rules;
}

void add_scales(Sketch& sketch, Json& stream) {
  Dice& dice = sketch.dice;
  Json& scale = stream["scale"] = Json::object();
  for (std::int64_t i = dice.between(1, 2); i > 0; --i) {
    Json one = Json::object();
    if (dice.chance(0.4)) one["where"] = draw_wheres(dice, true).front();
    one[dice.of({"users", "load", "durations"})] =
        dice.of(std::vector<double>{0.5, 0.8, 1.5, 2, 3});
    scale[fmt::format("scl-{}", i)] = std::move(one);
  }
}

/// Jobs exchange data over a network, which a pool cannot have.
double may_compute(const Sketch& sketch) {
  if (sketch.lends()) return 0.8;
  return sketch.networks.empty() ? 0.03 : 0.6;
}

Json draw_stream(Sketch& sketch, const std::string& name) {
  Dice& dice = sketch.dice;
  Json stream = Json::object();
  const double which = dice.share();
  const bool logged = which >= 0.65;
  sketch.logged = sketch.logged || logged;
  sketch.generated = sketch.generated || !logged;
  if (which < 0.5) {
    stream["generate"] = draw_generator(sketch);
  } else if (!logged) {
    stream["closed"] = draw_closed(sketch);
  } else {
    stream["trace"] = draw_log(sketch, name);
    if (dice.chance(0.15)) add_scales(sketch, stream);
  }
  if (dice.chance(0.06)) stream["gpu_models"] = dice.of({"a100", "v100|a100", "a100-sxm4-40gb"});
  if (dice.chance(0.05)) stream["features"] = dice.of({"ib", "nvlink", "ib|nvlink"});
  if (dice.chance(0.06)) {
    stream["gpu_memory"] = dice.of({"3 GB", "9 GB", "12 GB"});
    sketch.parts_of_gpus = true;
  }
  if (dice.chance(sketch.parts_of_gpus ? 0.4 : 0.02))
    stream["gpu_use"] = dice.of(std::vector<double>{0.05, 0.4, 1.0});
  draw_saves(sketch, stream);
  if (sketch.lends() && dice.chance(0.3)) stream["gpus_from"] = dice.of({"lent", "own-nodes"});
  if (!dice.chance(may_compute(sketch))) return stream;
  const bool trains =
      !sketch.applications.empty() && std::ranges::all_of(sketch.groups, &DrawnGroup::inside);
  const bool measured = trains && dice.chance(0.3);
  if (measured) stream["measured_on"] = dice.of({"dgx1-v100", "dgx-a100-40gb", "hgx-a100-4"});
  if (dice.chance(0.5)) {
    stream["application"] = any_application(sketch);
  } else {
    stream["applications"] = draw_rules(sketch, logged, measured);
  }
  return stream;
}

}  // namespace

void draw_applications(Sketch& sketch) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.5)) return;
  const bool trains = sketch.by_steps || std::ranges::any_of(sketch.groups, &DrawnGroup::inside);
  for (std::int64_t i = dice.between(1, 2); i > 0; --i) {
    const std::string name = fmt::format("app-{}", i);
    Json application = trains && dice.chance(0.6) ? draw_training(sketch) : draw_steps(sketch);
    if (!sketch.by_steps && dice.chance(0.2)) application["checkpoint"] = draw_checkpoint(sketch);
    if (dice.chance(0.1)) application["restart"] = "1 min";
    sketch.drawn.scenario["workload"]["applications"][name] = std::move(application);
    sketch.applications.push_back(name);
  }
}

void draw_streams(Sketch& sketch) {
  Json& streams = sketch.drawn.scenario["workload"]["streams"] = Json::object();
  do {
    const std::string name =
        fmt::format("str-{}", static_cast<char>('a' + static_cast<int>(streams.size())));
    sketch.streams.push_back(name);
    streams[name] = draw_stream(sketch, name);
  } while (streams.size() < 3 && sketch.dice.chance(0.3));
}

}  // namespace gpuscape::scramble
