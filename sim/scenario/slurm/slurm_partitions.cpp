#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/slurm/slurm_scheduler.hpp"

namespace gpuscape {

namespace {

void set_time(const SlurmRecord& record, std::string_view key, std::string_view ours,
              SlurmValues& values, JsonValue& into) {
  const SlurmField* field = record.find(key);
  const auto time = values.time(field);
  if (time) into.set(std::string(ours), json_text(exact_text(*time), field->place));
}

void set_count(const SlurmRecord& record, std::string_view key, std::string_view ours,
               SlurmValues& values, JsonValue& into) {
  const SlurmField* field = record.find(key);
  const auto count = values.count(field);
  if (count) into.set(std::string(ours), json_at(JsonValue::make_integer(*count), field->place));
}

JsonValue partition_json(const SlurmRecord& record, std::string nodes, SlurmValues& values) {
  JsonValue partition = json_object(record.place);
  partition.set("nodes", json_text(std::move(nodes), record.find("Nodes")->place));
  set_count(record, "PriorityTier", "tier", values, partition);
  set_count(record, "PriorityJobFactor", "factor", values, partition);
  set_time(record, "MaxTime", "max_time", values, partition);
  set_count(record, "MaxNodes", "max_nodes", values, partition);
  if (record.value("Default") == "YES")
    partition.set("default", json_at(JsonValue::make_boolean(true), record.place));
  constexpr auto kOthers = std::to_array<SlurmInert>({{"AllowAccounts", "ALL"},
                                                      {"AllowGroups", "ALL"},
                                                      {"AllowQos", "ALL"},
                                                      {"ExclusiveUser", "NO"},
                                                      {"GraceTime", "0"},
                                                      {"LLN", "NO"},
                                                      {"MaxCPUsPerNode", "UNLIMITED"},
                                                      {"MinNodes", "0"},
                                                      {"OverSubscribe", "NO"},
                                                      {"OverTimeLimit", ""},
                                                      {"ReqResv", "NO"},
                                                      {"State", "UP"}});
  values.leave_out_others(record, fmt::format("partition {}", record.value("PartitionName")),
                          kOthers);
  return partition;
}

}  // namespace

void add_slurm_partitions(const SlurmRecords& records, const SlurmNodes& nodes, bool limits,
                          SlurmValues& values, JsonValue& policy) {
  JsonValue partitions = JsonValue::make_object();
  MemberPlaces places;
  std::map<std::string_view, std::vector<const SlurmRecord*>> qos_of;
  for (const SlurmRecord& qos : records.qos) qos_of[qos.value("Name")].push_back(&qos);
  for (const SlurmRecord& record : records.partitions) {
    if (!values.has(record, "PartitionName")) continue;
    const std::string name(record.value("PartitionName"));
    std::string list = nodes.list(record.find("Nodes"), values);
    if (list.empty()) {
      values.note(fmt::format("partition {} has no open node and is left out", excerpt(name)));
      continue;
    }
    JsonValue partition = partition_json(record, std::move(list), values);
    const std::string_view limited_by = record.value("QoS");
    if (limits && !limited_by.empty())
      for (const SlurmRecord* qos : qos_of[limited_by]) add_slurm_limits(*qos, values, partition);
    put(partitions, places, name, std::move(partition));
  }
  if (!partitions.members().empty()) policy.set("partitions", std::move(partitions));
}

namespace {

/// All but NoDecay, which only says something of a budget.
void leave_out_flags(const SlurmRecord& record, SlurmValues& values) {
  for (const std::string& flag : slurm_words(record.value("Flags"), ','))
    if (flag != "NoDecay")
      values.leave_out(fmt::format("QOS {} Flags={}", record.value("Name"), excerpt(flag)));
}

/// How long its jobs have once they are to make room.
void add_grace_time(const SlurmRecord& record, SlurmValues& values, JsonValue& qos) {
  const SlurmField* field = record.find("GraceTime");
  const std::optional<Seconds> grace = values.time(field);
  if (grace && *grace > Seconds(0.0))
    qos.set("grace_time", json_text(exact_text(*grace), field->place));
}

}  // namespace

void add_slurm_qos(const SlurmRecords& records, bool limits, bool preempts, SlurmValues& values,
                   JsonValue& policy) {
  JsonValue all = JsonValue::make_object();
  MemberPlaces places;
  for (const SlurmRecord& record : records.qos) {
    if (!values.has(record, "Name")) continue;
    JsonValue qos = json_object(record.place);
    const SlurmField* priority = record.find("Priority");
    qos.set("priority",
            json_at(JsonValue::make_number(values.number(priority).value_or(0.0)), record.place));
    const SlurmField* preempted = record.find("Preempt");
    if (preempts && preempted != nullptr)
      qos.set("preempts", json_text(preempted->value, preempted->place));
    if (preempts) add_grace_time(record, values, qos);
    const SlurmField* factor = record.find("UsageFactor");
    if (const auto times = values.number(factor); times && *times != 1.0)
      qos.set("usage_factor", json_at(JsonValue::make_number(*times), factor->place));
    if (limits) add_slurm_limits(record, values, qos);
    constexpr auto kOthers = std::to_array<SlurmInert>({{"UsageThres", ""},
                                                        {"PreemptMode", "cluster"},
                                                        {"GrpTRESRunMins", ""},
                                                        {"GrpWall", ""},
                                                        {"MaxTRESPerNode", ""},
                                                        {"MaxTRESMins", ""},
                                                        {"MaxWall", ""},
                                                        {"MinTRES", ""}});
    values.leave_out_others(record, fmt::format("QOS {}", record.value("Name")), kOthers);
    leave_out_flags(record, values);
    put(all, places, std::string(record.value("Name")), std::move(qos));
  }
  if (!all.members().empty()) policy.set("qos", std::move(all));
}

void add_slurm_reservations(const SlurmRecords& records, const SlurmNodes& nodes,
                            SlurmValues& values, JsonValue& policy) {
  JsonValue all = JsonValue::make_object();
  MemberPlaces places;
  for (const SlurmRecord& record : records.reservations) {
    const std::string name(record.value("ReservationName"));
    const SlurmField* start = record.find("StartTime");
    const auto duration = values.time(record.find("Duration"));
    if (start == nullptr || !duration) {
      values.fault(record, fmt::format("reservation \"{}\" has no StartTime or no Duration: part "
                                       "of its text is missing",
                                       excerpt(name)));
      continue;
    }
    std::string list = nodes.list(record.find("Nodes"), values);
    if (list.empty() || !(*duration > Seconds(0.0))) {
      values.note(fmt::format("reservation {} keeps no open node and is left out", excerpt(name)));
      continue;
    }
    JsonValue reservation = json_object(record.place);
    reservation.set("nodes", json_text(std::move(list), record.find("Nodes")->place));
    reservation.set("start", json_text(start->value, start->place));
    reservation.set("duration", json_text(exact_text(*duration), record.place));
    if (const SlurmField* accounts = record.find("Accounts"))
      reservation.set("accounts", json_text(accounts->value, accounts->place));
    if (const SlurmField* users = record.find("Users"))
      reservation.set("users", json_text(users->value, users->place));
    for (const std::string_view flag : {"DAILY", "WEEKLY", "HOURLY", "WEEKDAY", "WEEKEND", "FLEX"})
      if (record.value("Flags").find(flag) != std::string_view::npos)
        values.leave_out(fmt::format("reservation {} Flags={}", excerpt(name), flag));
    put(all, places, name, std::move(reservation));
  }
  if (!all.members().empty()) policy.set("reservations", std::move(all));
}

}  // namespace gpuscape
