#pragma once
/// What Slurm's accounting says of one job (or one attempt of a job that was requeued), however it
/// was written, and the job that a replay makes of it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/workload/job.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/text/line_reader.hpp"
#include "sim/workload/text/slurm_text.hpp"

namespace gpuscape {

/// Dates count from 1970; what the record does not say is none.
struct SacctRecord {
  std::int64_t id = 0;
  std::string_view user;
  std::string_view account;
  std::string_view partition;
  std::string_view qos;
  std::string_view name;
  std::string_view state;  ///< "CANCELLED by 1001"
  std::optional<Seconds> submit;
  std::optional<Seconds> eligible;
  std::optional<Seconds> start;
  std::optional<Seconds> end;
  std::optional<Seconds> elapsed;
  std::optional<Seconds> limit;  ///< none: no limit
  bool has_resources = false;    ///< `resources` holds the allocated or requested ones
  bool never_allocated = false;  ///< they were only requested
  SlurmResources resources;
  std::string_view gpu_type;          ///< asked for; where only the allocated one is known, that
  bool several_types = false;         ///< of GPUs, in one job
  std::string_view features;          ///< asked of its nodes
  std::optional<std::int64_t> cores;  ///< where `resources` has none
  std::optional<std::int64_t> nodes;  ///< likewise
  std::optional<std::int64_t> memory_mib;  ///< where there are no resources at all
  DependencyText after;                    ///< what it waits for
  std::int64_t part_of = -1;  ///< number of the array or job that it is a task or part of; else -1
  std::int64_t part_id = -1;  ///< its own as such, as slurm_job_number
  std::string_view gpus_from = {};  ///< where its GPUs stood, if not among its resources
};

/// Slurm's other words for what a job was given or asked for.
struct GresTexts {
  std::string_view allocated;  ///< AllocGRES, of all nodes
  std::string_view requested;  ///< ReqGRES, of each node
  std::string_view submit_line;
};
/// Where the lists of resources have no GPU, those of these texts, the first that has one.
void take_gpus_from(const GresTexts& texts, SacctRecord& record);

/// The line for a log in which nobody asks for a GPU.
void note_missing_gpus(const JobTable& table, ReadReport& report);

/// What a row is called whose job's number occurred before.
inline constexpr std::string_view kAnotherAttempt =
    "another attempt of a job that was requeued: a job of its own";

/// The state's name without what follows it: "CANCELLED".
std::string_view slurm_state(std::string_view state);

/// Fills `job` and returns an empty text, or returns why the record is no job that can be replayed:
/// it never ran, still waits, has no dates, ends before it starts, asks for nothing. A job that
/// still ran when the log was written runs for its time so far; one that became eligible later than
/// it was submitted (a begin time, a hold, a dependency, the limit of an array) waits from then on,
/// unless `after` says on whom it waits, which is then obeyed. Such repairs are noted.
std::string job_from_record(const SacctRecord& record, const Line& line, ReadReport& report,
                            LoggedJob& job);

}  // namespace gpuscape
