/// Draws the settings of Slurm's policy and of Kubernetes.

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_limits(Dice& dice) {
  Json limits = Json::object();
  for (const char* name : {"max_gpus", "max_jobs", "max_gpus_per_user", "max_jobs_per_user",
                           "max_cores", "max_cores_per_user", "max_cores_per_job"})
    if (dice.chance(0.15)) limits[name] = dice.between(1, 12);
  return limits;
}

Json draw_weights(Dice& dice) {
  Json weights = Json::object();
  for (const char* name : {"age", "fair_share", "job_size", "partition", "qos"})
    if (dice.chance(0.4)) weights[name] = dice.between(0, 10000);
  return weights;
}

}  // namespace

Json draw_slurm(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json policy = {{"type", "slurm-multifactor"}};
  if (dice.chance(0.5)) policy["weights"] = draw_weights(dice);
  if (dice.chance(0.2)) policy["max_age"] = draw_time(dice, 3600, 86400);
  if (dice.chance(0.2)) policy["half_life"] = dice.of({"0 s", "1 h", "1 d"});
  if (dice.chance(0.2)) policy["period"] = dice.of({"1 min", "1 h"});
  if (dice.chance(0.2)) policy["favor_small"] = true;
  if (dice.chance(0.1)) policy["charge"] = "cores";
  if (dice.chance(0.3)) policy["enforce"] = dice.of({"limits", "safe"});
  if (dice.chance(0.3)) {
    for (const char* name : {"par-1", "par-2"}) {
      Json partition = draw_limits(dice);
      if (dice.chance(0.3)) partition["nodes"] = dice.of(sketch.groups).name;
      if (dice.chance(0.3)) partition["tier"] = dice.between(0, 3);
      if (dice.chance(0.1)) partition["max_time"] = "2 h";
      if (dice.chance(0.1)) partition["max_nodes"] = dice.between(1, 4);
      policy["partitions"][name] = std::move(partition);
    }
  }
  if (dice.chance(0.3)) {
    policy["qos"] = {{"qos-1", draw_limits(dice)}, {"qos-2", {{"priority", 10}}}};
    if (dice.chance(0.4)) policy["qos"]["qos-2"]["preempts"] = "qos-1";
    if (dice.chance(0.3)) policy["qos"]["qos-1"]["grace_time"] = dice.of({"10 s", "5 min"});
    if (dice.chance(0.5)) policy["preempted"] = dice.of({"begin-anew", "go-on", "suspend"});
    const bool suspends = policy.value("preempted", "") == "suspend";
    if (dice.chance(suspends ? 0.6 : 0.01)) policy["suspended_gpus"] = "given";
    if (dice.chance(suspends ? 0.3 : 0.01)) policy["resume_time"] = "20 s";
  }
  if (dice.chance(0.3))
    policy["accounts"] = {{"acc-1", draw_limits(dice)},
                          {"acc-2", {{"shares", 3}, {"users", {{"usr-1", 2}}}}}};
  if (policy.contains("accounts")) {
    Json& accounts = policy["accounts"];
    if (dice.chance(0.5)) accounts["acc-1"]["parent"] = "acc-2";
    if (dice.chance(0.2)) accounts["acc-1"]["shares_as_parent"] = true;
    if (dice.chance(0.3)) accounts["acc-2"]["max_gpu_minutes"] = dice.between(1, 2000);
    if (accounts["acc-2"].contains("max_gpu_minutes") && dice.chance(0.3))
      accounts["acc-2"]["no_decay"] = true;
    if (dice.chance(0.2)) accounts["acc-2"]["max_gpus_per_job"] = dice.between(1, 12);
  }
  if (dice.chance(0.1))
    policy["reservations"]["res-1"] = {{"start", draw_time(dice, 60, 9000)},
                                       {"duration", draw_time(dice, 600, 9000)},
                                       {"users", "usr-1"}};
  return policy;
}

Json draw_kubernetes(Dice& dice) {
  Json policy = {{"type", "kubernetes"}};
  if (dice.chance(0.3)) policy["gangs"] = true;
  if (dice.chance(0.3)) policy["pod_interval"] = dice.of({"0 s", "1 s", "1 min"});
  if (dice.chance(0.5)) policy["give_up_after"] = draw_time(dice, 10, 9000);
  if (dice.chance(0.3)) policy["longest_backoff"] = dice.of({"1 s", "1 min"});
  if (dice.chance(0.2)) policy["priorities"] = {{"qos-1", {{"value", dice.between(-5, 5)}}}};
  if (dice.chance(0.2)) policy["preempts"] = dice.chance(0.5);
  if (dice.chance(0.2)) policy["termination_grace"] = dice.of({"0 s", "5 min"});
  return policy;
}

}  // namespace gpuscape::scramble
