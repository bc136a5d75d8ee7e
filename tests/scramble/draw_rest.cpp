/// Draws the scheduler, objectives, `run` and variants.

#include <fmt/format.h>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_policy(Sketch& sketch) {
  Dice& dice = sketch.dice;
  std::string name = dice.of(sketch.stock.registry.schedulers.names());
  if (name == "srtf" && sketch.lends() && !dice.chance(0.03)) name = "sjf";
  if (name == "dedicated" && sketch.has_pool() && !dice.chance(0.03)) name = "fifo";
  if (name == "slurm-multifactor") return draw_slurm(sketch);
  if (name == "quota-tree") return draw_quotas(sketch);
  if (name == "kubernetes") return draw_kubernetes(dice);
  if (name == "cohorts") return draw_cohorts(sketch);
  Json policy = {{"type", name}};
  if (name == "sjf" || name == "srtf") {
    if (dice.chance(0.4)) policy["estimate"] = dice.of({"oracle", "limit"});
    if (dice.chance(0.3)) policy["error"] = dice.of(std::vector<double>{0.3, 1});
  }
  if (name == "srtf") {
    if (dice.chance(0.4)) policy["round"] = dice.of({"1 min", "10 min"});
    if (dice.chance(0.4)) policy["restart"] = dice.of({"10 s", "5 min"});
  }
  if (name == "dedicated")
    policy["by"] = dice.of({"account", "user", "partition", "qos", "stream", "stream"});
  return policy.size() == 1 ? Json(name) : policy;
}

Json draw_backfill(Sketch& sketch) {
  Dice& dice = sketch.dice;
  std::string name = dice.of(sketch.stock.registry.backfills.names());
  if (sketch.lends() && !dice.chance(0.03)) name = dice.of({"none", "easy"});
  Json backfill = {{"type", name}};
  if (name != "none" && dice.chance(0.3)) backfill["depth"] = dice.between(1, 10);
  if (name == "slurm") {
    if (dice.chance(0.3)) backfill["interval"] = dice.of({"1 min", "10 min"});
    if (dice.chance(0.2)) backfill["resolution"] = dice.of({"1 s", "5 min"});
    if (dice.chance(0.2)) backfill["window"] = dice.of({"1 h", "7 d"});
  }
  return backfill.size() == 1 ? Json(name) : backfill;
}

Json draw_placement(Sketch& sketch) {
  Dice& dice = sketch.dice;
  const std::string name = dice.of(sketch.stock.registry.placements.names());
  Json placement = {{"type", name}};
  if (dice.chance(0.2)) placement["groups_first"] = Json::array({dice.of(sketch.groups).name});
  if (dice.chance(0.2)) placement["groups"] = dice.of({"all", "in-order"});
  const bool in_one_domain = name == "same-rail" || name == "same-nvlink-domain";
  if (in_one_domain && dice.chance(0.5)) placement["required"] = dice.chance(0.5);
  if (name == "same-nvlink-domain" && dice.chance(0.7))
    placement["nodes_per_domain"] = dice.of(std::vector{1, 2, 4, 18});
  if (name == "fgd" && dice.chance(0.5))
    placement["typical_share"] = dice.of(std::vector{0.5, 0.95, 1.0});
  return placement.size() == 1 ? Json(name) : placement;
}

/// A policy that tries every job takes no backfill.
void settle_backfill(Sketch& sketch, Json& scheduler) {
  if (!scheduler.contains("policy")) return;
  if (scheduler["policy"] == "kubernetes-2019") scheduler["backfill"] = "none";
  if (!scheduler["policy"].is_object()) return;
  const std::string type = scheduler["policy"].value("type", "");
  const bool tries_all =
      type == "quota-tree" || type == "cohorts" || type.starts_with("kubernetes");
  if (tries_all && !sketch.dice.chance(0.03)) scheduler["backfill"] = "none";
}

/// Users who log in share GPUs in turn, on nodes of their own.
void settle_direct(Sketch& sketch, Json& scheduler) {
  Dice& dice = sketch.dice;
  if (scheduler.value("policy", Json()) != "direct" || dice.chance(0.05)) return;
  const bool may = !sketch.lends() && !sketch.has_pool() && !scheduler.contains("span_groups");
  if (!may) {
    scheduler["policy"] = "fifo";
    return;
  }
  scheduler["backfill"] = "none";
  scheduler["gpu_sharing"] = {{"type", "time-slices"}, {"replicas", dice.between(2, 5)}};
  scheduler.erase("defragment");
  for (Json& stream : sketch.drawn.scenario["workload"]["streams"])
    for (const char* key : {"elastic", "standbys", "shrink"}) stream.erase(key);
}

