/// What `validate --summary` writes, and its reading.

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"
#include "sim/validation/trust.hpp"
#include "sim/validation/trust_file.hpp"

namespace gpuscape {

namespace {

JsonValue texts_json(const std::vector<std::string>& all) {
  JsonValue list = JsonValue::make_array();
  for (const std::string& one : all) list.items().push_back(JsonValue::make_text(one));
  return list;
}

JsonValue area_json(const AreaTrust& area) {
  JsonValue value = JsonValue::make_object();
  value.set("area", JsonValue::make_text(area.area));
  value.set("about", JsonValue::make_text(area.about));
  value.set("figures", JsonValue::make_integer(area.figures));
  value.set("median", JsonValue::make_number(area.median));
  value.set("p90", JsonValue::make_number(area.p90));
  value.set("gpu_models", texts_json(area.gpu_models));
  value.set("networks", texts_json(area.networks));
  value.set("gpus_least", JsonValue::make_integer(area.gpus_least));
  value.set("gpus_most", JsonValue::make_integer(area.gpus_most));
  value.set("bytes_least", JsonValue::make_number(area.bytes_least));
  value.set("bytes_most", JsonValue::make_number(area.bytes_most));
  return value;
}

const JsonValue& member(const JsonValue& value, std::string_view key) {
  const JsonValue* found = value.find(key);
  if (found == nullptr) throw InternalError(fmt::format("trust.json lacks \"{}\"", key));
  return *found;
}

std::vector<std::string> text_members(const JsonValue& value, std::string_view key) {
  std::vector<std::string> all;
  for (const JsonValue& item : member(value, key).items()) all.push_back(item.text());
  return all;
}

std::vector<AreaTrust> read_trust() {
  std::vector<AreaTrust> all;
  for (const EmbeddedFile& file : trust_files()) {
    const JsonValue document = parse_json(file.text(), "validation/summary/trust.json");
    for (const JsonValue& item : document.items())
      all.push_back({.area = member(item, "area").text(),
                     .about = member(item, "about").text(),
                     .figures = member(item, "figures").integer(),
                     .median = member(item, "median").number(),
                     .p90 = member(item, "p90").number(),
                     .gpu_models = text_members(item, "gpu_models"),
                     .networks = text_members(item, "networks"),
                     .gpus_least = member(item, "gpus_least").integer(),
                     .gpus_most = member(item, "gpus_most").integer(),
                     .bytes_least = member(item, "bytes_least").number(),
                     .bytes_most = member(item, "bytes_most").number()});
  }
  return all;
}

}  // namespace

std::string trust_text(std::span<const AreaTrust> areas) {
  JsonValue list = JsonValue::make_array();
  for (const AreaTrust& area : areas) list.items().push_back(area_json(area));
  return write_json(list) + "\n";
}

const std::vector<AreaTrust>& shipped_trust() {
  static const std::vector<AreaTrust> all = read_trust();
  return all;
}

}  // namespace gpuscape
