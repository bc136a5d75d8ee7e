#include "models/scheduler/slurm/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/scheduler/slurm/account_tree.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/time_zone.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/zone_field.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape::slurm {

namespace {

constexpr Bounds kShare{.least = 0.0, .most = 1e9, .above_least = true};
constexpr Bounds kWeight{.least = 0.0, .most = 1e9};
constexpr Bounds kMinutes{.least = 0.0, .most = 1e15};

/// Of a partition, a QOS or an account: what may run at once.
void read_amounts(ObjectReader& reader, bool of_account, Limits& limits) {
  const auto count = [&](std::string_view key, std::string_view doc) {
    return reader.optional_count(key, doc);
  };
  limits.all = {count("max_gpus", "GPUs that all of its jobs may hold at once."),
                count("max_cores",
                      "Cores that all of its jobs may hold at once; jobs whose cores are not known "
                      "hold none."),
                count("max_jobs", "Jobs that may run at once.")};
  limits.per_user = {count("max_gpus_per_user", "GPUs that one user's jobs may hold at once."),
                     count("max_cores_per_user", "Cores that one user's jobs may hold at once."),
                     count("max_jobs_per_user", "Jobs of one user that may run at once.")};
  if (!of_account)
    limits.per_account = {
        count("max_gpus_per_account", "GPUs that the jobs of one account may hold at once."),
        count("max_cores_per_account", "Cores that the jobs of one account may hold at once."),
        count("max_jobs_per_account", "Jobs of one account that may run at once.")};
  limits.per_job.gpus = count(
      "max_gpus_per_job",
      "Jobs that ask for more GPUs are held for good; where several limits apply, that of the "
      "partition comes first, then that of the QOS, then that of the nearest account.");
  limits.per_job.cores =
      count("max_cores_per_job", "Jobs that ask for more cores are held for good, likewise.");
}

Limits read_limits(ObjectReader& reader, bool of_account) {
  Limits limits;
  read_amounts(reader, of_account, limits);
  limits.gpu_minutes = reader.optional_number(
      "max_gpu_minutes",
      "GPU-minutes that all of its jobs may use, less what has faded since by half_life; when they "
      "are used up, running jobs are killed and others are held until some has faded (enforce).",
      kMinutes);
  limits.no_decay = reader.boolean(
      "no_decay", false, "What was used of max_gpu_minutes never fades, whatever half_life is.");
  if (limits.no_decay && !limits.gpu_minutes && !reader.describing())
    reader.issue("no_decay", "there is no max_gpu_minutes beside it",
                 "it is GPU-minutes used that do not fade: add max_gpu_minutes, or leave it out");
  return limits;
}

Partition read_partition(const std::string& name, ObjectReader& reader) {
  Partition partition;
  partition.name = name;
  partition.nodes = reader.text(
      "nodes", "", "Nodes of the partition: \"gpu\", \"gpu/0-3, cpu\"; empty: all of them.");
  partition.tier = reader.count("tier", 1, "Jobs of a higher tier come before all others.",
                                Bounds{.least = 0, .most = 65533});
  partition.factor =
      reader.number("factor", 1.0, "Priority factor, relative to the largest.", kWeight);
  partition.max_time = reader.optional_quantity<Seconds>(
      "max_time", "Jobs with a longer time limit are held for good.");
  partition.max_nodes =
      reader.optional_count("max_nodes", "Jobs that ask for more nodes are held for good.");
  partition.is_default = reader.boolean(
      "default", false,
      "Takes the jobs whose partition is not listed; without a default, the first partition does.");
  partition.limits = read_limits(reader, false);
  return partition;
}

Moment read_moment(ObjectReader& reader, std::string_view key, TimeZone& zone,
                   std::string_view doc) {
  const std::string text = reader.text(key, "0 s", doc);
  if (const auto date = date_text(text))
    return {date->zoned ? date->seconds : Seconds(zone.resolve(date->seconds.value()).first), true};
  const UnitReading<Seconds> time = parse<Seconds>(text);
  if (time.value && *time.value >= Seconds(0.0)) return {*time.value, false};
  reader.issue(key, fmt::format("neither a time nor a date: \"{}\"", excerpt(text)),
               "for example \"30 min\" or \"2026-05-04 12:00:00\"");
  return {};
}

Reservation read_reservation(const std::string& name, TimeZone& zone, ObjectReader& reader) {
  Reservation reservation;
  reservation.name = name;
  reservation.nodes = reader.text("nodes", "", "Which nodes; empty: all of them.");
  reservation.start = read_moment(reader, "start", zone,
                                  "When it begins: so long after the first submission, or a date, "
                                  "as \"2026-05-04 12:00:00\".");
  reservation.duration = reader.quantity<Seconds>("duration", "How long it lasts.", kPositive);
  reservation.accounts = reader.text("accounts", "", "Accounts that may use it, joined by commas.");
  reservation.users = reader.text("users", "", "Users that may use it, joined by commas.");
  return reservation;
}

void read_priorities(ObjectReader& reader, TimeZone& zone, Settings& settings) {
  reader.defaulted_object(
      "weights", "What a factor between 0 and 1 adds to a job's priority.", [&](ObjectReader& r) {
        settings.age =
            r.number("age", 1000.0, "Weight of the time waited, up to max_age.", kWeight);
        settings.fair_share = r.number("fair_share", 10000.0,
                                       "Weight of having used less than one's share.", kWeight);
        settings.job_size = r.number("job_size", 0.0, "Weight of the size.", kWeight);
        settings.partition =
            r.number("partition", 1000.0, "Weight of the partition's factor.", kWeight);
        settings.qos =
            r.number("qos", 10000.0, "Weight of the priority of the quality of service.", kWeight);
      });
  settings.max_age = reader.quantity<Seconds>("max_age", Seconds(7.0 * 86400.0),
                                              "Waiting longer adds no more priority.", kPositive);
  settings.half_life =
      reader.quantity<Seconds>("half_life", Seconds(7.0 * 86400.0),
                               "Usage counts half after this time; 0 s: it never fades.");
  settings.period = reader.quantity<Seconds>(
      "period", Seconds(300.0), "Priorities are calculated anew every so often.", kPositive);
  settings.period_start =
      read_moment(reader, "period_start", zone,
                  "One of the times at which they are: after the first submission, or a date.");
  settings.favor_small =
      reader.boolean("favor_small", false, "The size factor favours small jobs.");
  settings.charges_cores = reader.one_of("charge", {"gpus", "cores"}, "gpus",
                                         "What usage and a job's size are measured in.") == "cores";
}

/// True where a job of that QOS could be preempted by one that it preempted, at once or by others.
bool preempts_in_a_loop(const Settings& settings, const Qos& qos) {
  std::vector<std::string> reached = names_of(qos.preempts);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const auto at = std::ranges::find(settings.qualities, reached[i], &Qos::name);
    if (at == settings.qualities.end()) continue;
    for (const std::string& next : names_of(at->preempts))
      if (std::ranges::find(reached, next) == reached.end()) reached.push_back(next);
  }
  return std::ranges::find(reached, qos.name) != reached.end();
}

