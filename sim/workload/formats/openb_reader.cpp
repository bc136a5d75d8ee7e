#include "sim/workload/formats/openb_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/base/error.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/rows/logged_state.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kMostInteger = 9'000'000'000'000'000;
constexpr std::int64_t kWholeGpu = Demand::kWholeGpu;

/// The number at the end of "openb-pod-0042".
std::optional<std::int64_t> number_of_name(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const std::string_view digits = last == std::string_view::npos ? name : name.substr(last + 1);
  return integer_text(digits);
}

/// The phases of a pod; one that "Running" ended is gone with the log's end or was deleted.
LoggedState phase(std::string_view text) {
  if (text == "Succeeded") return LoggedState::completed;
  if (text == "Failed") return LoggedState::failed;
  if (text == "Running") return LoggedState::running;
  return LoggedState::unknown;
}

}  // namespace

OpenbReader::OpenbReader(TableHeader header, ReadReport& report)
    : header_(std::move(header)), row_(','), report_(report) {
  std::vector<Issue> issues;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const auto found = std::ranges::find(header_.names, kNames[i]);
    if (found != header_.names.end()) {
      index_[i] = static_cast<std::size_t>(found - header_.names.begin());
    } else if (i < kNeeded) {
      const bool dates = i >= kCreation;
      issues.push_back({.file = header_.file,
                        .line = header_.line,
                        .column = 1,
                        .pointer = "",
                        .message = fmt::format("no column '{}' in the header", kNames[i]),
                        .hint = dates ? "a list of pods without dates can be placed, not replayed"
                                      : header_hint(kNames[i], header_.views())});
    }
  }
  if (!issues.empty()) throw ScenarioError(std::move(issues));
}

std::string_view OpenbReader::text(Column column) const {
  const std::optional<std::size_t> index = index_[column];
  return index ? trimmed(row_[*index]) : std::string_view();
}

std::optional<std::int64_t> OpenbReader::amount(Column column) const {
  const std::optional<std::int64_t> number = integer_text(text(column));
  return number && *number >= 0 && *number <= kMostInteger ? number : std::nullopt;
}

std::optional<Seconds> OpenbReader::date(Column column) const {
  const Seconds date(number_text(text(column)).value_or(-1.0));
  return date >= Seconds(0.0) && date <= kLongestSeconds ? std::optional(date) : std::nullopt;
}

std::string OpenbReader::read_demand(LoggedJob& job) {
  const auto gpus = amount(kNumGpu);
  const auto cores = amount(kCpuMilli);
  const auto memory = amount(kMemoryMib);
  const auto milli = amount(kGpuMilli);
  if (!gpus) return "num_gpu is not an integer";
  if (!cores) return "cpu_milli is not an integer";
  if (!memory) return "memory_mib is not an integer";
  if (*gpus > std::numeric_limits<std::int32_t>::max()) return "GPU count is out of range";
  const std::int64_t of_each = *gpus == 0 ? 0 : milli.value_or(0);
  if (*gpus > 0 && (of_each == 0 || of_each > kWholeGpu))
    return "gpu_milli is not between 1 and 1000";
  if (*gpus == 0 && *cores == 0) return "asks for neither GPUs nor cores";
  job.demand = {
      .gpus = static_cast<std::int32_t>(*gpus), .milli_cores = *cores, .memory_mib = *memory};
  if (*gpus == 1 && of_each < kWholeGpu) job.demand.gpu_milli = static_cast<std::uint16_t>(of_each);
  if (*gpus > 1) job.demand.nodes = -1;  // one task: a pod is on one node
  parts_of_several_ = *gpus > 1 && of_each < kWholeGpu;
  job.gpu_models = text(kGpuSpec);
  return {};
}

std::string OpenbReader::read_dates(LoggedJob& job) {
  const std::optional<Seconds> creation = date(kCreation);
  const std::optional<Seconds> scheduled = date(kScheduled);
  const std::optional<Seconds> deletion = date(kDeletion);
  if (!creation) return "creation_time is not a date";
  if (text(kScheduled).empty()) return "never ran: no scheduled_time";
  if (!scheduled) return "scheduled_time is not a date";
  if (text(kDeletion).empty()) return "no deletion_time: its run time is not known";
  if (!deletion) return "deletion_time is not a date";
  if (*deletion < *scheduled) return "ends before it starts";
  job.submit = *creation;
  job.run_time = *deletion - *scheduled;
  job.logged_start = *scheduled;
  return {};
}

void OpenbReader::note_repairs(const Line& line) {
  const auto note = [&](std::string_view what) {
    report_.note(false, what, line.number, line.text);
  };
  if (parts_of_several_) note("asks for parts of several GPUs: takes whole ones");
}

std::string OpenbReader::read(const Line& line, LoggedJob& job) {
  if (!row_.parse(line.text)) return "quotes do not close";
  if (row_.size() != header_.names.size())
    return row_.size() < header_.names.size() ? "has fewer fields than the header"
                                              : "has more fields than the header";
  std::string fault = read_demand(job);
  if (fault.empty()) fault = read_dates(job);
  if (!fault.empty()) return fault;
  const std::optional<std::int64_t> id = number_of_name(text(kName));
  job.id = id.value_or(report_.rows);
  if (!id)
    report_.note(false, "its name ends in no number: the row number is the id", line.number,
                 line.text);
  if (job.logged_start < job.submit) {
    job.logged_start = LoggedJob().logged_start;
    report_.note(false, "started before it was submitted: its start is not compared", line.number,
                 line.text);
  }
  job.name = text(kName);
  job.qos = text(kQos);
  job.state = phase(text(kPhase));
  note_repairs(line);
  return {};
}

namespace {

bool is_openb(const TraceHead& head, TraceSpec& /*spec*/) {
  return head.has_columns({"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"});
}

void read_openb(const TraceInput& log) {
  LineReader lines(log.bytes);
  OpenbReader reader(read_table_header(lines, ',', log.report.file), log.report);
  read_rows(lines, reader, log.report, log.table);
  log.table.finish(log.report);
}

}  // namespace

TraceFormat trace_format_openb() {
  return {
      .name = "openb", .known_by = KnownBy::columns, .recognises = is_openb, .read = read_openb};
}

}  // namespace gpuscape
