#pragma once
/// A job as it arrives: what it asks for, and how long it would run.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/platform/demand.hpp"
#include "sim/workload/text/dependency.hpp"

namespace gpuscape {

/// What a job had behind it at date 0 of a run that begins in the middle of its log. Such jobs are
/// there to fill cluster and queue; statistics leave them out.
enum class CarriedOver : std::uint8_t {
  no,
  queued,   ///< submitted before
  running,  ///< started before; its run time is what was left
};

/// A job of a run, counted from 0 in order of submission.
using RunJobId = Id<struct RunJobTag>;
/// A class of a stream's jobs: into StreamSpec::classes.
using ClassId = Id<struct JobClassTag, std::uint16_t>;

/// Dates are seconds since the run's origin (the workload's first submit date for a log, 0 for a
/// generator).
struct Job {
  std::int64_t id = 0;  ///< the log's own number, or a running number
  Seconds submit{0.0};
  Seconds run_time{0.0};         ///< how long it runs once started, if nothing ends it early
  Seconds time_limit{kForever};  ///< the user's limit; kForever when the log has none
  Demand demand{};
  std::uint16_t stream = 0;  ///< index of the workload stream it belongs to
  ClassId application{};     ///< none: of no class
  std::uint32_t origin = 0;  ///< who sent it: into an OriginTable
  StreamJobId after{};       ///< may start only when that one has ended; none: at once
  DependsOn after_how = DependsOn::success;
  bool waits_for_more = false;  ///< for several: its source knows the others
  CarriedOver carried_over = CarriedOver::no;
};
static_assert(sizeof(Job) == 80, "records of millions of jobs are held");

/// How a job ended in its log.
enum class LoggedState : std::uint8_t {
  unknown,
  completed,
  failed,
  cancelled,
  timed_out,
  node_failed,
  preempted,
  out_of_memory,
  running,
  pending,
};

/// A row of a log: a job, and what else the row says. Texts are valid until the next row is read.
struct LoggedJob : Job {
  Seconds logged_start{std::numeric_limits<double>::quiet_NaN()};  ///< NaN: the log does not say
  std::string_view user, account, partition, qos, name;            ///< empty: the log does not say
  LoggedState state = LoggedState::unknown;
  std::vector<NamedDependency> after_ids;  ///< jobs that must have ended before it may start
  std::int64_t part_of = -1;    ///< the array or job that it is a task or part of; -1: of none
  std::int64_t part_id = -1;    ///< its number as such
  std::string_view gpu_models;  ///< models allowed, "T4|P100"; empty: any
  std::string_view features;    ///< of its nodes, as Slurm writes them; empty: any
  std::string_view gpu_profile = {};  ///< of a GPU; empty: none
  Bytes gpu_memory{0.0};              ///< of one GPU; 0: it does not say
};

}  // namespace gpuscape