void refuse_loops_of_preemption(ObjectReader& reader, const Settings& settings) {
  for (const Qos& qos : settings.qualities) {
    if (preempts_in_a_loop(settings, qos))
      reader.issue("qos",
                   fmt::format("\"{}\" preempts itself, or one that preempts it in the end",
                               excerpt(qos.name)),
                   "no job in such a loop would ever end");
  }
}

void refuse_unknown_preempted(ObjectReader& reader, const Settings& settings) {
  for (const Qos& qos : settings.qualities) {
    for (const std::string& name : names_of(qos.preempts)) {
      if (std::ranges::find(settings.qualities, name, &Qos::name) == settings.qualities.end())
        reader.issue("qos", fmt::format("\"{}\" preempts \"{}\", which is not a quality of service",
                                        excerpt(qos.name), excerpt(name)));
    }
  }
}

}  // namespace

std::vector<std::string> names_of(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::size_t first = list.find_first_not_of(' ', begin);
    std::size_t last = end;
    while (last > begin && list[last - 1] == ' ') --last;
    if (first < last) names.push_back(list.substr(first, last - first));
    begin = end + 1;
  }
  return names;
}

bool Settings::has_budgets() const {
  const auto has = [](const auto& of) { return of.limits.gpu_minutes.has_value(); };
  return std::ranges::any_of(partitions, has) || std::ranges::any_of(qualities, has) ||
         std::ranges::any_of(accounts, has);
}

const Qos* Settings::qos_of(const JobOrigin& origin) const {
  const auto at = std::ranges::find(qualities, origin.qos, &Qos::name);
  return at == qualities.end() ? nullptr : &*at;
}

