#include "sim/calibration/profile_json.hpp"

#include <cmath>

#include "sim/base/json/json.hpp"

namespace gpuscape {

namespace {

JsonValue texts(const std::vector<std::string>& all) {
  JsonValue list = JsonValue::make_array();
  for (const std::string& text : all) list.items().push_back(JsonValue::make_text(text));
  return list;
}

JsonValue text_map(const std::map<std::string, std::string>& all) {
  JsonValue object = JsonValue::make_object();
  for (const auto& [key, value] : all)
    object.members().push_back({key, JsonValue::make_text(value), {}});
  return object;
}

void set_text(JsonValue& json, const char* key, const std::string& text) {
  if (!text.empty()) json.set(key, JsonValue::make_text(text));
}

/// Infinite ends are left out.
template <class T>
JsonValue figure(const Fitted<T>& estimate, const char* unit) {
  JsonValue json = JsonValue::make_object();
  const auto put = [&](const char* key, double value) {
    if (std::isfinite(value)) json.set(key, JsonValue::make_number(value));
  };
  if constexpr (std::is_same_v<T, double>) {
    put("value", estimate.value);
    put("low", estimate.low);
    put("high", estimate.high);
  } else {
    put("value", estimate.value.value());
    put("low", estimate.low.value());
    put("high", estimate.high.value());
  }
  json.set("unit", JsonValue::make_text(unit));
  return json;
}

JsonValue key_json(const LawKey& key) {
  JsonValue json = JsonValue::make_object();
  set_text(json, "family", key.family);
  set_text(json, "operation", key.operation);
  set_text(json, "path", key.path);
  set_text(json, "direction", key.direction);
  set_text(json, "memory", key.memory);
  if (key.streams > 0) json.set("streams", JsonValue::make_integer(key.streams));
  if (key.depth > 0) json.set("depth", JsonValue::make_integer(key.depth));
  if (!key.more.empty()) json.set("more", text_map(key.more));
  return json;
}

void set_grounds(JsonValue& json, const Grounds& grounds) {
  JsonValue residual = JsonValue::make_object();
  residual.set("median", JsonValue::make_number(grounds.median_residual));
  residual.set("largest", JsonValue::make_number(grounds.largest_residual));
  json.set("residual", std::move(residual));
  json.set("points", JsonValue::make_integer(static_cast<std::int64_t>(grounds.points)));
  json.set("rows", JsonValue::make_integer(static_cast<std::int64_t>(grounds.rows)));
  JsonValue files = JsonValue::make_array();
  for (const std::size_t file : grounds.files)
    files.items().push_back(JsonValue::make_integer(static_cast<std::int64_t>(file)));
  json.set("files", std::move(files));
  json.set("proven", JsonValue::make_boolean(grounds.proven));
  if (!grounds.marks.empty()) json.set("marks", texts(grounds.marks));
}

JsonValue range_json(double least, double most, const std::string& unit) {
  JsonValue json = JsonValue::make_object();
  json.set("least", JsonValue::make_number(least));
  json.set("most", JsonValue::make_number(most));
  json.set("unit", JsonValue::make_text(unit));
  return json;
}

JsonValue law_json(const PathLaw& law) {
  JsonValue json = JsonValue::make_object();
  json.set("key", key_json(law.key));
  json.set("range", range_json(law.least.value(), law.most.value(), "B"));
  JsonValue regimes = JsonValue::make_array();
  for (const LawRegime& regime : law.regimes) {
    JsonValue of = JsonValue::make_object();
    if (std::isfinite(regime.up_to.value()))
      of.set("up_to", JsonValue::make_number(regime.up_to.value()));
    of.set("latency", figure(regime.latency, "s"));
    of.set("rate", figure(regime.rate, "B/s"));
    regimes.items().push_back(std::move(of));
  }
  json.set("regimes", std::move(regimes));
  set_grounds(json, law.grounds);
  return json;
}

JsonValue call_json(const CallCost& call) {
  JsonValue json = JsonValue::make_object();
  json.set("key", key_json(call.key));
  json.set("time", figure(call.seconds, "s"));
  set_grounds(json, call.grounds);
  return json;
}

JsonValue rates_json(const RateTable& table) {
  JsonValue json = JsonValue::make_object();
  json.set("key", key_json(table.key));
  json.set("size_of", JsonValue::make_text(table.size_of));
  if (!table.points.empty())
    json.set("range",
             range_json(table.points.front().size, table.points.back().size, table.size_of));
  JsonValue rows = JsonValue::make_array();
  for (const RatePoint& point : table.points) {
    JsonValue row = JsonValue::make_object();
    row.set("size", JsonValue::make_number(point.size));
    row.set("rate", figure(point.per_second, table.unit.c_str()));
    rows.items().push_back(std::move(row));
  }
  json.set("table", std::move(rows));
  set_grounds(json, table.grounds);
  return json;
}

JsonValue file_json(const ProfileFile& file) {
  JsonValue json = JsonValue::make_object();
  json.set("name", JsonValue::make_text(file.name));
  json.set("tool", JsonValue::make_text(file.tool));
  json.set("bytes", JsonValue::make_integer(static_cast<std::int64_t>(file.bytes)));
  json.set("checksum", JsonValue::make_text(file.checksum));
  return json;
}

JsonValue device_json(const ProfileDevice& device) {
  JsonValue json = JsonValue::make_object();
  json.set("id", JsonValue::make_text(device.id));
  json.set("kind", JsonValue::make_text(device.kind));
  json.set("properties", text_map(device.properties));
  return json;
}

JsonValue refused_json(const RefusedFit& fit) {
  JsonValue json = JsonValue::make_object();
  json.set("key", key_json(fit.key));
  json.set("why", JsonValue::make_text(fit.why));
  return json;
}

template <class Items>
void set_list(JsonValue& json, const char* key, const Items& items,
              JsonValue (*write)(const typename Items::value_type&)) {
  JsonValue list = JsonValue::make_array();
  for (const auto& item : items) list.items().push_back(write(item));
  json.set(key, std::move(list));
}

}  // namespace

std::string profile_json(const Profile& profile) {
  JsonValue json = JsonValue::make_object();
  json.set("format", JsonValue::make_text(std::string(kProfileFormat)));
  json.set("version", JsonValue::make_integer(kProfileVersion));
  json.set("name", JsonValue::make_text(profile.name));
  json.set("machine", text_map(profile.machine));
  set_list(json, "devices", profile.devices, device_json);
  set_list(json, "files", profile.files, file_json);
  json.set("marks", texts(profile.marks));
  set_list(json, "laws", profile.laws, law_json);
  set_list(json, "calls", profile.calls, call_json);
  set_list(json, "rates", profile.rates, rates_json);
  set_list(json, "refused", profile.refused, refused_json);
  return write_json(json) + "\n";
}

}  // namespace gpuscape
