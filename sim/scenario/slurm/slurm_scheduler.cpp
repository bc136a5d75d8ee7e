#include "sim/scenario/slurm/slurm_scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// What decides who starts when and is not modelled, with the value at which it does nothing
/// (beside "(null)" and the like, which count as missing).
struct Inert {
  std::string_view key;
  std::string_view value;
};
constexpr auto kNotModelled = std::to_array<Inert>({
    {"BurstBufferType", ""},
    {"CompleteWait", "0 sec"},
    {"FairShareDampeningFactor", "1"},
    {"JobSubmitPlugins", ""},
    {"Licenses", ""},
    {"OverTimeLimit", "0 min"},
    {"PreemptExemptTime", "00:00:00"},
    {"PriorityFlags", ""},
    {"PriorityParameters", ""},
    {"PrioritySiteFactorPlugin", ""},
    {"PriorityUsageResetPeriod", ""},
    {"PriorityWeightAssoc", "0"},
    {"PriorityWeightTRES", ""},
    {"ResvOverRun", "0 min"},
    {"SuspendTime", "INFINITE"},
    {"TopologyPlugin", "topology/none"},
});

struct Named {
  std::string_view slurm;
  std::string_view ours;
};

class ConfigReader {
 public:
  ConfigReader(const SlurmRecord& config, SlurmValues& values) : config_(config), values_(values) {}

  void read(JsonValue& policy) {
    read_weights(policy);
    for (const auto& [slurm, ours] :
         {Named{"PriorityMaxAge", "max_age"}, Named{"PriorityDecayHalfLife", "half_life"},
          Named{"PriorityCalcPeriod", "period"}}) {
      const SlurmField* field = config_.find(slurm);
      const auto time = values_.time(field);
      if (time && (*time > Seconds(0.0) || ours == "half_life"))
        policy.set(std::string(ours), json_text(exact_text(*time), field->place));
    }
    // Its thread begins with the controller.
    if (const SlurmField* field = config_.find("BOOT_TIME"))
      policy.set("period_start", json_text(field->value, field->place));
    if (const SlurmField* field = config_.find("PriorityFavorSmall"))
      policy.set("favor_small",
                 json_at(JsonValue::make_boolean(field->value == "Yes"), field->place));
    if (enforces("safe"))
      policy.set("enforce", json_text("safe", config_.find("AccountingStorageEnforce")->place));
    read_preemption(policy);
    name_what_is_not_modelled();
  }

  /// The backfill.
  JsonValue backfill() {
    JsonValue backfill = json_object(config_.place);
    const SlurmField* type = config_.find("SchedulerType");
    const bool none = type != nullptr && type->value != "sched/backfill";
    backfill.set("type", json_text(none ? "none" : "slurm", config_.place));
    if (none && type->value != "sched/builtin") values_.leave_out("SchedulerType=" + type->value);
    read_parameters(backfill, none);
    return backfill;
  }

  [[nodiscard]] bool enforces_limits() const {
    return config_.fields.empty() || enforces("limits") || enforces("safe");
  }
  [[nodiscard]] bool preempts_by_qos() const {
    return config_.fields.empty() || config_.value("PreemptType") == "preempt/qos";
  }

 private:
  [[nodiscard]] bool enforces(std::string_view what) const {
    const std::vector<std::string> all =
        slurm_words(config_.value("AccountingStorageEnforce"), ',');
    return std::ranges::find(all, what) != all.end() || std::ranges::find(all, "all") != all.end();
  }

  void read_weights(JsonValue& policy) {
    if (config_.fields.empty()) return;
    const bool by_factors = config_.value("PriorityType") != "priority/basic";
    JsonValue weights = json_object(config_.place);
    for (const auto& [slurm, ours] :
         {Named{"PriorityWeightAge", "age"}, Named{"PriorityWeightFairShare", "fair_share"},
          Named{"PriorityWeightJobSize", "job_size"}, Named{"PriorityWeightPartition", "partition"},
          Named{"PriorityWeightQOS", "qos"}}) {
      const SlurmField* field = by_factors ? config_.find(slurm) : nullptr;
      weights.set(std::string(ours),
                  json_at(JsonValue::make_number(values_.number(field).value_or(0.0)),
                          field == nullptr ? config_.place : field->place));
    }
    policy.set("weights", std::move(weights));
  }

  void read_preemption(JsonValue& policy) {
    const std::string_view type = config_.value("PreemptType");
    if (type.empty() || type == "preempt/none") return;
    if (type != "preempt/qos") return values_.leave_out(fmt::format("PreemptType={}", type));
    const SlurmField* mode = config_.find("PreemptMode");
    if (mode == nullptr) return;
    const bool suspends = mode->value.find("SUSPEND") != std::string::npos;
    policy.set("preempted", json_text(suspends ? "suspend" : "begin-anew", mode->place));
    if (mode->value.find("CANCEL") != std::string::npos)
      values_.leave_out("PreemptMode=CANCEL (jobs begin anew)");
  }

  void read_parameters(JsonValue& backfill, bool none) {
    const SlurmField* field = config_.find("SchedulerParameters");
    for (const std::string& word : slurm_words(field == nullptr ? "" : field->value, ',')) {
      const std::size_t equals = word.find('=');
      const std::string key = word.substr(0, equals);
      const SlurmField value{key, equals == std::string::npos ? "" : word.substr(equals + 1),
                             field->place};
      if (none || !read_parameter(value, backfill)) name_parameter(key, word);
    }
  }