double Settings::usage_factor(const JobOrigin& origin) const {
  const Qos* of = qos_of(origin);
  return of == nullptr ? 1.0 : of->usage_factor;
}

void read_preempted(ObjectReader& reader, Settings& settings) {
  const std::string how = reader.one_of(
      "preempted", {"begin-anew", "go-on", "suspend"}, "begin-anew",
      "What a preempted job does when it starts again. begin-anew: with what it saved. go-on: with "
      "all that it did, on any nodes. suspend: it waits in the memory of its nodes and goes on "
      "there alone, before others that preempt nobody; memory of nodes counts as free meanwhile.");
  settings.preempted = how == "begin-anew" ? Keeps::What::saved
                       : how == "go-on"    ? Keeps::What::all
                                           : Keeps::What::here;
  settings.gives_gpus =
      reader.one_of(
          "suspended_gpus", {"kept", "given"}, "kept",
          "What becomes of the GPUs of a suspended job. kept: Slurm gives them to nobody, "
          "so that suspending it would make no room: jobs with GPUs are not preempted. "
          "given: others get them, as where the memory of GPUs is copied to the node's "
          "(cuda-checkpoint, a vGPU that is suspended).") == "given";
  settings.resume = reader.quantity<Seconds>(
      "resume_time", Seconds(0.0),
      "What suspending a job and bringing it back take together, added to its run time.");
  if (settings.preempted == Keeps::What::here || reader.describing()) return;
  const auto refuse = [&](const char* key) {
    reader.issue(key, "it is of jobs that are suspended", R"("preempted": "suspend")");
  };
  if (settings.gives_gpus) refuse("suspended_gpus");
  if (settings.resume > Seconds(0.0)) refuse("resume_time");
}

Settings read_settings(ObjectReader& reader) {
  Settings settings;
  TimeZone zone = read_zone(reader, "Time zone of the dates in these settings.");
  read_priorities(reader, zone, settings);
  reader.map("partitions", "Partitions by name; without any, all nodes are open to every job.",
             [&](const std::string& name, ObjectReader& r) {
               settings.partitions.push_back(read_partition(name, r));
             });
  reader.map("qos", "Qualities of service by name.", [&](const std::string& name, ObjectReader& r) {
    Qos& qos = settings.qualities.emplace_back();
    qos.name = name;
    qos.priority = r.number("priority", 0.0, "Relative to the highest.", kWeight);
    qos.preempts =
        r.text("preempts", "", "Qualities whose jobs make room for it, joined by commas.");
    qos.grace = r.quantity<Seconds>(
        "grace_time", Seconds(0.0),
        "How long its jobs go on once they are to make room for others, before they are stopped.");
    qos.usage_factor =
        r.number("usage_factor", 1.0,
                 "Usage of its jobs, and their GPU-minutes, count so many times.", kWeight);
    qos.limits = read_limits(r, false);
  });
  reader.map("accounts", "Accounts by name; one that is not named has one share and no limits.",
             [&](const std::string& name, ObjectReader& r) {
               Account& account = settings.accounts.emplace_back();
               account.name = name;
               account.parent = r.text("parent", "",
                                       "The account above it, whose usage and limits count what "
                                       "it uses; empty: none.");
               account.shares = r.number(
                   "shares", 1.0, "Share among the accounts and users of one parent.", kShare);
               account.shares_as_parent = r.boolean(
                   "shares_as_parent", false,
                   "Users and accounts in it share as if they stood where it stands, whatever its "
                   "own shares are.");
               account.users = r.number_map(
                   "users", "The shares of its users; others have 1 and count once they come.",
                   kShare, false);
               account.limits = read_limits(r, true);
             });
  reader.map("reservations", "Reservations: nodes kept free, or for some users only, for a period.",
             [&](const std::string& name, ObjectReader& r) {
               settings.reservations.push_back(read_reservation(name, zone, r));
             });
  read_preempted(reader, settings);
  settings.safe =
      reader.one_of(
          "enforce", {"limits", "safe"}, "limits",
          "What becomes of max_gpu_minutes. limits: running jobs are killed at the first "
          "period at which theirs are used up. safe: none is; a job starts only where its "
          "time limit (without one, its run time) times its GPUs fits into what is left "
          "less what running jobs may still use.") == "safe";
  if (!reader.describing()) {
    refuse_unknown_preempted(reader, settings);
    refuse_loops_of_preemption(reader, settings);
    AccountTree(settings).refuse_faults(reader);
  }
  return settings;
}

}  // namespace gpuscape::slurm
