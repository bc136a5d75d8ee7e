/// gpuscape-bench: Google Benchmark's JSON with our context. Aggregates are passed over; composites
/// and controls go apart: a fit is made of repetitions of what was measured for it.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

const JsonValue* own_context(const JsonValue* json) {
  const JsonValue* context = json == nullptr ? nullptr : json->find("context");
  return context == nullptr ? nullptr : context->find("gpuscape");
}

bool is_own(const MeasuredFile& file) { return own_context(file.json()) != nullptr; }

std::string plain_text(const JsonValue& value) {
  if (value.is_text()) return value.text();
  if (value.is_boolean()) return value.boolean() ? "true" : "false";
  return value.is_number() ? json_number(value.number()) : "";
}

void take_texts(const JsonValue* object, std::map<std::string, std::string>& into) {
  if (object == nullptr) return;
  for (const JsonMember& member : object->members())
    if (std::string text = plain_text(member.value); !text.empty()) into[member.key] = text;
}

void read_context(MeasuredFile& file, const JsonValue& own) {
  const JsonValue* machine = own.find("machine");
  take_texts(machine, file.machine);
  take_texts(own.find("versions"), file.machine);
  if (machine != nullptr) file.add_host(file.text_of(*machine, "host"));
  if (const JsonValue* peer = own.find("peer")) {
    const JsonValue* of_peer = peer->find("machine");
    file.add_host(peer->is_text() ? peer->text()
                                  : file.text_of(of_peer == nullptr ? *peer : *of_peer, "host"));
  }
  const JsonValue* complete = own.find("complete");
  if (complete != nullptr && complete->is_boolean() && !complete->boolean())
    file.marks.push_back("incomplete measurement");
  const JsonValue* devices = own.find("devices");
  if (devices == nullptr) return;
  for (const JsonValue& device : devices->items()) {
    ProfileDevice read{.id = file.text_of(device, "id"), .kind = file.text_of(device, "kind")};
    take_texts(&device, read.properties);
    read.properties.erase("id");
    read.properties.erase("kind");
    file.devices.push_back(std::move(read));
  }
}

/// Of `time_unit`; nothing, and a fault, where it is none. Absent: nanoseconds.
std::optional<double> unit_seconds(MeasuredFile& file, const JsonValue& row,
                                   const std::string& pointer) {
  const JsonValue* value = row.find("time_unit");
  const std::string unit = value == nullptr ? "ns" : plain_text(*value);
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1.0}}};
  for (const auto& [name, seconds] : kUnits)
    if (unit == name) return seconds;
  file.fault(*value, pointer + "/time_unit",
             fmt::format("\"{}\" is not a unit of time", excerpt(unit)), "ns, us, ms or s");
  return std::nullopt;
}

LawKey read_key(const MeasuredFile& file, const JsonValue& row) {
  LawKey key{.family = file.text_of(row, "family"),
             .operation = file.text_of(row, "operation"),
             .path = file.text_of(row, "path"),
             .direction = file.text_of(row, "direction"),
             .memory = file.text_of(row, "memory")};
  take_texts(row.find("more"), key.more);
  return key;
}

/// False, and a fault, where a count is none.
bool take_counts(MeasuredFile& file, const JsonValue& json, const std::string& pointer,
                 Measurement& row) {
  for (const auto& [name, into] :
       {std::pair("streams", &LawKey::streams), std::pair("depth", &LawKey::depth)}) {
    if (json.find(name) == nullptr) continue;
    const auto count = file.count(json, pointer, name);
    if (!count) return false;
    row.key.*into = *count;
  }
  return true;
}

bool is_own_key(std::string_view key) {
  for (const std::string_view known :
       {"real_time", "cpu_time", "iterations", "repetitions", "repetition_index", "threads",
        "bytes", "flops", "streams", "depth", "bytes_per_second", "family_index",
        "per_family_instance_index"})
    if (key == known) return true;
  return false;
}

/// What the row counts, and not a fault where a size is none: `bytes` and `flops` may be absent.
bool take_numbers(MeasuredFile& file, const JsonValue& json, const std::string& pointer,
                  Measurement& row) {
  const auto time = file.number(json, pointer, "real_time");
  if (!time) return false;
  if (!(*time > 0.0)) {
    file.fault(
        *json.find("real_time"), pointer + "/real_time",
        fmt::format("a time of {} {} is not a measurement", *time, file.text_of(json, "time_unit")),
        "take the row out, or measure again");
    return false;
  }
  const auto unit = unit_seconds(file, json, pointer);
  if (!unit || !take_counts(file, json, pointer, row)) return false;
  row.seconds = Seconds(*time * *unit);
  for (const char* size : {"bytes", "flops"}) {
    if (json.find(size) == nullptr) continue;
    const auto value = file.number(json, pointer, size);
    if (!value) return false;
    if (!(*value >= 0.0)) {
      file.fault(*json.find(size), fmt::format("{}/{}", pointer, size),
                 fmt::format("a size of {} is not a measurement", *value),
                 "take the row out, or measure again");
      return false;
    }
    if (std::string_view(size) == "bytes")
      row.bytes = Bytes(*value);
    else
      row.flops = *value;
  }
  for (const JsonMember& member : json.members())
    if (member.value.is_number() && !is_own_key(member.key))
      row.counters[member.key] = member.value.number();
  return true;
}

void read_row(MeasuredFile& file, const JsonValue& json, const std::string& pointer) {
  if (!json.is_object())
    return file.fault(json, pointer, fmt::format("expected a row, found {}", json.kind_name()));
  if (file.text_of(json, "run_type") == "aggregate") return;
  if (const JsonValue* failed = json.find("error_occurred"); failed && failed->boolean()) {
    file.left_out.push_back(
        fmt::format("{}: {}", file.text_of(json, "name"), file.text_of(json, "error_message")));
    return;
  }
  for (const char* key : {"family", "operation"})
    if (file.text_of(json, key).empty())
      return file.fault(json, pointer, fmt::format("\"{}\" is missing", key),
                        "gpuscape-bench records what each row measures");
  Measurement row{.key = read_key(file, json)};
  if (const std::string role = file.text_of(json, "role"); !role.empty()) row.role = role;
  if (const JsonValue* round = json.find("repetition_index"); round && round->is_number())
    row.round = static_cast<int>(round->number());
  if (!take_numbers(file, json, pointer, row)) return;
  if (const JsonValue* marks = json.find("marks"))
    for (const JsonValue& mark : marks->items()) row.marks.push_back(mark.text());
  const JsonValue* proven = json.find("proven");
  row.proven = proven == nullptr || !proven->is_boolean() || proven->boolean();
  const JsonValue* time = json.find("real_time");
  file.add(std::move(row), time->place().line);
}

void read_own(MeasuredFile& file) {
  read_context(file, *own_context(file.json()));
  const JsonValue* rows = file.json()->find("benchmarks");
  if (rows == nullptr || !rows->is_array())
    return file.fault(*file.json(), "", "\"benchmarks\" is missing",
                      "the file contains no rows: measure again");
  for (std::size_t i = 0; i < rows->items().size(); ++i)
    read_row(file, rows->items()[i], fmt::format("/benchmarks/{}", i));
}

}  // namespace

MeasurementTool own_tool() { return {"gpuscape-bench", is_own, read_own}; }

}  // namespace gpuscape
