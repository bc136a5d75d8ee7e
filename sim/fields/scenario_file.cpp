#include "sim/fields/scenario_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/fields/merge.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostExtends = 20;

SourcePlace whole_file(const std::string& path) {
  return {std::make_shared<const std::string>(path), 0, 0};
}

class FileReader {
 public:
  FileReader(ReadingContext& context, std::span<const ModelPlace> further)
      : context_(context), further_(further) {}

  /// `place` is where the path was named.
  std::optional<JsonValue> read(const std::string& path, const SourcePlace& place) {
    if (!enter(path, place)) return std::nullopt;
    const auto text = content(path, place);
    auto scenario = text ? parse(*text, path) : std::nullopt;
    chain_.pop_back();
    return scenario;
  }

  std::optional<JsonValue> parse(std::string_view text, const std::string& path) {
    try {
      JsonValue scenario = parse_json(text, path);
      if (!scenario.is_object()) {
        context_.add(scenario.place(), "",
                     fmt::format("a scenario is an object, found {}", scenario.kind_name()));
        return std::nullopt;
      }
      expand_short_models(scenario, further_);
      if (!format_is_known(scenario)) return std::nullopt;
      return over_what_it_extends(std::move(scenario), path);
    } catch (const ScenarioError& error) {
      context_.add(error.issues());
      return std::nullopt;
    }
  }

 private:
  bool enter(const std::string& path, const SourcePlace& place) {
    std::error_code ignored;
    const std::string canonical = fs::weakly_canonical(path, ignored).string();
    const bool again = std::ranges::find(chain_, canonical) != chain_.end();
    if (!again && chain_.size() <= kMostExtends) {
      chain_.push_back(canonical);
      return true;
    }
    std::vector<std::string> names;
    names.reserve(chain_.size() + 1);
    for (const std::string& link : chain_) names.push_back(fs::path(link).filename().string());
    names.push_back(fs::path(path).filename().string());
    context_.add(place, "/extends",
                 again ? fmt::format("a scenario cannot extend itself: {}", fmt::join(names, " → "))
                       : fmt::format("more than {} scenarios extend one another", kMostExtends));
    return false;
  }

  std::optional<std::string> content(const std::string& path, const SourcePlace& place) {
    const auto refuse = [&](std::string message) {
      context_.add(place, chain_.size() > 1 ? "/extends" : "",
                   chain_.size() > 1 ? excerpt(path, 200) + ": " + message : std::move(message));
      return std::nullopt;
    };
    std::string fault;
    auto text = read_input(path, kMostFileBytes, fault);
    if (!text) return refuse(std::move(fault));
    return text;
  }

  bool format_is_known(const JsonValue& scenario) {
    const JsonValue* format = scenario.find("format");
    if (format == nullptr || format->kind() != JsonValue::Kind::integer ||
        format->integer() <= kScenarioFormat)
      return true;
    context_.add(format->place(), "/format",
                 fmt::format("format {} is newer than this version, which reads format {}",
                             format->integer(), kScenarioFormat),
                 "use a newer gpuscape");
    return false;
  }

  std::optional<JsonValue> over_what_it_extends(JsonValue scenario, const std::string& path) {
    JsonValue result;
    const JsonValue* base = scenario.find("extends");
    if (base != nullptr && base->is_text()) {
      auto extended = read(path_beside(path, base->text()), base->place());
      if (!extended) return std::nullopt;
      result = std::move(*extended);
    } else if (base != nullptr && !base->is_null()) {
      context_.add(base->place(), "/extends",
                   fmt::format("expected a file name, found {}", base->kind_name()));
    }
    // Variants and axes hold patches: what those remove is removed when they are applied, not here.
    constexpr std::string_view kOfPatches[] = {"variants", "axes"};
    std::vector<std::pair<std::string_view, JsonValue>> own;
    for (const std::string_view key : kOfPatches)
      if (scenario.find(key) != nullptr) own.emplace_back(key, take_member(scenario, key));
    const auto put_back = [](JsonValue& into, std::string_view key, JsonValue value) {
      if (!value.is_null()) into.set(std::string(key), std::move(value));
    };
    if (!result.is_object()) {
      remove_nulls_of_scenario(scenario);
      for (auto& [key, value] : own) put_back(scenario, key, std::move(value));
      return scenario;
    }
    for (auto& [key, value] : own) {
      JsonValue extended = take_member(result, key);
      compose_patches(extended, value);
      value = std::move(extended);
    }
    std::vector<std::pair<std::string_view, JsonValue>> kept;
    for (const std::string_view key : kOfPatches)
      if (result.find(key) != nullptr) kept.emplace_back(key, take_member(result, key));
    merge_patch(result, scenario);
    for (auto* all : {&kept, &own})
      for (auto& [key, value] : *all) put_back(result, key, std::move(value));
    result.set_place(scenario.place());
    return result;
  }

  static JsonValue take_member(JsonValue& object, std::string_view key) {
    if (!object.is_object()) return {};
    JsonValue* member = object.find(key);
    if (member == nullptr) return {};
    JsonValue value = std::move(*member);
    object.erase(key);
    return value;
  }

  ReadingContext& context_;
  std::span<const ModelPlace> further_;
  std::vector<std::string> chain_;
};

}  // namespace

std::string path_beside(const std::string& scenario, const std::string& name) {
  if (fs::path(name).is_absolute()) return name;
  return (fs::path(scenario).parent_path() / name).string();
}

std::optional<JsonValue> read_scenario_file(const std::string& path, ReadingContext& context,
                                            std::span<const ModelPlace> further) {
  return FileReader(context, further).read(path, whole_file(path));
}

std::optional<JsonValue> read_scenario_text(std::string_view text, const std::string& name,
                                            ReadingContext& context,
                                            std::span<const ModelPlace> further) {
  return FileReader(context, further).parse(text, name);
}

}  // namespace gpuscape
