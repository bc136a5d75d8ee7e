#include "sim/catalog/measured/measured_drives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kName = "measured";
constexpr double kSmall = 4096.0;  // bytes of a small read

std::string said_at(const JsonValue* object, std::string_view key) {
  const JsonValue* value = object == nullptr ? nullptr : object->find(key);
  return value == nullptr ? "" : value->text();
}

double number_at(const JsonValue* object, std::string_view key, double otherwise) {
  const JsonValue* value = object == nullptr ? nullptr : object->find(key);
  return value == nullptr || !value->is_number() ? otherwise : value->number();
}

/// What a law takes for one operation of that size, in s, while as many as it says are under way.
double law_time(const JsonValue& law, double bytes) {
  const JsonValue* regimes = law.find("regimes");
  if (regimes == nullptr || regimes->items().empty()) return 0.0;
  const JsonValue* at = &regimes->items().back();
  for (const JsonValue& regime : regimes->items())
    if (bytes <= number_at(&regime, "up_to", 0.0)) {
      at = &regime;
      break;
    }
  const double rate = number_at(at->find("rate"), "value", 0.0);
  return number_at(at->find("latency"), "value", 0.0) + (rate > 0.0 ? bytes / rate : 0.0);
}

/// What profiles say of one drive; 0: nothing.
struct MeasuredDrive {
  double read = 0.0;   // B/s
  double write = 0.0;  // B/s
  double reads = 0.0;  // in a second
  double latency = 0.0;
  int laws = 0;
  bool through_cache = false;

  /// A table of what is attained, of single sizes or depths.
  void add_table(const JsonValue& table) {
    const JsonValue* key = table.find("key");
    const JsonValue* points = table.find("table");
    const std::string unit = said_at(&table, "size_of");
    if (said_at(key, "family") != "storage" || points == nullptr) return;
    const std::string direction = said_at(key, "direction");
    const bool writes = direction.ends_with("write");
    if (!writes && !direction.ends_with("read")) return;
    ++laws;
    take_marks(table);
    const bool random = said_at(key, "operation") == "random" || direction.starts_with("random");
    for (const JsonValue& point : points->items()) {
      const double attained = number_at(point.find("rate"), "value", 0.0);
      const double size = number_at(&point, "size", 0.0);
      double& rate = writes ? write : read;
      rate = std::max(rate, attained);
      const double bytes = unit == "bytes" ? size : bytes_of(key);
      if (writes || !random || !(attained > 0.0) || bytes != kSmall) continue;
      reads = std::max(reads, attained / kSmall);
      const double depth = unit == "depth" ? size : number_at(key, "depth", 1.0);
      if (depth <= 1.0 && number_at(key, "streams", 1.0) <= 1.0) latency = kSmall / attained;
    }
  }

  void add(const JsonValue& law) {
    const JsonValue* key = law.find("key");
    if (said_at(key, "family") != "storage") return;
    const std::string operation = said_at(key, "operation");
    const std::string direction = said_at(key, "direction");
    const bool writes = direction.ends_with("write");
    if (!writes && !direction.ends_with("read")) return;
    const JsonValue* range = law.find("range");
    const double most = number_at(range, "most", 0.0);
    const double time = law_time(law, most);
    if (!(time > 0.0)) return;
    ++laws;
    take_marks(law);
    double& rate = writes ? write : read;
    rate = std::max(rate, most / time);
    const bool random = operation == "random" || direction.starts_with("random");
    const double least = number_at(range, "least", most);
    if (writes || !random || least > kSmall) return;
    const double small = law_time(law, kSmall);
    if (!(small > 0.0)) return;
    reads = std::max(reads, 1.0 / small);
    const bool alone = number_at(key, "depth", 1.0) <= 1.0 && number_at(key, "streams", 1.0) <= 1.0;
    if (alone) latency = small;
  }

 private:
  static double bytes_of(const JsonValue* key) {
    const JsonValue* more = key->find("more");
    const std::string bytes = said_at(more, "bytes");
    return bytes.empty() ? 0.0 : std::strtod(bytes.c_str(), nullptr);
  }
  void take_marks(const JsonValue& law) {
    const JsonValue* marks = law.find("marks");
    if (marks == nullptr) return;
    for (const JsonValue& mark : marks->items())
      through_cache = through_cache || mark.text().find("page cache") != std::string::npos ||
                      mark.text().find("memory") != std::string::npos;
  }
};

