#include <fmt/format.h>

#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/slurm/slurm_scheduler.hpp"

namespace gpuscape {

namespace {

/// Which account stands above another, by ParentName or by the levels of `show assoc tree`.
class Above {
 public:
  /// Of an account's own row; empty where it stands below the root alone.
  std::string_view parent_of(const SlurmRecord& record) {
    while (!above_.empty() && above_.back().first >= record.level) above_.pop_back();
    std::string_view parent = record.value("ParentName");
    if (parent.empty() && !above_.empty()) parent = above_.back().second;
    above_.emplace_back(record.level, record.value("Account"));
    return parent == "root" ? std::string_view() : parent;
  }

 private:
  std::vector<std::pair<std::size_t, std::string_view>> above_;
};

class AccountReader {
 public:
  AccountReader(bool limits, SlurmValues& values) : limits_(limits), values_(values) {}

  void read(const SlurmRecord& record) {
    const std::string name(record.value("Account"));
    const auto known = places_.find(name);
    JsonValue& account = known == places_.end()
                             ? put(accounts_, places_, name, json_object(record.place))
                             : accounts_.members()[known->second].value;
    if (record.value("User").empty())
      read_account(record, name, account);
    else
      read_user(record, name, account);
  }

  /// Null where there are none.
  JsonValue take() {
    for (const JsonMember& member : accounts_.members()) {
      const JsonValue* parent = member.value.find("parent");
      if (parent != nullptr && !places_.contains(parent->text()))
        values_.fault(*rows_.at(member.key),
                      fmt::format("account \"{}\" lies below \"{}\", which is not listed",
                                  excerpt(member.key), excerpt(parent->text())));
    }
    // The root of the tree is no account unless users hang on it.
    if (const JsonValue* root = accounts_.find("root"); root != nullptr && !root->find("users"))
      accounts_.erase("root");
    return std::move(accounts_);
  }

 private:
  void read_account(const SlurmRecord& record, const std::string& name, JsonValue& account) {
    set_parent(record, name, account);
    rows_[name] = &record;
    if (record.value("Share") == "parent")
      account.set("shares_as_parent", json_at(JsonValue::make_boolean(true), record.place));
    else
      account.set("shares", share_of(record));
    // Those of the root bind the whole cluster.
    constexpr auto kOfRoot = std::to_array<SlurmInert>(
        {{"GrpTRES", ""}, {"GrpJobs", ""}, {"MaxTRES", ""}, {"MaxJobs", ""}});
    if (limits_ && name == "root") values_.leave_out_others(record, "account root", kOfRoot);
    if (limits_ && name != "root") add_slurm_limits(record, values_, account);
    constexpr auto kOthers = std::to_array<SlurmInert>({{"MaxWall", ""}, {"GrpWall", ""}});
    values_.leave_out_others(record, fmt::format("account {}", name), kOthers);
  }

  void set_parent(const SlurmRecord& record, const std::string& name, JsonValue& account) {
    const std::string parent(above_.parent_of(record));
    const JsonValue* before = account.find("parent");
    if (rows_.contains(name) && (before == nullptr ? "" : before->text()) != parent)
      return values_.fault(
          record, fmt::format("account \"{}\" has two parents: \"{}\" and \"{}\"", excerpt(name),
                              before == nullptr ? "root" : before->text(),
                              parent.empty() ? "root" : excerpt(parent)));
    if (parent.empty()) return;
    const SlurmField* field = record.find("ParentName");
    account.set("parent", json_text(parent, field == nullptr ? record.place : field->place));
  }

  /// Users with an association of their own to the account, and what they share.
  void read_user(const SlurmRecord& record, const std::string& name, JsonValue& account) {
    JsonValue* users = account.find("users");
    if (users == nullptr) users = &account.set("users", json_object(record.place));
    put(*users, users_of_[name], std::string(record.value("User")), share_of(record));
    constexpr auto kOthers = std::to_array<SlurmInert>(
        {{"GrpJobs", ""}, {"GrpTRES", ""}, {"GrpTRESMins", ""}, {"Partition", ""}});
    const std::string owner = fmt::format("user {}", record.value("User"));
    values_.leave_out_others(record, owner, kOthers);
    // Slurm prints what a user has of its account as if it were the user's own.
    const auto of_account = rows_.find(name);
    for (const std::string_view key : {"MaxJobs", "MaxTRES", "MaxWall"}) {
      const std::string_view above =
          of_account == rows_.end() ? std::string_view() : of_account->second->value(key);
      const SlurmInert inert{key, above};
      values_.leave_out_others(record, owner, {&inert, 1});
    }
  }

  JsonValue share_of(const SlurmRecord& record) {
    const bool of_parent = record.value("Share") == "parent";
    if (of_parent) values_.leave_out("Share=parent of users");
    const double share = of_parent ? 1.0 : values_.number(record.find("Share")).value_or(1.0);
    return json_at(JsonValue::make_number(share > 0.0 ? share : 1e-9), record.place);
  }

  bool limits_;
  SlurmValues& values_;
  Above above_;
  JsonValue accounts_ = JsonValue::make_object();
  MemberPlaces places_;
  std::map<std::string, MemberPlaces> users_of_;
  std::map<std::string, const SlurmRecord*> rows_;  // of accounts themselves
};

}  // namespace

void add_slurm_accounts(const SlurmRecords& records, bool limits, SlurmValues& values,
                        JsonValue& policy) {
  AccountReader reader(limits, values);
  std::string_view cluster = records.config.value("ClusterName");
  for (const SlurmRecord& record : records.associations) {
    if (!values.has(record, "Account")) continue;
    if (cluster.empty()) cluster = record.value("Cluster");
    const std::string_view of = record.value("Cluster");
    if (of.empty() || of == cluster)
      reader.read(record);
    else
      values.leave_out(fmt::format("associations of cluster {}", excerpt(of)));
  }
  JsonValue accounts = reader.take();
  if (!accounts.members().empty()) policy.set("accounts", std::move(accounts));
}

}  // namespace gpuscape