  bool read_parameter(const SlurmField& value, JsonValue& backfill) {
    if (value.key == "bf_interval" || value.key == "bf_resolution" || value.key == "bf_window") {
      const double unit = value.key == "bf_window" ? 60.0 : 1.0;
      const auto count = values_.count(&value);
      if (count && *count > 0)
        backfill.set(
            value.key.substr(3),
            json_text(exact_text(Seconds(unit * static_cast<double>(*count))), value.place));
      return true;
    }
    if (value.key != "bf_max_job_test") return false;
    const auto count = values_.count(&value);
    if (count && *count > 0)
      backfill.set("depth", json_at(JsonValue::make_integer(*count), value.place));
    return true;
  }

  /// How fast Slurm's own loops turn is no question of policy: here they turn at once.
  void name_parameter(const std::string& key, const std::string& word) {
    constexpr std::array<std::string_view, 5> kPace{"sched_min_interval", "batch_sched_delay",
                                                    "sched_interval", "bf_yield_interval",
                                                    "bf_yield_sleep"};
    if (std::ranges::find(kPace, key) == kPace.end()) values_.leave_out(excerpt(word));
  }

  void name_what_is_not_modelled() {
    for (const Inert& inert : kNotModelled) {
      const SlurmField* field = config_.find(inert.key);
      if (field != nullptr && field->value != inert.value && field->value != "0" &&
          field->value != "topology/default")
        values_.leave_out(fmt::format("{}={}", inert.key, excerpt(field->value)));
    }
    const std::string_view select = config_.value("SelectType");
    if (select == "select/linear") values_.leave_out("SelectType=select/linear (whole nodes)");
  }

  const SlurmRecord& config_;
  SlurmValues& values_;
};

/// Without weights, Slurm bills cores.
void read_charge(const SlurmRecords& records, SlurmValues& values, JsonValue& policy) {
  const SlurmField* found = nullptr;
  for (const SlurmRecord& partition : records.partitions)
    if (found == nullptr) found = partition.find("TRESBillingWeights");
  const bool by_gpus = found != nullptr && (found->value.find("gres/gpu") != std::string::npos ||
                                            found->value.find("GRES/gpu") != std::string::npos);
  const SourcePlace place =
      found != nullptr
          ? found->place
          : (records.config.place.file ? records.config.place : records.partitions.front().place);
  policy.set("charge", json_text(by_gpus ? "gpus" : "cores", place));
  if (found != nullptr)
    values.leave_out(fmt::format("TRESBillingWeights={} ({} alone count)", excerpt(found->value),
                                 by_gpus ? "GPUs" : "cores"));
}

}  // namespace

bool has_slurm_flag(const SlurmRecord& record, std::string_view flag) {
  const std::vector<std::string> flags = slurm_words(record.value("Flags"), ',');
  return std::ranges::find(flags, flag) != flags.end();
}

void add_slurm_limits(const SlurmRecord& record, SlurmValues& values, JsonValue& into) {
  const auto set = [&](std::string_view key, std::optional<std::int64_t> value,
                       const SlurmField* field) {
    if (value) into.set(std::string(key), json_at(JsonValue::make_integer(*value), field->place));
  };
  const auto amounts = [&](std::string_view key, const std::string& whose) {
    const SlurmField* field = record.find(key);
    const SlurmValues::Tres tres = values.tres(field, true);
    set("max_gpus" + whose, tres.gpus, field);
    set("max_cores" + whose, tres.cores, field);
  };
  const auto jobs = [&](std::string_view key, std::string_view ours) {
    const SlurmField* field = record.find(key);
    set(ours, values.count(field), field);
  };
  amounts("GrpTRES", "");
  jobs("GrpJobs", "max_jobs");
  amounts("MaxTRESPU", "_per_user");
  jobs("MaxJobs", "max_jobs_per_user");  // of an association: of each user in it
  jobs("MaxJobsPU", "max_jobs_per_user");
  amounts("MaxTRESPA", "_per_account");
  jobs("MaxJobsPA", "max_jobs_per_account");
  amounts("MaxTRES", "_per_job");
  const SlurmField* minutes = record.find("GrpTRESMins");
  set("max_gpu_minutes", values.tres(minutes, false).gpus, minutes);
  const SlurmField* flags = record.find("Flags");
  if (into.find("max_gpu_minutes") != nullptr && has_slurm_flag(record, "NoDecay"))
    into.set("no_decay", json_at(JsonValue::make_boolean(true), flags->place));
}

JsonValue slurm_scheduler(const SlurmRecords& records, const SlurmNodes& nodes,
                          SlurmValues& values) {
  ConfigReader config(records.config, values);
  JsonValue policy = json_object(records.config.place);
  policy.set("type", json_text("slurm-multifactor", records.config.place));
  config.read(policy);
  if (!records.partitions.empty() || records.config.place.file)
    read_charge(records, values, policy);
  const bool limits = config.enforces_limits();
  if (!limits) values.note("limits of QOS and accounts do not hold: AccountingStorageEnforce");
  add_slurm_partitions(records, nodes, limits, values, policy);
  add_slurm_qos(records, limits, config.preempts_by_qos(), values, policy);
  add_slurm_accounts(records, limits, values, policy);
  add_slurm_reservations(records, nodes, values, policy);
  JsonValue scheduler = JsonValue::make_object();
  scheduler.set("policy", std::move(policy));
  scheduler.set("backfill", config.backfill());
  return scheduler;
}

}  // namespace gpuscape
