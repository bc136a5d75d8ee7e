#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/slurm/slurm_scheduler.hpp"

namespace gpuscape {

namespace {

struct InertKey {
  std::string_view key;
  std::string_view value;
};

/// Names what a record says beside `known` and beside what does nothing.
void name_others(const SlurmRecord& record, std::string_view owner,
                 std::span<const InertKey> others, SlurmValues& values) {
  for (const InertKey& inert : others) {
    const SlurmField* field = record.find(inert.key);
    if (field != nullptr && field->value != inert.value)
      values.leave_out(fmt::format("{} {}={}", excerpt(owner), inert.key, excerpt(field->value)));
  }
}

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
  constexpr auto kOthers = std::to_array<InertKey>({{"AllowAccounts", "ALL"},
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
  name_others(record, fmt::format("partition {}", record.value("PartitionName")), kOthers, values);
  return partition;
}

/// True for names that a scenario can hold.
bool is_name(const SlurmRecord& record, std::string_view key, SlurmValues& values) {
  if (!record.value(key).empty()) return true;
  values.fault(record, fmt::format("{} is missing", key));
  return false;
}

}  // namespace

void add_slurm_partitions(const SlurmRecords& records, const SlurmNodes& nodes, bool limits,
                          SlurmValues& values, JsonValue& policy) {
  JsonValue partitions = JsonValue::make_object();
  MemberPlaces places;
  std::map<std::string_view, std::vector<const SlurmRecord*>> qos_of;
  for (const SlurmRecord& qos : records.qos) qos_of[qos.value("Name")].push_back(&qos);
  for (const SlurmRecord& record : records.partitions) {
    if (!is_name(record, "PartitionName", values)) continue;
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
    if (!is_name(record, "Name", values)) continue;
    JsonValue qos = json_object(record.place);
    const SlurmField* priority = record.find("Priority");
    qos.set("priority",
            json_at(JsonValue::make_number(values.number(priority).value_or(0.0)), record.place));
    const SlurmField* preempted = record.find("Preempt");
    if (preempts && preempted != nullptr)
      qos.set("preempts", json_text(preempted->value, preempted->place));
    if (preempts) add_grace_time(record, values, qos);
    if (limits) add_slurm_limits(record, values, qos);
    constexpr auto kOthers = std::to_array<InertKey>({{"UsageFactor", "1.000000"},
                                                      {"UsageThres", ""},
                                                      {"PreemptMode", "cluster"},
                                                      {"Flags", ""},
                                                      {"GrpTRESMins", ""},
                                                      {"GrpTRESRunMins", ""},
                                                      {"GrpWall", ""},
                                                      {"MaxTRES", ""},
                                                      {"MaxTRESPerNode", ""},
                                                      {"MaxTRESMins", ""},
                                                      {"MaxWall", ""},
                                                      {"MaxTRESPA", ""},
                                                      {"MaxJobsPA", ""},
                                                      {"MinTRES", ""}});
    name_others(record, fmt::format("QOS {}", record.value("Name")), kOthers, values);
    put(all, places, std::string(record.value("Name")), std::move(qos));
  }
  if (!all.members().empty()) policy.set("qos", std::move(all));
}

namespace {

double share_of(const SlurmRecord& record, SlurmValues& values) {
  if (record.value("Share") != "parent") {
    const double share = values.number(record.find("Share")).value_or(1.0);
    return share > 0.0 ? share : 1e-9;
  }
  values.leave_out("Share=parent");
  return 1.0;
}

/// Which account stands above another, by ParentName or by the levels of `show assoc tree`.
class AccountTree {
 public:
  /// Of an account's own row; empty where it stands below the root alone, and for users.
  std::string_view parent_of(const SlurmRecord& record) {
    if (!record.value("User").empty()) return {};
    while (!above_.empty() && above_.back().first >= record.level) above_.pop_back();
    std::string_view parent = record.value("ParentName");
    if (parent.empty() && !above_.empty()) parent = above_.back().second;
    above_.emplace_back(record.level, record.value("Account"));
    return parent == "root" ? std::string_view() : parent;
  }

 private:
  std::vector<std::pair<std::size_t, std::string_view>> above_;
};

/// Users with an association of their own to the account, and what they share.
void add_user(const SlurmRecord& record, SlurmValues& values, JsonValue& account,
              MemberPlaces& places) {
  JsonValue* users = account.find("users");
  if (users == nullptr) users = &account.set("users", json_object(record.place));
  put(*users, places, std::string(record.value("User")),
      json_at(JsonValue::make_number(share_of(record, values)), record.place));
}

}  // namespace

void add_slurm_accounts(const SlurmRecords& records, bool limits, SlurmValues& values,
                        JsonValue& policy) {
  constexpr auto kOfUsers = std::to_array<InertKey>({{"GrpJobs", ""},
                                                     {"GrpTRES", ""},
                                                     {"MaxJobs", ""},
                                                     {"MaxTRES", ""},
                                                     {"MaxWall", ""},
                                                     {"Partition", ""}});
  constexpr auto kOfAccounts = std::to_array<InertKey>(
      {{"MaxJobs", ""}, {"MaxTRES", ""}, {"MaxWall", ""}, {"GrpTRESMins", ""}, {"GrpWall", ""}});
  JsonValue accounts = JsonValue::make_object();
  MemberPlaces places;
  std::map<std::string, MemberPlaces> users_of;
  std::string_view cluster = records.config.value("ClusterName");
  AccountTree tree;
  std::vector<std::string> below;
  for (const SlurmRecord& record : records.associations) {
    if (!is_name(record, "Account", values)) continue;
    if (cluster.empty()) cluster = record.value("Cluster");
    const std::string_view of = record.value("Cluster");
    if (!of.empty() && of != cluster) {
      values.leave_out(fmt::format("associations of cluster {}", excerpt(of)));
      continue;
    }
    const std::string name(record.value("Account"));
    const auto known = places.find(name);
    JsonValue& account = known == places.end()
                             ? put(accounts, places, name, json_object(record.place))
                             : accounts.members()[known->second].value;
    if (const std::string_view parent = tree.parent_of(record); !parent.empty())
      below.push_back(fmt::format("{} below {}", excerpt(name), excerpt(parent)));
    if (const std::string_view user = record.value("User"); !user.empty()) {
      add_user(record, values, account, users_of[name]);
      name_others(record, fmt::format("user {}", user), kOfUsers, values);
      continue;
    }
    account.set("shares", json_at(JsonValue::make_number(share_of(record, values)), record.place));
    if (limits) add_slurm_limits(record, values, account);
    name_others(record, fmt::format("account {}", name), kOfAccounts, values);
  }
  if (!below.empty())
    values.note(
        fmt::format("the tree of accounts is not modelled, shares and limits hold as if all "
                    "stood side by side: {}",
                    fmt::join(below, ", ")));
  // The root of the tree is no account unless users hang on it.
  if (const JsonValue* root = accounts.find("root"); root != nullptr && !root->find("users"))
    accounts.erase("root");
  if (!accounts.members().empty()) policy.set("accounts", std::move(accounts));
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
