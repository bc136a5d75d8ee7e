#include "sim/workload/formats/sacct_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "sim/base/error.hpp"
#include "sim/workload/formats/sacct_dress.hpp"
#include "sim/workload/formats/sacct_json.hpp"
#include "sim/workload/formats/trace_format.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::array<std::string_view, 9> kFreeTexts{"JobName",       "SubmitLine", "Comment",
                                                     "AdminComment",  "WorkDir",    "Constraints",
                                                     "SystemComment", "Extra",      "Licenses"};
constexpr std::array<std::string_view, 5> kUnknownWords{"", "Unknown", "None", "N/A", "(null)"};

bool is_unknown(std::string_view text) {
  return std::ranges::find(kUnknownWords, text) != kUnknownWords.end();
}

std::optional<Seconds> seconds_text(std::string_view text) {
  const std::optional<double> number = number_text(text);
  return number ? std::optional(Seconds(*number)) : std::nullopt;
}

/// sacct's columns are named with its own capitals, whatever was typed; other tools' may differ.
bool equal_column_names(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

SacctReader::SacctReader(TableHeader header, char delimiter, std::string_view time_zone,
                         ReadReport& report)
    : header_(std::move(header)),
      delimiter_(delimiter),
      clock_(time_zone, report),
      report_(report) {
  refuse_other_dress(header_, delimiter);
  find_columns();
  if (!tells_of_gpus())
    report_.assumptions.emplace_back("no column AllocTRES or ReqTRES: no job asks for a GPU");
}

void SacctReader::find_columns() {
  for (std::size_t i = 0; i < header_.names.size(); ++i) {
    const std::string& name = header_.names[i];
    const auto* const known = std::ranges::find_if(
        kNames, [&](std::string_view other) { return equal_column_names(name, other); });
    if (known != kNames.end()) index_[static_cast<std::size_t>(known - kNames.begin())] = i;
    if (std::ranges::find_if(kFreeTexts, [&](std::string_view other) {
          return equal_column_names(name, other);
        }) != kFreeTexts.end())
      free_texts_.push_back(i);
  }
  std::vector<Issue> issues;
  const auto need = [&](bool there, std::string_view what) {
    if (there) return;
    const bool table = header_.names.size() > 1;
    issues.push_back({.file = header_.file,
                      .line = header_.line,
                      .column = 1,
                      .pointer = "",
                      .message = fmt::format("no column '{}' in the header", what),
                      .hint = table ? header_hint(what, header_.views())
                                    : "columns are separated by '|': write the dump with sacct "
                                      "--parsable2 --allusers --format=…"});
  };
  need(has(kJobIdRaw) || has(kJobId), "JobIDRaw");
  need(has(kState), "State");
  need(has(kSubmit), "Submit");
  need(has(kStart), "Start");
  need(has(kEnd) || has(kElapsedRaw) || has(kElapsed), "End");
  if (!issues.empty()) throw ScenarioError(std::move(issues));
}

std::string_view SacctReader::text(Column column) const {
  const std::size_t index = index_[column].value_or(fields_.size());
  return index < fields_.size() ? trimmed(fields_[index]) : std::string_view();
}

bool SacctReader::looks_like_a_job() {
  const std::string_view submit = text(kSubmit);
  const std::string_view start = text(kStart);
  const auto is_date = [](std::string_view field) {
    return date_text(field).has_value() || number_text(field).has_value();
  };
  const std::string_view state = text(kState);
  return is_date(submit) && (is_unknown(start) || is_date(start)) && !state.empty() &&
         std::ranges::all_of(slurm_state(state),
                             [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == '+'; });
}

std::optional<Seconds> SacctReader::date(Column column, Seconds not_before) {
  const std::string_view field = text(column);
  if (is_unknown(field)) return std::nullopt;
  std::optional<Seconds> date = clock_.read(field, not_before);
  if (!date) date = seconds_text(field);  // SLURM_TIME_FORMAT=%s
  if (!date && fault_.empty()) fault_ = fmt::format("{} is not a date", kNames[column]);
  return date;
}

void SacctReader::read_dates(SacctRecord& record) {
  constexpr Seconds kNever = -kForever;
  record.submit = date(kSubmit, kNever);
  record.eligible = date(kEligible, record.submit.value_or(kNever));
  record.start = date(kStart, record.submit.value_or(kNever));
  record.end = date(kEnd, record.start.value_or(kNever));
}

void SacctReader::read_times(SacctRecord& record) {
  record.elapsed = seconds_text(text(kElapsedRaw));
  if (!record.elapsed && has(kElapsed)) record.elapsed = slurm_duration(text(kElapsed));
  const std::string_view raw = text(kTimelimitRaw);
  const std::string_view limit = raw.empty() ? text(kTimelimit) : raw;
  if (limit.empty() || limit == "UNLIMITED" || limit == "Partition_Limit") return;
  const std::optional<double> minutes = number_text(limit);
  constexpr Seconds kMinute{60.0};
  record.limit = minutes ? *minutes * kMinute : slurm_duration(limit);
  if (!record.limit) repairs_.emplace_back("time limit is not a duration: taken as none");
}

void SacctReader::read_resources(SacctRecord& record) {
  const std::string_view allocated = text(kAllocTres);
  const std::string_view requested = text(kReqTres);
  const std::string_view resources = allocated.empty() ? requested : allocated;
  record.never_allocated = has(kAllocTres) && allocated.empty();
  record.has_resources = !resources.empty();
  record.resources = slurm_resources(resources);
  const SlurmResources asked = requested.empty() ? record.resources : slurm_resources(requested);
  record.gpu_type = asked.gpu_type;
  record.several_types = asked.several_types;
  for (const Column column : {kAllocCpus, kNCpus, kReqCpus}) {
    if (const auto cores = integer_text(text(column)); cores && *cores > 0 && !record.cores)
      record.cores = cores;
  }
  record.nodes = integer_text(text(kNNodes));
  take_gpus_from({text(kAllocGres), text(kReqGres), text(kSubmitLine)}, record);
  if (record.has_resources || is_unknown(text(kReqMem))) return;
  record.memory_mib = slurm_requested_memory(text(kReqMem), record.cores.value_or(0),
                                             integer_text(text(kNNodes)).value_or(1));
  if (!record.memory_mib) repairs_.emplace_back("ReqMem is not an amount of memory: taken as 0");
}

void SacctReader::read_texts(SacctRecord& record) {
  record.user = text(kUser);
  record.account = text(kAccount);
  record.partition = text(kPartition);
  record.qos = text(kQos);
  record.name = text(kJobName);
  record.state = text(kState);
  record.features = is_unknown(text(kConstraints)) ? std::string_view() : text(kConstraints);
  record.after = slurm_dependency(text(kSubmitLine));
}

void SacctReader::read_id(SacctRecord& record, const Line& line) {
  std::optional<std::int64_t> id = integer_text(text(kJobIdRaw));
  if (!id) id = slurm_job_number(text(kJobId));
  record.id = id.value_or(report_.rows);
  if (!id)
    report_.note(false, "id is not a job number: the row number is used", line.number, line.text);
}

void SacctReader::read_part(SacctRecord& record) const {
  const std::string_view id = text(kJobId);
  const std::size_t mark = id.find_first_of("_+");
  const auto number = mark == std::string_view::npos ? std::nullopt : slurm_job_number(id);
  if (!number) return;
  record.part_of = integer_text(id.substr(0, mark)).value_or(-1);
  record.part_id = *number;
}

std::string SacctReader::read(const Line& line, LoggedJob& job) {
  if (fields_.size() < header_.names.size()) return "has fewer fields than the header";
  if (fields_.size() > header_.names.size()) {
    if (!join_text_field()) {
      repairs_.clear();
      return "has more fields than the header";
    }
    repairs_.emplace_back(delimiter_ == '|' ? "'|' in a text field: read as part of it"
                                            : "the delimiter in a text field: read as part of it");
  }
  SacctRecord record;
  fault_.clear();
  read_dates(record);
  read_times(record);
  read_resources(record);
  read_texts(record);
  read_part(record);
  std::string fault = fault_.empty() ? job_from_record(record, line, report_, job) : fault_;
  if (fault.empty()) {
    read_id(record, line);
    job.id = record.id;
    for (const std::string_view repair : repairs_)
      report_.note(false, repair, line.number, line.text);
  }
  repairs_.clear();
  clock_.note_repairs(line);
  return fault;
}

namespace {

/// With a header that is sacct's, whatever tells its columns apart; or without one.
bool is_sacct(const TraceHead& head, TraceSpec& /*spec*/) {
  if (head.line().starts_with('{')) return false;
  const bool row = head.delimiter() != ',' && is_sacct_row(head.columns());
  if (row || is_fixed_width(head.line())) return true;
  const bool numbered = head.has_column("JobIDRaw") || head.has_column("JobID");
  return numbered && (head.delimiter() == '|' || head.has_columns({"State", "Submit", "Start"}));
}

bool begins_json(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && head[first] == '{';
}

void read_sacct(const TraceInput& log) {
  if (begins_json(log.head)) return read_sacct_json(log);
  LineReader lines(log.bytes);
  const std::string_view first = log.head.substr(0, log.head.find('\n'));
  const char found = delimiter_of(first);
  const char delimiter = std::ranges::count(first, found) > 0 ? found : '|';
  SacctReader reader(read_table_header(lines, delimiter, log.report.file), delimiter,
                     log.spec.time_zone, log.report);
  read_rows(lines, reader, log.report, log.table);
  reader.finish();
  if (reader.tells_of_gpus()) note_missing_gpus(log.table, log.report);
  log.table.finish(log.report);
  log.report.unix_origin = log.table.origin();
}

}  // namespace

TraceFormat trace_format_sacct() {
  return {
      .name = "sacct", .known_by = KnownBy::first_line, .recognises = is_sacct, .read = read_sacct};
}

}  // namespace gpuscape
