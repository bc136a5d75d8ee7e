#include "gui/workspace/settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"

namespace gpuscape::gui {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value == nullptr ? "" : value;
}

JsonValue texts(const std::vector<std::string>& lines) {
  JsonValue list = JsonValue::make_array();
  for (const std::string& line : lines) list.items().push_back(JsonValue::make_text(line));
  return list;
}

Settings settings_of(const JsonValue& value) {
  Settings settings;
  if (const JsonValue* recent = value.find("recent")) {
    for (const JsonValue& file : recent->items())
      if (!file.text().empty() && settings.recent.size() < Settings::kMostRecent)
        settings.recent.push_back(file.text());
  }
  if (const JsonValue* dark = value.find("dark"); dark != nullptr && dark->is_boolean())
    settings.is_dark = dark->boolean();
  if (const JsonValue* toured = value.find("toured")) settings.was_toured = toured->boolean();
  if (const JsonValue* split = value.find("split")) {
    for (const JsonValue& share : split->items()) settings.split.push_back(share.number());
  }
  return settings;
}

}  // namespace

std::string settings_file() {
  const std::string config = variable("XDG_CONFIG_HOME");
  if (!config.empty()) return config + "/gpuscape/window.json";
  const std::string home = variable("HOME");
  return home.empty() ? "" : home + "/.config/gpuscape/window.json";
}

Settings read_settings(const std::string& file) {
  std::ifstream stream(file);
  if (file.empty() || !stream) return {};
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  try {
    return settings_of(parse_json(text, file));
  } catch (const ScenarioError&) {
    return {};
  }
}

bool write_settings(const std::string& file, const Settings& settings) {
  if (file.empty()) return false;
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(), failed);
  if (failed) return false;
  JsonValue value = JsonValue::make_object();
  value.set("recent", texts(settings.recent));
  value.set("dark", JsonValue::make_boolean(settings.is_dark));
  value.set("toured", JsonValue::make_boolean(settings.was_toured));
  JsonValue split = JsonValue::make_array();
  for (const double share : settings.split) split.items().push_back(JsonValue::make_number(share));
  value.set("split", std::move(split));
  // Written beside and renamed: a full disk leaves what was there.
  const std::string beside = file + ".new";
  {
    std::ofstream stream(beside);
    stream << write_json(value) << '\n';
    if (!stream.flush()) return false;
  }
  std::filesystem::rename(beside, file, failed);
  return !failed;
}

void note_recent(Settings& settings, const std::string& file) {
  std::error_code ignored;
  const std::string path = std::filesystem::absolute(file, ignored).lexically_normal().string();
  std::erase(settings.recent, path);
  settings.recent.insert(settings.recent.begin(), path);
  if (settings.recent.size() > Settings::kMostRecent) settings.recent.resize(Settings::kMostRecent);
}

}  // namespace gpuscape::gui
