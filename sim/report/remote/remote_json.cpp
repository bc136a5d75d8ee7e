#include "sim/report/remote/remote_json.hpp"

#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/remote/remote_text.hpp"

namespace gpuscape {

namespace {

JsonValue hours_value(GpuSeconds time) { return json::number(gpu_hours(time)); }

JsonValue share(const JobShare& of) {
  JsonValue value = JsonValue::make_object();
  value.set("jobs", json::integer(of.jobs));
  value.set("gpu_hours", hours_value(of.gpu_seconds));
  return value;
}

JsonValue shares(const RemoteShares& of) {
  JsonValue value = JsonValue::make_object();
  JsonValue within = JsonValue::make_array();
  for (std::size_t i = 0; i < kRemoteLimits.size(); ++i) {
    JsonValue one = share(of.within[i]);
    one.set("loses_at_most", json::number(kRemoteLimits[i]));
    within.items().push_back(std::move(one));
  }
  value.set("within", std::move(within));
  value.set("cannot", share(of.cannot));
  JsonValue lost = JsonValue::make_object();
  for (std::size_t i = 0; i < kRemoteCauses; ++i)
    lost.set(std::string(remote_cause_name(static_cast<RemoteCause>(i))), hours_value(of.lost[i]));
  value.set("lost_gpu_hours", std::move(lost));
  value.set("lost_share", json::number(of.lost_share()));
  return value;
}

JsonValue step(const RemoteStep& of) {
  JsonValue value = JsonValue::make_object();
  value.set("application", json::text(of.application));
  value.set("gpus", json::integer(of.demand.gpus));
  value.set("nodes", json::integer(of.demand.nodes));
  value.set("jobs", json::integer(of.jobs.jobs));
  value.set("gpu_hours", hours_value(of.jobs.gpu_seconds));
  value.set("step_local_s", json::number(of.local.step.value()));
  value.set("calls_assumed", json::boolean(of.local.calls_assumed));
  if (!of.lent) {
    value.set("step_lent_s", JsonValue::make_null());
    return value;
  }
  value.set("step_lent_s", json::number(of.lent->step.value()));
  value.set("calls_s", json::number(of.lent->calls.value()));
  value.set("copies_s", json::number(of.lent->copies.value()));
  value.set("copies_wait_for",
            of.lent->slowed_by.empty() ? JsonValue::make_null() : json::text(of.lent->slowed_by));
  return value;
}

JsonValue row(const RemoteRow& of, const RemoteAnswer& answer) {
  JsonValue value = JsonValue::make_object();
  value.set("software",
            of.choice.software.empty() ? JsonValue::make_null() : json::text(of.choice.software));
  value.set("over", json::text(of.choice.over));
  value.set("attach_s", json::number(of.attach.value()));
  value.set("all", shares(of.all));
  if (!answer.by.empty()) {
    JsonValue groups = JsonValue::make_array();
    for (std::size_t i = 0; i < of.by_group.size(); ++i) {
      JsonValue group = shares(of.by_group[i]);
      group.set("name", json::text(answer.groups[i].name));
      groups.items().push_back(std::move(group));
    }
    value.set("groups", std::move(groups));
  }
  value.set("steps", json::list(of.steps, step));
  return value;
}

JsonValue pool_waits(const PoolWaits& of) {
  JsonValue value = JsonValue::make_object();
  value.set("leave_p95_s", json::number(of.leave.value()));
  value.set("stay_p95_s", json::number(of.stay.value()));
  return value;
}

JsonValue pool(const RemotePool& of) {
  JsonValue value = JsonValue::make_object();
  value.set("row", json::text(remote_name(of.choice)));
  value.set("loses_at_most", json::number(of.limit));
  value.set("leave", share(of.leave));
  value.set("stay_jobs", json::integer(of.stay));
  value.set("runs", json::integer(of.runs));
  value.set("why_not", of.why_not.empty() ? JsonValue::make_null() : json::text(of.why_not));
  if (!of.why_not.empty()) return value;
  value.set("gpus_today", json::integer(of.nodes_today * of.gpus_of_node));
  value.set("gpus_own", json::integer(of.nodes_own * of.gpus_of_node));
  value.set("gpus_lent", json::integer(of.nodes_lent * of.gpus_of_node));
  value.set("gpus_saved", json::integer(of.gpus_saved()));
  value.set("client_nodes", json::integer(of.nodes_today));
  value.set("waits_today", pool_waits(of.today));
  value.set("waits_then", pool_waits(of.then));
  return value;
}

}  // namespace

std::string remote_json(const RemoteAnswer& answer) {
  JsonValue value = JsonValue::make_object();
  value.set("title", json::text(answer.title));
  value.set("variant", json::text(answer.design));
  value.set("client", json::text(answer.client));
  value.set("by", answer.by.empty() ? JsonValue::make_null() : json::text(answer.by));
  value.set("jobs", share(answer.all));
  value.set("priced", share(answer.priced));
  JsonValue apart = JsonValue::make_object();
  for (std::size_t i = 0; i < kNotPriced; ++i)
    apart.set(std::string(not_priced_name(static_cast<NotPriced>(i))), share(answer.apart.at(i)));
  value.set("not_priced", std::move(apart));
  value.set("jobs_without_gpus", json::integer(answer.without_gpus));
  value.set("cut_short", share(answer.cut_short));
  value.set("calls_assumed", share(answer.calls_assumed));
  value.set("groups", json::list(answer.groups, [](const RemoteGroup& group) {
              JsonValue one = share(group.jobs);
              one.set("name", json::text(group.name));
              return one;
            }));
  value.set("rows", json::list(answer.rows, [&](const RemoteRow& of) { return row(of, answer); }));
  if (answer.pool) value.set("pool", pool(*answer.pool));
  value.set("left_out", json::list(answer.left_out, [](const RemoteLeftOut& of) {
              JsonValue one = JsonValue::make_object();
              one.set("name", json::text(of.name));
              one.set("why", json::text(of.why));
              return one;
            }));
  value.set("guesses", guesses_json(answer.guesses));
  return write_json(value) + "\n";
}

}  // namespace gpuscape
