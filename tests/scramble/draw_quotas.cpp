/// Policies with quotas.

#include <algorithm>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

Json draw_amount(Dice& dice) {
  Json amount = Json::object();
  if (dice.chance(0.7)) amount["deserved"] = dice.between(-1, 8);
  if (dice.chance(0.3)) amount["limit"] = dice.between(8, 24);
  if (dice.chance(0.3)) amount["weight"] = dice.between(0, 3);
  if (amount.value("deserved", 0) < 0) amount.erase("limit");
  return amount;
}

/// A quota of a queue or a cohort, borrowed and lent where it is in a cohort.
Json draw_quota(Dice& dice, bool in_cohort) {
  Json amount = {{"nominal", dice.between(dice.chance(0.02) ? -1 : 0, 24)}};
  if ((in_cohort || dice.chance(0.02)) && dice.chance(0.3))
    amount["borrowing_limit"] = dice.between(0, 16);
  if ((in_cohort || dice.chance(0.02)) && dice.chance(0.3))
    amount["lending_limit"] =
        dice.between(0, std::max(0, amount["nominal"].get<int>()) + (dice.chance(0.02) ? 4 : 0));
  return amount;
}

Json draw_cohort_queue(Sketch& sketch, const std::string& cohort) {
  Dice& dice = sketch.dice;
  Json queue = Json::object();
  if (!cohort.empty()) queue["cohort"] = cohort;
  if (dice.chance(0.9)) queue["gpus"] = draw_quota(dice, !cohort.empty());
  if (dice.chance(0.1)) queue["cores"] = draw_quota(dice, !cohort.empty());
  if (dice.chance(0.05)) queue["memory"] = {{"nominal", "1 TiB"}};
  if (dice.chance(0.2)) queue["weight"] = dice.between(0, 3);
  if (dice.chance(0.3)) queue["queueing"] = dice.of({"strict-fifo", "best-effort-fifo"});
  if (sketch.lends() && !dice.chance(0.03)) return queue;
  if (!dice.chance(0.7)) return queue;
  Json& preemption = queue["preemption"] = Json::object();
  if (dice.chance(0.5))
    preemption["within_queue"] =
        dice.of({"never", "lower-priority", "lower-or-newer-equal-priority"});
  if (dice.chance(0.7))
    preemption["reclaim_within_cohort"] = dice.of({"lower-priority", "any", "any"});
  if (dice.chance(preemption.contains("reclaim_within_cohort") ? 0.3 : 0.02))
    preemption["borrow_within_cohort"] = "lower-priority";
  return queue;
}

}  // namespace

Json draw_cohorts(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json policy = {{"type", "cohorts"}};
  policy["queue_of"] = dice.of({"account", "partition", "user", "qos", "stream"});
  Json cohorts = Json::object();
  if (dice.chance(0.8)) cohorts["top"] = {{"gpus", {{"nominal", dice.between(0, 16)}}}};
  if (cohorts.contains("top") && dice.chance(0.5))
    cohorts["team"] = {{"parent", "top"}, {"gpus", draw_quota(dice, true)}};
  Json queues = Json::object();
  for (const char* name : {"acc-1", "acc-2", "usr-1", "par-1", "qos-1", "rest"}) {
    const bool is_rest = std::string(name) == "rest";
    if (!is_rest && dice.chance(0.4)) continue;
    std::string cohort;
    if (cohorts.contains("top") && dice.chance(0.8)) cohort = "top";
    if (cohorts.contains("team") && dice.chance(0.4)) cohort = "team";
    queues[name] = draw_cohort_queue(sketch, cohort);
    if (is_rest && dice.chance(0.9)) queues[name]["default"] = true;
  }
  if (!cohorts.empty()) policy["cohorts"] = std::move(cohorts);
  policy["queues"] = std::move(queues);
  if (dice.chance(0.3)) policy["priorities"] = {{"qos-1", {{"value", dice.between(0, 150)}}}};
  if (dice.chance(0.5)) policy["fair_sharing"] = true;
  if (dice.chance(0.3)) policy["one_per_cycle"] = false;
  if (dice.chance(0.3)) policy["grace_time"] = dice.of({"10 s", "5 min"});
  if (dice.chance(0.3)) policy["preempted"] = dice.of({"begin-anew", "go-on"});
  if (dice.chance(0.2)) policy["cycle"] = dice.of({"1 min", "10 min"});
  return policy;
}

Json draw_quotas(Sketch& sketch) {
  Dice& dice = sketch.dice;
  Json policy = {{"type", "quota-tree"}};
  policy["queue_of"] = dice.of({"account", "partition", "user", "qos", "stream"});
  Json queues = Json::object();
  for (const char* name : {"top", "acc-1", "acc-2", "usr-1", "par-1", "qos-1", "rest"}) {
    if (std::string(name) != "rest" && dice.chance(0.4)) continue;
    Json queue = Json::object();
    if (dice.chance(0.8)) queue["gpus"] = draw_amount(dice);
    if (dice.chance(0.1)) queue["cores"] = draw_amount(dice);
    if (dice.chance(0.1)) queue["memory"] = {{"limit", "1 TiB"}};
    if (dice.chance(0.2)) queue["priority"] = dice.between(0, 200);
    if (dice.chance(0.2)) queue["reclaim_min_run_time"] = draw_time(dice, 10, 9000);
    if (dice.chance(0.2)) queue["preempt_min_run_time"] = draw_time(dice, 10, 9000);
    if (queues.contains("top") && dice.chance(0.5)) queue["parent"] = "top";
    if (std::string(name) == "rest" && dice.chance(0.9)) queue["default"] = true;
    queues[name] = std::move(queue);
  }
  policy["queues"] = std::move(queues);
  if (dice.chance(0.3)) policy["priorities"] = {{"qos-1", {{"value", dice.between(0, 150)}}}};
  if (dice.chance(0.2)) policy["blocking"] = true;
  if (dice.chance(0.3)) policy["grace_time"] = dice.of({"10 s", "5 min"});
  if (dice.chance(0.3)) policy["preemption_delay"] = draw_time(dice, 10, 900);
  if (dice.chance(0.3)) policy["preempted"] = dice.of({"begin-anew", "go-on"});
  if (dice.chance(0.2)) policy["use_weight"] = dice.between(1, 3);
  if (dice.chance(0.2)) policy["cycle"] = dice.of({"1 min", "10 min"});
  const bool stays = sketch.lends() && !dice.chance(0.03);
  if (stays || dice.chance(0.15)) policy["reclaim"] = false;
  if (stays || dice.chance(0.15)) policy["preempt"] = false;
  return policy;
}

}  // namespace gpuscape::scramble
