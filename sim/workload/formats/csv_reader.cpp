#include "sim/workload/formats/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/base/error.hpp"
#include "sim/workload/rows/date_unit.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::array<std::string_view, 8> kFaultTexts{
    "is fine",       "is missing",  "is not a number", "is not a date",
    "is not finite", "is negative", "is out of range", "is not an integer"};

}  // namespace

CsvReader::CsvReader(const ColumnPlan& plan, TableHeader header, const TraceSpec& spec,
                     ReadReport& report)
    : plan_(plan),
      header_(std::move(header)),
      row_(spec.delimiter),
      clock_(spec.time_zone, report),
      report_(report) {
  if (!plan_.has(TraceField::gpus)) {
    report_.assumptions.emplace_back(
        plan_.has(TraceField::cores)
            ? "no column of GPUs: each job asks for one (none with \"gpus\": {\"constant\": 0})"
            : "no column of GPUs: each job asks for one");
  }
}

std::string CsvReader::reason(TraceField field, Fault fault) {
  return fmt::format("{} {}", kTraceFields[static_cast<std::size_t>(field)].noun,
                     kFaultTexts[static_cast<std::size_t>(fault)]);
}

std::optional<double> CsvReader::number_in(const TraceColumn& column, std::string_view text,
                                           Seconds not_before) {
  if (!column.datetime) return number_text(text);
  const std::optional<Seconds> date = clock_.read(text, not_before);
  return date ? std::optional(date->value()) : std::nullopt;
}

CsvReader::Reading CsvReader::amount_of(TraceField field, Seconds not_before) {
  const TraceColumn& column = plan_[field];
  if (column.constant) {
    return {.value = *column.constant};
  }
  if (!column.datetime) {
    const std::int64_t digits = digits_text(row_[column.index]);
    if (digits >= 0) {
      return {.value = static_cast<double>(digits) * column.scale};
    }
  }
  const std::string_view text = trimmed(row_[column.index]);
  if (text.empty()) {
    return {.fault = Fault::missing};
  }
  const std::optional<double> number = number_in(column, text, not_before);
  if (!number) {
    return {.fault = column.datetime ? Fault::no_date : Fault::no_number};
  }
  if (!std::isfinite(*number)) {
    return {.fault = Fault::not_finite};
  }
  if (*number < 0.0) {
    return {.fault = Fault::negative};
  }
  return {.value = *number * column.scale + 0.0};
}

CsvReader::Reading CsvReader::seconds_of(TraceField field, Seconds not_before) {
  Reading reading = amount_of(field, not_before);
  if (reading.fault == Fault::none && reading.value > kLongestSeconds.value()) {
    reading.fault = Fault::out_of_range;
  }
  return reading;
}

std::string CsvReader::read_run_time(Job& job) {
  start_ = plan_.has(TraceField::start) ? seconds_of(TraceField::start, job.submit)
                                        : Reading{.fault = Fault::missing};
  if (plan_.has(TraceField::run_time)) {
    const Reading run_time = seconds_of(TraceField::run_time);
    job.run_time = Seconds(run_time.value);
    return run_time.fault == Fault::none ? "" : reason(TraceField::run_time, run_time.fault);
  }
  const Reading end = seconds_of(TraceField::end, Seconds(start_.value));
  if (start_.fault != Fault::none) {
    return reason(TraceField::start, start_.fault);
  }
  if (end.fault != Fault::none) {
    return reason(TraceField::end, end.fault);
  }
  job.run_time = Seconds(end.value - start_.value);
  return end.value < start_.value ? "ends before it starts" : "";
}

void CsvReader::read_id(const Line& line, Job& job) {
  job.id = report_.rows;
  if (!plan_.has(TraceField::id) || row_numbers_as_ids_) {
    return;
  }
  const auto id = integer_text(trimmed(row_[plan_[TraceField::id].index]));
  if (id) {
    job.id = *id;
  } else if (report_.jobs == 0) {
    row_numbers_as_ids_ = true;
    report_.assumptions.emplace_back("ids are not integers: the row number is the id");
  } else {
    report_.note(false, "id is not an integer: the row number is used", line.number, line.text);
  }
}