/// Nodes of a group, or all, that are the first stream's by the clock.
void draw_hours(Sketch& sketch, Json& scheduler) {
  Dice& dice = sketch.dice;
  const Json& streams = sketch.drawn.scenario["workload"]["streams"];
  if (streams.empty()) return;
  Json hours = {{"from", dice.of({"00:00", "00:20", "01:30", "23:00"})},
                {"to", dice.of({"00:40", "02:00", "12:00", "24:00"})},
                {"streams", Json::array({streams.begin().key()})}};
  if (dice.chance(0.7)) hours["nodes"] = Json::array({dice.of(sketch.groups).name});
  if (dice.chance(0.7)) hours["others"] = dice.of({"suspend", "requeue", "finish"});
  if (dice.chance(0.2)) hours["days"] = Json::array({dice.of({"monday", "tuesday"})});
  if (!hours.contains("others") && dice.chance(0.3)) hours["resume_time"] = "30 s";
  scheduler["hours"]["hours-1"] = std::move(hours);
}

/// Two parts: one has some of the first group's nodes and the first stream, the other has the rest.
void draw_parts(Sketch& sketch, Json& scheduler) {
  Dice& dice = sketch.dice;
  const bool whole = sketch.lends() || sketch.has_pool() || scheduler.contains("gpu_sharing") ||
                     scheduler.contains("span_groups");
  const Json& streams = sketch.drawn.scenario["workload"]["streams"];
  if ((whole && !dice.chance(0.03)) || streams.empty()) return;
  Json one = Json::object();
  Json rest = Json::object();
  const std::int64_t first = dice.between(0, sketch.groups[0].count);
  one["nodes"] = {{sketch.groups[0].name, first}};
  one["streams"] = Json::array({streams.begin().key()});
  rest["nodes"] = {{sketch.groups[0].name, sketch.groups[0].count - first}};
  for (std::size_t i = 1; i < sketch.groups.size(); ++i)
    rest["nodes"][sketch.groups[i].name] = sketch.groups[i].count;
  rest["default"] = true;
  for (Json* part : {&one, &rest}) {
    if (dice.chance(0.6)) (*part)["policy"] = draw_policy(sketch);
    if (part->value("policy", Json()) == "direct" && !dice.chance(0.05)) (*part)["policy"] = "fifo";
    if (dice.chance(0.4)) (*part)["backfill"] = draw_backfill(sketch);
    settle_backfill(sketch, *part);
    if (dice.chance(0.3)) (*part)["placement"] = draw_placement(sketch);
    if (dice.chance(0.2)) (*part)["least"] = dice.between(0, 2);
  }
  scheduler["parts"]["part-1"] = std::move(one);
  scheduler["parts"]["part-2"] = std::move(rest);
  if (dice.chance(0.5))
    scheduler["moves"] = {{"after", dice.of({"0 s", "5 min"})}, {"takes", draw_time(dice, 1, 900)}};
}

Json draw_objective(Dice& dice, bool priced) {
  const double which = dice.share();
  if (which < 0.5) {
    Json slo = {{"metric", dice.of({"queue_wait", "completion"})},
                {"at_most", draw_time(dice, 60, 9000)}};
    if (dice.chance(0.6)) slo["quantile"] = dice.of(std::vector<double>{0.5, 0.9, 0.95, 1});
    if (dice.chance(0.5)) slo["where"] = {{"gpus", dice.of({">= 2", "1"})}};
    if (dice.chance(0.1)) slo["where"] = {{"user", dice.of({"usr-1", "user1", "nobody"})}};
    return slo;
  }
  if (which < 0.6 && priced) return {{"metric", "total_cost"}, {"at_most", 1000000}};
  if (which < 0.8) return {{"metric", "gpus_allocated_share"}, {"at_least", 0.5}};
  return {{"metric", dice.of({"queue_wait_p95_s", "makespan_s", "completion_mean_s"})},
          {"at_most", "1 h"}};
}

Json draw_variant(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json patch = Json::object();
  if (dice.chance(0.4) && !sketch.groups[0].pool)
    patch["cluster"]["nodes"][sketch.groups[0].name]["count"] = dice.between(1, 8);
  if (!sketch.by_steps) {
    if (dice.chance(0.5)) patch["scheduler"]["policy"] = draw_policy(sketch);
    if (dice.chance(0.3)) patch["scheduler"]["backfill"] = draw_backfill(sketch);
    if (patch.contains("scheduler")) settle_backfill(sketch, patch["scheduler"]);
    if (patch.contains("scheduler")) settle_direct(sketch, patch["scheduler"]);
    if (dice.chance(0.2)) patch["scheduler"]["placement"] = draw_placement(sketch);
  }
  if (patch.empty()) patch["title"] = "another";
  return patch;
}

/// With what it needs to be one for any GPU.

}  // namespace