JsonValue as_drive(const MeasuredDrive& of, const SourcePlace& place) {
  JsonValue drive = JsonValue::make_object();
  drive.set_place(place);
  const auto put = [&](const char* key, JsonValue value) {
    value.set_place(place);
    drive.set(key, std::move(value));
  };
  put("read_bandwidth", JsonValue::make_text(exact_text(BytesPerSecond(of.read))));
  if (of.write > 0.0)
    put("write_bandwidth", JsonValue::make_text(exact_text(BytesPerSecond(of.write))));
  if (of.reads > 0.0) put("read_iops", JsonValue::make_number(of.reads));
  if (of.latency > 0.0) put("read_latency", JsonValue::make_text(exact_text(Seconds(of.latency))));
  return drive;
}

std::string note_of(const std::string& store, const std::string& profile, const MeasuredDrive& of) {
  std::string text =
      fmt::format("storage \"{}\": a drive as profile \"{}\" measured it: reads {}", excerpt(store),
                  excerpt(profile), human_text(BytesPerSecond(of.read)));
  text += of.write > 0.0 ? fmt::format(", writes {}", human_text(BytesPerSecond(of.write)))
                         : ", writes not measured: taken as reads";
  text += of.reads > 0.0 ? fmt::format(", {:.3g} small reads in a second", of.reads)
                         : ", small reads not measured: they bound nothing";
  if (of.latency > 0.0) text += fmt::format(", one alone {}", human_text(Seconds(of.latency)));
  if (of.through_cache) text += "; what was measured is the machine's memory in part";
  return text;
}

/// Where the scenario asks for one.
struct Asked {
  std::string store;
  JsonValue* value = nullptr;
  std::string pointer;
};

std::vector<Asked> asked_in(JsonValue& scenario) {
  std::vector<Asked> all;
  JsonValue* cluster = scenario.find("cluster");
  JsonValue* storage =
      cluster == nullptr || !cluster->is_object() ? nullptr : cluster->find("storage");
  if (storage == nullptr || !storage->is_object()) return all;
  for (JsonMember& store : storage->members()) {
    if (!store.value.is_object()) continue;
    for (const char* key : {"drive", "model"})
      if (JsonValue* value = store.value.find(key);
          value != nullptr && value->is_text() && value->text() == kName)
        all.push_back(
            {store.key, value, child_pointer(child_pointer("/cluster/storage", store.key), key)});
  }
  return all;
}

}  // namespace

bool lay_drives(JsonValue& scenario, const std::string& file, std::vector<std::string>& notes,
                ReadingContext& context, ProfileCheck profile_check) {
  const std::vector<Asked> all = asked_in(scenario);
  if (all.empty()) return false;
  MeasuredDrive found;
  std::string profile_name;
  for_each_profile(scenario, file, context, profile_check,
                   [&](const JsonValue& profile, const JsonValue& name) {
                     if (found.read > 0.0) return;
                     found = {};
                     profile_name = name.text();
                     if (const JsonValue* laws = profile.find("laws"))
                       for (const JsonValue& law : laws->items()) found.add(law);
                     if (const JsonValue* tables = profile.find("rates"))
                       for (const JsonValue& table : tables->items()) found.add_table(table);
                   });
  for (const Asked& one : all) {
    if (found.read > 0.0)
      notes.push_back(note_of(one.store, profile_name, found));
    else
      context.add(one.value->place(), one.pointer,
                  "no profile of \"calibration\" says how fast a drive reads",
                  R"("calibration": "drive.profile.json", which gpuscape calibrate makes of )"
                  R"(gpuscape-bench --dir FOLDER or of fio's JSON)");
    // Where none says it, another drive stands there: one fault is enough.
    *one.value =
        as_drive(found.read > 0.0 ? found : MeasuredDrive{.read = 1e9}, one.value->place());
  }
  return true;
}

}  // namespace gpuscape