void CsvReader::read_time_limit(const Line& line, Job& job) {
  if (!plan_.has(TraceField::time_limit)) {
    return;
  }
  const Reading limit = seconds_of(TraceField::time_limit);
  if (limit.fault == Fault::none && limit.value > 0.0) {
    job.time_limit = Seconds(limit.value);
  } else if (limit.fault != Fault::missing) {
    const std::string why = limit.fault == Fault::none
                                ? "time limit is zero"
                                : reason(TraceField::time_limit, limit.fault);
    report_.note(false, why + ": taken as none", line.number, line.text);
  }
}

void CsvReader::read_logged_start(const Line& line, LoggedJob& job) {
  if (start_.fault != Fault::none) {
    return;
  }
  if (start_.value < job.submit.value()) {
    report_.note(false, "started before it was submitted: its start is not compared", line.number,
                 line.text);
    return;
  }
  job.logged_start = Seconds(start_.value);
}

std::string_view CsvReader::text_of(TraceField field) const {
  return plan_.has(field) ? trimmed(row_[plan_[field].index]) : std::string_view();
}

void CsvReader::read_labels(const Line& line, LoggedJob& job) {
  job.user = text_of(TraceField::user);
  job.account = text_of(TraceField::account);
  job.partition = text_of(TraceField::partition);
  job.qos = text_of(TraceField::qos);
  job.name = text_of(TraceField::job_name);
  job.state = logged_state(text_of(TraceField::state));
  job.gpu_models = text_of(TraceField::gpu_models);
  job.features = usable_features(text_of(TraceField::features), line, report_);
  job.gpu_profile = text_of(TraceField::gpu_profile);
  if (!text_of(TraceField::gpu_memory).empty())
    job.gpu_memory =
        Bytes(amount_or_zero(TraceField::gpu_memory, line) / std::max(1.0, instances_));
  const std::string_view after = text_of(TraceField::after);
  if (after.empty()) {
    return;
  }
  DependencyText named = dependency_text(after);
  if (row_numbers_as_ids_) {
    named = {.jobs = {}, .others = false, .broken = true};
  }
  if (named.broken) {
    report_.note(false,
                 named.jobs.empty() ? "its dependency names no job by its id: dependency ignored"
                                    : "a part of its dependency names no job by its id: left out",
                 line.number, line.text);
  }
  if (named.others) {
    report_.note(false, kOtherDependency, line.number, line.text);
  }
  job.after_ids = std::move(named.jobs);
}

std::string CsvReader::read(const Line& line, LoggedJob& job) {
  if (!row_.parse(line.text)) {
    return "quotes do not close";
  }
  if (row_.size() != header_.names.size()) {
    return row_.size() < header_.names.size() ? "has fewer fields than the header"
                                              : "has more fields than the header";
  }
  const Reading submit = seconds_of(TraceField::submit);
  const TraceColumn& column = plan_[TraceField::submit];
  const std::string_view unit =
      column.datetime ? "" : better_unit(Seconds(submit.value), column.scale);
  if (submit.fault != Fault::none)
    return reason(TraceField::submit, submit.fault) + unit_hint(unit);
  if (report_.rows == 1 && !unit.empty())
    report_.assumptions.push_back("submit dates have an origin of their own" + unit_hint(unit));
  job.submit = Seconds(submit.value);
  std::string fault = read_run_time(job);
  if (fault.empty()) {
    fault = read_demand(line, job);
  }
  if (!fault.empty()) {
    return fault;
  }
  read_time_limit(line, job);
  read_logged_start(line, job);
  clock_.note_repairs(line);
  read_id(line, job);
  read_labels(line, job);
  return {};
}

}  // namespace gpuscape
