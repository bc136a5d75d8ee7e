#include "sim/report/reading/saved_json.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/report/format/csv.hpp"

namespace gpuscape {

namespace {

bool is_any_number(const JsonValue& value) { return value.is_number() || value.is_null(); }
bool is_count(const JsonValue& value) { return value.kind() == JsonValue::Kind::integer; }
bool is_truth(const JsonValue& value) { return value.is_boolean(); }
bool is_words(const JsonValue& value) { return value.is_text(); }
bool is_list(const JsonValue& value) { return value.is_array(); }
bool is_anything(const JsonValue& /*value*/) { return true; }

std::optional<double> bound_of(double value) {
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

}  // namespace

void throw_saved_fault(const SourcePlace& place, std::string pointer, std::string message,
                       std::string hint) {
  throw ScenarioError({{.file = place.file == nullptr ? "" : *place.file,
                        .line = place.line,
                        .column = place.column,
                        .pointer = std::move(pointer),
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

SavedObject::SavedObject(const JsonValue& value, std::string pointer)
    : value_(value), pointer_(std::move(pointer)) {
  if (!value.is_object())
    throw_saved_fault(value.place(), pointer_,
                      fmt::format("expected an object, found {}", value.kind_name()));
}

void SavedObject::fail(std::string_view key, std::string message, std::string hint) const {
  const JsonValue* member = value_.find(key);
  throw_saved_fault(member == nullptr ? value_.place() : member->place(),
                    fmt::format("{}/{}", pointer_, key), std::move(message), std::move(hint));
}

const JsonValue& SavedObject::need(std::string_view key, std::string_view kind,
                                   bool is_right(const JsonValue&)) const {
  const JsonValue* member = value_.find(key);
  if (member == nullptr) fail(key, fmt::format("\"{}\" is missing", key));
  if (!is_right(*member))
    fail(key, fmt::format("expected {}, found {}", kind, member->kind_name()));
  return *member;
}

double SavedObject::number(std::string_view key) const {
  const JsonValue& member = need(key, "a number", is_any_number);
  return member.is_null() ? std::numeric_limits<double>::quiet_NaN() : member.number();
}

std::int64_t SavedObject::count(std::string_view key) const {
  return need(key, "an integer", is_count).integer();
}

bool SavedObject::boolean(std::string_view key) const {
  return need(key, "true or false", is_truth).boolean();
}

const std::string& SavedObject::text(std::string_view key) const {
  return need(key, "a text", is_words).text();
}

SavedObject SavedObject::object(std::string_view key) const {
  return {need(key, "an object", is_anything), fmt::format("{}/{}", pointer_, key)};
}

const std::vector<JsonValue>& SavedObject::list(std::string_view key) const {
  return need(key, "a list", is_list).items();
}

std::vector<std::string> SavedObject::texts(std::string_view key) const {
  std::vector<std::string> all;
  for (const JsonValue& item : list(key)) {
    if (!item.is_text())
      throw_saved_fault(item.place(), fmt::format("{}/{}", pointer_, key),
                        fmt::format("expected a text, found {}", item.kind_name()));
    all.push_back(item.text());
  }
  return all;
}

std::string SavedObject::text_or(std::string_view key, const std::string& fallback) const {
  return has(key) ? text(key) : fallback;
}

std::vector<std::string> SavedObject::texts_or_none(std::string_view key) const {
  return has(key) ? texts(key) : std::vector<std::string>();
}

Estimate SavedObject::estimate() const {
  return {.value = number("value"),
          .low = bound_of(number("low")),
          .high = bound_of(number("high")),
          .method = text("method")};
}

JsonValue read_saved_json(const std::string& file, int known) {
  constexpr std::size_t kMostBytes = std::size_t{512} << 20U;
  const SourcePlace whole{.file = std::make_shared<const std::string>(file)};
  std::string fault;
  const auto text = read_input(file, kMostBytes, fault);
  if (!text) throw_saved_fault(whole, "", fault);
  JsonValue document = parse_json(*text, file);
  if (!document.is_object() || document.find("schema") == nullptr)
    throw_saved_fault(whole, "", "is not a gpuscape result: it has no \"schema\"");
  const std::int64_t schema = SavedObject(document, "").count("schema");
  if (schema < 1 || schema > known)
    throw_saved_fault(document.find("schema")->place(), "/schema",
                      fmt::format("schema {} is not known here: this program reads {}", schema,
                                  known == 1 ? "1" : fmt::format("1 to {}", known)),
                      schema > known ? "a newer gpuscape wrote it" : "");
  return document;
}

Provenance saved_provenance(const SavedObject& document) {
  Provenance provenance;
  if (!document.has("provenance")) return provenance;
  const SavedObject says = document.object("provenance");
  provenance.scenario_file = says.text_or("scenario_file", "");
  provenance.command = says.text_or("command", "");
  provenance.version = says.text_or("version", "");
  provenance.simgrid_version = says.text_or("simgrid_version", "");
  provenance.loop = says.text_or("loop", "");
  provenance.host = says.text_or("host", "");
  provenance.files = says.texts_or_none("files");
  return provenance;
}

SecondsByReason saved_waits(const SavedObject& waits) {
  SecondsByReason seconds{};
  for (std::size_t i = 0; i < kWaitReasons; ++i) {
    const std::string_view name = wait_reason_name(static_cast<WaitReason>(i));
    if (waits.has(name)) seconds[i] = Seconds(waits.number(name));
  }
  return seconds;
}

}  // namespace gpuscape
