#pragma once
/// The settings of a Slurm cluster that decide who starts when, under the names of this project;
/// slurm.conf(5), sacctmgr(1) and scontrol(1) say what each does there.

#include <optional>
#include <string>
#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/scheduling/interruption.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

/// What may run at once; none: no limit.
struct AtOnce {
  std::optional<std::int64_t> gpus, cores, jobs;  ///< gres/gpu and cpu of TRES; jobs
  [[nodiscard]] bool any() const { return gpus || cores || jobs; }
};

struct Limits {
  AtOnce all;          ///< GrpTRES, GrpJobs
  AtOnce per_user;     ///< MaxTRESPerUser, MaxJobsPerUser
  AtOnce per_account;  ///< MaxTRESPerAccount, MaxJobsPerAccount: of partitions and QOS
  AtOnce per_job;      ///< MaxTRESPerJob, without `jobs`
  std::optional<double> gpu_minutes;  ///< GrpTRESMins=gres/gpu
  bool no_decay = false;              ///< what was used of these never fades
};

struct Partition {
  std::string name;
  std::string nodes;      ///< a node list; empty: all
  std::int64_t tier = 1;  ///< PriorityTier
  double factor = 1.0;    ///< PriorityJobFactor
  std::optional<Seconds> max_time;
  std::optional<std::int64_t> max_nodes;
  bool is_default = false;
  Limits limits;
};

struct Qos {
  std::string name;
  double priority = 0.0;
  std::string preempts;       ///< names of others, joined by commas
  Seconds grace{0.0};         ///< of its own jobs, before they are stopped
  double usage_factor = 1.0;  ///< UsageFactor
  Limits limits;
};

struct Account {
  std::string name;
  std::string parent;  ///< empty: it stands at the top
  double shares = 1.0;
  bool shares_as_parent = false;                      ///< Fairshare=parent
  std::vector<std::pair<std::string, double>> users;  ///< with their shares
  Limits limits;
};

/// A time after the first submission, or a date.
struct Moment {
  Seconds at{0.0};  ///< after the first submission, or since 1970
  bool is_date = false;
  /// After the first submission; none where that has no date.
  [[nodiscard]] std::optional<Seconds> in_run(std::optional<Seconds> unix_origin) const {
    if (!is_date) return at;
    return unix_origin ? std::optional(at - *unix_origin) : std::nullopt;
  }
};

/// Nodes that are kept for some for a time.
struct Reservation {
  std::string name;
  std::string nodes;
  Moment start;
  Seconds duration{0.0};
  std::string accounts, users;  ///< who may use them, joined by commas; both empty: nobody
};

struct Settings {
  double age = 0.0, fair_share = 0.0, job_size = 0.0, partition = 0.0, qos = 0.0;  ///< weights
  Seconds max_age{0.0};
  Seconds half_life{0.0};
  Seconds period{0.0};  ///< PriorityCalcPeriod
  Moment period_start;  ///< one of the dates at which priorities are calculated
  bool favor_small = false;
  bool charges_cores = false;  ///< usage is core-seconds and size is cores, else GPUs
  /// What becomes of preempted jobs: they begin anew, go on, or go on where they are.
  Keeps::What preempted = Keeps::What::saved;
  bool gives_gpus = false;  ///< suspended jobs give their GPUs to others
  Seconds resume{0.0};      ///< of a suspended job, before it works again
  bool safe = false;        ///< AccountingStorageEnforce=safe; else limits
  std::vector<Partition> partitions;
  std::vector<Qos> qualities;
  std::vector<Account> accounts;
  std::vector<Reservation> reservations;

  /// Some account, QOS or partition has a budget of GPU-minutes.
  [[nodiscard]] bool has_budgets() const;
  /// Null: it is not described.
  [[nodiscard]] const Qos* qos_of(const JobOrigin& origin) const;
  [[nodiscard]] double usage_factor(const JobOrigin& origin) const;
};

Settings read_settings(ObjectReader& reader);

/// The names of a list joined by commas, without blanks around them.
std::vector<std::string> names_of(const std::string& list);

}  // namespace gpuscape::slurm
