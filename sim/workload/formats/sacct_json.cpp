#include "sim/workload/formats/sacct_json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/limits.hpp"
#include "sim/workload/text/slurm_gpus.hpp"

namespace gpuscape {

namespace {

constexpr double kNoValue = 4294967294.0;  // Slurm's NO_VAL; one more is INFINITE

/// The value at the end of a path of keys, or null.
const JsonValue* at(const JsonValue& value, std::initializer_list<std::string_view> path) {
  const JsonValue* found = &value;
  for (const std::string_view key : path) {
    if (found == nullptr || !found->is_object()) return nullptr;
    found = found->find(key);
  }
  return found;
}

std::string_view text_at(const JsonValue& value, std::initializer_list<std::string_view> path) {
  const JsonValue* found = at(value, path);
  return found != nullptr && found->is_text() ? std::string_view(found->text())
                                              : std::string_view();
}

/// A number, or {"set": true, "infinite": false, "number": 5}; none where it is not set.
std::optional<double> number_at(const JsonValue& value,
                                std::initializer_list<std::string_view> path) {
  const JsonValue* found = at(value, path);
  if (found != nullptr && found->is_object()) {
    const JsonValue* set = found->find("set");
    const JsonValue* infinite = found->find("infinite");
    if ((set != nullptr && !set->boolean()) || (infinite != nullptr && infinite->boolean()))
      return std::nullopt;
    found = found->find("number");
  }
  if (found == nullptr || !found->is_number() || found->number() >= kNoValue) return std::nullopt;
  return found->number();
}

std::optional<Seconds> seconds_at(const JsonValue& value,
                                  std::initializer_list<std::string_view> path) {
  const std::optional<double> number = number_at(value, path);
  return number ? std::optional(Seconds(*number)) : std::nullopt;
}

/// 0 stands for a date that there is not.
std::optional<Seconds> date_at(const JsonValue& value,
                               std::initializer_list<std::string_view> path) {
  const std::optional<Seconds> date = seconds_at(value, path);
  return date && *date != Seconds(0.0) ? date : std::nullopt;
}

std::optional<std::int64_t> whole(std::optional<double> number) {
  constexpr double kMost = 9e15;
  if (!number || !(*number >= 0.0) || *number > kMost || *number != std::floor(*number))
    return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

/// A job's state: a text, or a list whose first says how it stands and the others add to it.
std::string_view state_of(const JsonValue& value) {
  const JsonValue* current = at(value, {"state", "current"});
  if (current == nullptr) return {};
  if (current->is_text()) return current->text();
  const auto& items = current->items();
  return items.empty() || !items.front().is_text() ? std::string_view() : items.front().text();
}

void add_resource(const JsonValue& entry, SlurmResources& resources) {
  const std::string_view type = text_at(entry, {"type"});
  const std::string_view name = text_at(entry, {"name"});
  const std::optional<double> count = number_at(entry, {"count"});
  if (!count || (type != "cpu" && type != "mem" && type != "node" && type != "gres")) return;
  const std::optional<std::int64_t> amount = whole(count);
  const std::string_view kind = name.substr(0, name.find(':'));
  const bool ours = type != "gres" || kind == "gpu" || kind == "shard" || kind == "mps";
  resources.broken = resources.broken || (ours && !amount);
  if (type == "cpu") resources.cores = amount;
  if (type == "mem") resources.memory_mib = amount;
  if (type == "node") resources.nodes = amount;
  if (type == "gres" && ours) add_gres(resources, name, amount.value_or(0));
}

SlurmResources resources_of(const JsonValue* list) {
  SlurmResources resources;
  if (list == nullptr) return resources;
  for (const JsonValue& entry : list->items()) add_resource(entry, resources);
  return resources;
}

void read_resources(const JsonValue& value, SacctRecord& record) {
  const JsonValue* allocated = at(value, {"tres", "allocated"});
  const JsonValue* requested = at(value, {"tres", "requested"});
  record.never_allocated = allocated != nullptr && allocated->items().empty();
  const bool use_allocated = allocated != nullptr && !record.never_allocated;
  record.resources = resources_of(use_allocated ? allocated : requested);
  const bool use_requested = requested != nullptr && !requested->items().empty();
  const SlurmResources asked = use_requested ? resources_of(requested) : record.resources;
  record.gpu_type = asked.gpu_type;
  record.several_types = asked.several_types;
  record.features = text_at(value, {"constraints"});
  record.has_resources = use_allocated || (requested != nullptr && !requested->items().empty());
  record.cores = whole(number_at(value, {"required", "CPUs"}));
}

void read_dates(const JsonValue& value, SacctRecord& record) {
  record.submit = date_at(value, {"time", "submission"});
  record.eligible = date_at(value, {"time", "eligible"});
  record.start = date_at(value, {"time", "start"});
  record.end = date_at(value, {"time", "end"});
  record.elapsed = seconds_at(value, {"time", "elapsed"});
  const std::optional<double> minutes = number_at(value, {"time", "limit"});
  constexpr Seconds kMinute{60.0};
  if (minutes) record.limit = *minutes * kMinute;
}

/// A task of an array, or a part of a heterogeneous job.
void read_part(const JsonValue& value, SacctRecord& record) {
  const auto read = [&](std::string_view group, std::string_view id, std::string_view part) {
    const auto of = whole(number_at(value, {group, id}));
    const auto number = whole(number_at(value, {group, part}));
    if (!of || *of == 0 || !number) return;
    record.part_of = *of;
    record.part_id = slurm_part_number(*of, *number).value_or(-1);
  };
  read("het", "job_id", "job_offset");
  read("array", "job_id", "task_id");
}

SacctRecord record_of(const JsonValue& value) {
  SacctRecord record;
  record.user = text_at(value, {"user"});
  if (record.user.empty()) record.user = text_at(value, {"association", "user"});
  record.account = text_at(value, {"account"});
  record.partition = text_at(value, {"partition"});
  record.qos = text_at(value, {"qos"});
  record.name = text_at(value, {"name"});
  record.state = state_of(value);
  record.after = slurm_dependency(text_at(value, {"submit_line"}));
  read_dates(value, record);
  read_resources(value, record);
  take_gpus_from({text_at(value, {"allocated_gres"}), text_at(value, {"requested_gres"}),
                  text_at(value, {"submit_line"})},
                 record);
  return record;
}

}  // namespace

void SacctJsonReader::begin(const JsonItem& item) {
  item_ = item;
  report_.steps += item.skipped;
}

std::string_view SacctJsonReader::repeated_id() const { return kAnotherAttempt; }

std::string SacctJsonReader::read(const Line& line, LoggedJob& job) {
  if (item_.too_long) return fmt::format("is longer than {} bytes", kLongestItem);
  if (item_.cut_off) return "the file ends within it";
  try {
    value_ = parse_json(line.text, report_.file);
  } catch (const ScenarioError&) {
    return "is not valid JSON";
  }
  if (!value_.is_object()) return "is not an object";
  SacctRecord record = record_of(value_);
  const std::optional<std::int64_t> id = whole(number_at(value_, {"job_id"}));
  if (!id || *id == 0) return "has no job_id";
  record.id = *id;
  read_part(value_, record);
  return job_from_record(record, line, report_, job);
}

void read_sacct_json(const TraceInput& log) {
  ReadReport& report = log.report;
  JobTable& table = log.table;
  JsonItems items(log.bytes, "jobs", "steps");
  SacctJsonReader reader(report);
  RowSink sink(report, table);
  try {
    for (JsonItem item; items.next(item);) {
      reader.begin(item);
      sink.add({.text = item.text, .number = item.line}, reader);
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const RunError& error) {
    if (report.rows > limits().rows) throw;
    throw RunError(fmt::format("{} ({} jobs were read before)", error.what(), report.rows));
  } catch (const std::bad_alloc&) {
    refuse_for_memory(report, table);
  }
  if (!items.found())
    throw ScenarioError({{.file = report.file,
                          .line = 1,
                          .column = 1,
                          .pointer = "",
                          .message = "the JSON text has no list \"jobs\"",
                          .hint = "sacct --json writes one"}});
  if (items.ended_early())
    report.assumptions.emplace_back(
        fmt::format("{} ends before its JSON text does: jobs may be missing", report.file));
  note_missing_gpus(table, report);
  table.finish(report);
  report.unix_origin = table.origin();
}

TraceFormat trace_format_sacct_json() {
  return {.name = "sacct-json",
          .known_by = KnownBy::first_line,
          .recognises = [](const TraceHead& head,
                           TraceSpec& /*spec*/) { return head.line().starts_with('{'); },
          .read = read_sacct_json};
}

}  // namespace gpuscape