void draw_scheduler(Sketch& sketch) {
  Dice& dice = sketch.dice;
  if (dice.chance(0.05)) return;
  Json& scheduler = sketch.drawn.scenario["scheduler"] = Json::object();
  if (dice.chance(0.8)) scheduler["policy"] = draw_policy(sketch);
  if (dice.chance(0.7)) scheduler["backfill"] = draw_backfill(sketch);
  if (dice.chance(0.6)) scheduler["placement"] = draw_placement(sketch);
  if (dice.chance(0.1)) scheduler["near_data"] = true;
  if (dice.chance(0.25)) scheduler["overrun"] = dice.of({"kill", "run"});
  if (dice.chance(0.2)) scheduler["start_up"] = dice.of({"0 s", "20 s", "90 s"});
  if (dice.chance(sketch.lends() ? 0.01 : sketch.parts_of_gpus ? 0.8 : 0.04)) {
    scheduler["gpu_sharing"] = draw_sharing(sketch);
    if (dice.chance(0.9)) scheduler["backfill"] = dice.of({"none", "easy"});
  }
  if (sketch.groups.size() > 1 && dice.chance(0.08)) {
    scheduler["span_groups"] = "same-model";
    scheduler["backfill"] = dice.of({"none", "easy"});
  }
  if (dice.chance(0.1)) {
    Json& decides = scheduler["decision_time"] = Json::object();
    if (dice.chance(0.7)) decides["every"] = dice.of({"0 s", "30 s", "10 min"});
    if (dice.chance(0.5)) decides["rate"] = dice.of(std::vector<double>{0.001, 0.1, 10.0});
  }
  if (dice.chance(sketch.has_pool() || sketch.lends() ? 0.01 : 0.2)) {
    Json& moves = scheduler["defragment"] = {{"pause", dice.of({"0 s", "20 s", "10 min"})}};
    if (dice.chance(0.5)) moves["when"] = dice.of({"pays", "always", "maintenance"});
    if (dice.chance(0.3)) moves["at_most"] = dice.between(0, 3);
    if (dice.chance(0.3)) {
      moves["state"] = dice.of({"1 GB", "80 GB"});
      if (dice.chance(0.5))
        moves["bandwidth"] = "5 GB/s";
      else
        moves["stun"] = {{"1 GB", "2 s"}, {"100 GB", "2 min"}};
    }
  }
  if (!scheduler.contains("defragment") && !sketch.has_pool() && !sketch.lends() &&
      sketch.drawn.scenario.dump().find("\"move\"") != std::string::npos && dice.chance(0.9))
    scheduler["defragment"] = {{"pause", "30 s"}, {"when", "maintenance"}};
  settle_backfill(sketch, scheduler);
  settle_direct(sketch, scheduler);
  if (dice.chance(0.12)) draw_parts(sketch, scheduler);
  if (dice.chance(0.15)) draw_hours(sketch, scheduler);
  if (scheduler.empty()) sketch.drawn.scenario.erase("scheduler");
}

void draw_rest(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json& scenario = sketch.drawn.scenario;
  Json& run = scenario["run"] = Json::object();
  if (dice.chance(0.5)) run["seed"] = dice.between(0, 99);
  if (dice.chance(0.1)) run["confidence"] = dice.of(std::vector<double>{0.5, 0.8, 0.99});
  if (sketch.by_steps) {
    run["detail"] = "step";
  } else {
    if (sketch.generated && dice.chance(0.99)) run["replications"] = dice.between(1, 3);
    if (sketch.logged && !sketch.generated && dice.chance(0.05)) run["replications"] = 2;
    if (dice.chance(0.1))
      run["negligible"] = {{"relative", dice.chance(0.5) ? 0.05 : 0.0},
                           {"times", {{"queue_wait_p95_s", draw_time(dice, 1, 3000)}}}};
    if (dice.chance(0.15)) run["warm_up"] = draw_time(dice, 60, 20000);
  }
  if (run.empty()) scenario.erase("run");
  if (!sketch.by_steps && dice.chance(0.35))
    for (std::int64_t i = dice.between(1, 2); i > 0; --i)
      scenario["slo"][fmt::format("slo-{}", i)] = draw_objective(dice, scenario.contains("cost"));
  if (sketch.by_steps && dice.chance(0.35)) {
    Json& objective = scenario["slo"]["steps"];
    const bool rate = dice.chance(0.3);
    objective["metric"] =
        rate ? "samples_per_s"
             : dice.of({"step_s", "transfer_s", "collective_s", "time_to_train_s"});
    objective[dice.chance(0.5) ? "at_most" : "at_least"] =
        rate ? Json(dice.between(1, 5000)) : Json(draw_time(dice, 1, 5000));
  }
  if (dice.chance(0.3))
    for (std::int64_t i = dice.between(1, 2); i > 0; --i)
      scenario["variants"][fmt::format("var-{}", i)] = draw_variant(sketch);
}

}  // namespace gpuscape::scramble
