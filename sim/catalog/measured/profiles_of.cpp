#include "sim/catalog/measured/profiles_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"

namespace gpuscape {

namespace {

std::string member_text(const JsonValue* object, std::string_view key) {
  const JsonValue* value = object == nullptr ? nullptr : object->find(key);
  return value == nullptr ? "" : value->text();
}

/// "h100" in "NVIDIA H100 80GB HBM3": the first word with letters before digits.
std::string gpu_family(std::string_view name) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const auto c = static_cast<unsigned char>(i < name.size() ? name[i] : ' ');
    if (std::isalnum(c) != 0) {
      word += static_cast<char>(std::tolower(c));
      continue;
    }
    const bool letters_first = !word.empty() && std::isalpha(static_cast<unsigned char>(word[0]));
    if (letters_first && word.find_first_of("0123456789") != std::string::npos) return word;
    word.clear();
  }
  return "";
}

/// The catalogue's GPUs that nodes of the scenario have, with where they stand.
std::vector<std::string> gpus_of(const JsonValue& scenario) {
  std::vector<std::string> models;
  const JsonValue* cluster = scenario.find("cluster");
  const JsonValue* nodes = cluster == nullptr ? nullptr : cluster->find("nodes");
  if (nodes == nullptr) return models;
  for (const JsonMember& node : nodes->members()) {
    const JsonValue* gpu = node.value.find("gpu");
    const bool of_box = gpu != nullptr && gpu->is_text();
    const std::string model = of_box ? gpu->text() : member_text(gpu, "model");
    if (!model.empty() && std::ranges::find(models, model) == models.end()) models.push_back(model);
  }
  return models;
}

std::optional<JsonValue> read_file(const std::string& path, const JsonValue& named,
                                   ReadingContext& context, ProfileCheck check) {
  std::string fault;
  const auto content = read_input(path, kMostFileBytes, fault);
  if (!content) {
    context.add(
        named.place(), "/calibration", fmt::format("\"{}\": {}", excerpt(named.text()), fault),
        "profiles are looked up beside the file that names them; gpuscape calibrate writes one");
    return std::nullopt;
  }
  try {
    JsonValue profile = parse_json(*content, path);
    if (member_text(&profile, "format") == "gpuscape-profile") {
      const std::size_t faults = context.issue_count();
      if (check != nullptr) check(*content, path, context);
      if (context.issue_count() > faults) return std::nullopt;
      return profile;
    }
    context.add(named.place(), "/calibration",
                fmt::format("\"{}\" is not a profile", excerpt(named.text())),
                "gpuscape calibrate makes one of measurements");
  } catch (const ScenarioError& error) {
    context.add(error.issues());
  }
  return std::nullopt;
}

/// A profile without GPUs fits every node.
void check_gpus(const JsonValue& profile, const std::vector<std::string>& models,
                const JsonValue& named, ReadingContext& context) {
  const JsonValue* devices = profile.find("devices");
  if (devices == nullptr || models.empty()) return;
  for (const JsonValue& device : devices->items()) {
    const std::string name = member_text(device.find("properties"), "name");
    if (member_text(&device, "kind") != "gpu" || name.empty()) continue;
    const bool fits = std::ranges::any_of(
        models, [&](const std::string& model) { return gpu_family(model) == gpu_family(name); });
    if (fits) continue;
    return context.add(named.place(), "/calibration",
                       fmt::format("\"{}\" was measured on \"{}\", but the nodes here have \"{}\"",
                                   excerpt(named.text()), excerpt(name), excerpt(models.front())),
                       "calibrate on such a node, or leave this profile out");
  }
}

}  // namespace

std::optional<Seconds> call_time(const JsonValue& profile, std::string_view path) {
  const JsonValue* calls = profile.find("calls");
  if (calls == nullptr || !calls->is_array()) return std::nullopt;
  for (const JsonValue& call : calls->items()) {
    const JsonValue* key = call.find("key");
    if (member_text(key, "operation") != "call" || member_text(key, "path") != path) continue;
    const JsonValue* time = call.find("time");
    const JsonValue* value = time == nullptr ? nullptr : time->find("value");
    if (value != nullptr && value->is_number() && value->number() >= 0.0)
      return Seconds(value->number());
  }
  return std::nullopt;
}

void for_each_profile(
    const JsonValue& scenario, const std::string& file, ReadingContext& context,
    ProfileCheck profile_check,
    const std::function<void(const JsonValue& profile, const JsonValue& name)>& visit) {
  const JsonValue* names = scenario.find("calibration");
  if (names == nullptr) return;
  std::vector<const JsonValue*> named;
  if (!names->is_array()) named.push_back(names);
  for (const JsonValue& name : names->items()) named.push_back(&name);
  const std::vector<std::string> models = gpus_of(scenario);
  for (const JsonValue* name : named) {
    if (!name->is_text()) {
      context.add(name->place(), "/calibration",
                  fmt::format("expected a file or a list of files, found {}", name->kind_name()));
      continue;
    }
    const auto& from = name->place().file;
    const bool from_file = from != nullptr && !from->starts_with(kSetPlace);
    const auto profile = read_file(path_beside(from_file ? *from : file, name->text()), *name,
                                   context, profile_check);
    if (!profile) continue;
    check_gpus(*profile, models, *name, context);
    visit(*profile, *name);
  }
}

}  // namespace gpuscape
