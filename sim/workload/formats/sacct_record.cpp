#include "sim/workload/formats/sacct_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/workload/rows/logged_state.hpp"
#include "sim/workload/rows/row_reader.hpp"
#include "sim/workload/text/slurm_gpus.hpp"

namespace gpuscape {

namespace {

/// A name of Slurm's own, so that reasons are few whatever a file holds.
std::string_view state_name(std::string_view state) {
  constexpr std::string_view kOther = "in an unknown state";
  return logged_state(state) == LoggedState::unknown ? kOther : slurm_state(state);
}

/// Compares false with every date.
constexpr Seconds kUnknown{std::numeric_limits<double>::quiet_NaN()};

bool is_date(const std::optional<Seconds>& date) {
  return date && *date >= Seconds(0.0) && *date <= kLongestSeconds;
}

bool ran(const SacctRecord& record) {
  if (!is_date(record.start)) return false;
  const bool moment = record.elapsed.value_or(Seconds(0.0)) == Seconds(0.0);
  return !record.never_allocated || !moment || logged_state(record.state) == LoggedState::completed;
}

std::string read_run_time(const SacctRecord& record, const Line& line, ReadReport& report,
                          Job& job) {
  const Seconds start = record.start.value_or(kUnknown);
  const Seconds end = record.end.value_or(kUnknown);
  if (end < start) return "ends before it starts";
  const bool elapsed = is_date(record.elapsed);
  const bool runs_on = !record.end && logged_state(record.state) == LoggedState::running;
  if (!elapsed && !is_date(record.end)) return "neither its end nor its run time is known";
  job.run_time = elapsed ? record.elapsed.value_or(Seconds(0.0)) : end - start;
  if (runs_on)
    report.note(false, "still running when the log was written: its time so far is taken",
                line.number, line.text);
  return {};
}

/// Parts of GPUs beside `whole` ones, on so many nodes. Parts of one GPU are a share of it; what
/// needs several GPUs takes whole ones.
void read_gpus(const SlurmResources& resources, std::int64_t whole, Demand& demand) {
  constexpr std::int64_t kWhole = Demand::kWholeGpu;
  constexpr std::int64_t kMpsOfGpu = 100;
  const std::int64_t parts = resources.mig_thousandths + resources.shards +
                             (kWhole * resources.mps + kMpsOfGpu - 1) / kMpsOfGpu;
  const std::int64_t least = resources.shards > 0 ? std::min(parts, kWhole - 1) : parts;
  std::int64_t gpus = whole + (least + kWhole - 1) / kWhole;
  if (least > 0) gpus = std::max<std::int64_t>(gpus, demand.nodes);
  demand.gpus = static_cast<std::int32_t>(
      std::min<std::int64_t>(gpus, std::numeric_limits<std::int32_t>::max()));
  if (demand.gpus == 1 && whole == 0 && least < kWhole)
    demand.gpu_milli = static_cast<std::uint16_t>(least);
}

std::string read_demand(const SacctRecord& record, Demand& demand) {
  if (record.resources.broken) return "its resources are not a list of amounts";
  const std::int64_t all = record.resources.gpus.value_or(0);
  const std::int64_t gpus = all - std::min(all, record.resources.mig_instances);
  const std::int64_t cores = record.resources.cores.value_or(record.cores.value_or(0));
  constexpr std::int64_t kMostNodes = 10'000'000;
  constexpr std::int64_t kMostCores = 9'000'000'000'000;  // in thousandths they fit 64 bits
  if (gpus < 0 || all > std::numeric_limits<std::int32_t>::max())
    return "GPU count is out of range";
  if (cores < 0 || cores > kMostCores) return "core count is out of range";
  if (!record.resources.asks_for_gpus() && cores == 0) return "asks for neither GPUs nor cores";
  demand.milli_cores = 1000 * cores;
  // A job on one node says only that it fits there.
  const std::int64_t nodes = record.resources.nodes.value_or(record.nodes.value_or(1));
  if (nodes > 1 && nodes <= kMostNodes) demand.nodes = static_cast<std::int32_t>(nodes);
  read_gpus(record.resources, gpus, demand);
  // Where memory is no resource that Slurm hands out, it is not in the list: then none is asked
  // for.
  demand.memory_mib = record.has_resources ? record.resources.memory_mib.value_or(0)
                                           : record.memory_mib.value_or(0);
  return {};
}

/// Says of a job's GPUs what its row leaves open.
void note_gpus(const SacctRecord& record, const Line& line, ReadReport& report) {
  const auto note = [&](std::string_view text) {
    report.note(false, text, line.number, line.text);
  };
  if (!record.gpus_from.empty())
    note(fmt::format("its resources have no GPU: those of {} are taken", record.gpus_from));
  if (record.resources.mig_instances > 0)
    note("asks for instances of a GPU (MIG): a part of one, by their sevenths");
  if (record.resources.shards > 0)
    note(
        "asks for shards: a part of a GPU, how large is not in the log; a thousandth each is "
        "taken");
  if (record.resources.mps > 0) note("asks for MPS: a part of a GPU, 100 of them taken as one");
}

void read_dates(const SacctRecord& record, const Line& line, ReadReport& report, LoggedJob& job) {
  const Seconds submit = record.submit.value_or(Seconds(0.0));
  const Seconds eligible = record.eligible.value_or(kUnknown);
  const Seconds start = record.start.value_or(kUnknown);
  job.submit = submit;
  const bool later = is_date(record.eligible) && eligible > submit && eligible <= start;
  if (later && (record.after.jobs.empty() || report.ignores_dependencies)) {
    job.submit = eligible;
    report.note(false,
                "eligible later than submitted (begin time, hold, dependency, array limit): waits "
                "from then on",
                line.number, line.text);
  }
  if (start < submit) {
    report.note(false, "started before it was submitted: its start is not compared", line.number,
                line.text);
  } else {
    job.logged_start = start;
  }
}

void read_asks(const SacctRecord& record, const Line& line, ReadReport& report, LoggedJob& job) {
  job.features = usable_features(record.features, line, report);
  if (!record.several_types) {
    if (job.demand.gpu_milli == 0) job.gpu_models = record.gpu_type;
    return;
  }
  report.note(false, "asks for GPUs of several types at once: takes any", line.number, line.text);
}

void read_time_limit(const SacctRecord& record, const Line& line, ReadReport& report, Job& job) {
  if (!record.limit) return;
  if (*record.limit > Seconds(0.0) && *record.limit <= kLongestSeconds) {
    job.time_limit = *record.limit;
  } else {
    report.note(false,
                *record.limit == Seconds(0.0) ? "time limit is zero: taken as none"
                                              : "time limit is out of range: taken as none",
                line.number, line.text);
  }
}

}  // namespace

void take_gpus_from(const GresTexts& texts, SacctRecord& record) {
  if (record.resources.asks_for_gpus()) return;
  const std::int64_t nodes =
      std::max<std::int64_t>(1, record.resources.nodes.value_or(record.nodes.value_or(1)));
  const auto take = [&](const SlurmResources& found, std::string_view from) {
    if (!record.gpus_from.empty() || !found.asks_for_gpus()) return;
    record.gpus_from = from;
    record.resources.gpus = found.gpus;
    record.resources.mig_instances = found.mig_instances;
    record.resources.mig_thousandths = found.mig_thousandths;
    record.resources.shards = found.shards;
    record.resources.mps = found.mps;
    record.gpu_type = found.gpu_type;
    record.several_types = found.several_types;
  };
  take(gres_list(texts.allocated), "AllocGRES");
  take(gres_list(texts.requested, nodes), "ReqGRES");
  take(submitted_gpus(texts.submit_line, nodes), "the submit line");
}

void note_missing_gpus(const JobTable& table, ReadReport& report) {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table.job(i).demand.gpus > 0) return;
  if (table.size() > 0)
    report.assumptions.emplace_back(
        "no job of this log asks for a GPU: does the site track gres/gpu in "
        "AccountingStorageTRES?");
}

std::string_view slurm_state(std::string_view state) { return state.substr(0, state.find(' ')); }

std::string job_from_record(const SacctRecord& record, const Line& line, ReadReport& report,
                            LoggedJob& job) {
  if (logged_state(record.state) == LoggedState::pending)
    return "still waiting when the log was written: its run time is not known";
  if (!is_date(record.submit)) return "submit date is missing or no date";
  if (!ran(record)) return fmt::format("never ran: {}", state_name(record.state));
  std::string fault = read_demand(record, job.demand);
  if (fault.empty()) fault = read_run_time(record, line, report, job);
  if (!fault.empty()) return fault;
  job.id = record.id;
  job.user = record.user;
  job.account = record.account;
  job.partition = record.partition;
  job.qos = record.qos;
  job.name = record.name;
  job.state = logged_state(record.state);
  note_gpus(record, line, report);
  read_asks(record, line, report, job);
  job.part_of = record.part_of;
  job.part_id = record.part_id;
  job.after_ids = record.after.jobs;
  if (record.after.others && !report.ignores_dependencies)
    report.note(false, kOtherDependency, line.number, line.text);
  read_dates(record, line, report, job);
  read_time_limit(record, line, report, job);
  return {};
}

}  // namespace gpuscape
