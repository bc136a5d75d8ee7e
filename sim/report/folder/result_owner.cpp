#include "sim/report/folder/result_owner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/json/json.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 10> kBesideResult = {
    "jobs.csv",     "cost.csv",      "cost.svg",        "showback.csv", "timeline.csv",
    "timeline.svg", "transfers.csv", "collectives.csv", "steps.csv",    "trace.json"};

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool is_name_of_ours(std::string_view name) {
  constexpr std::string_view kReplication = "rep-";
  if (std::ranges::find(kBesideResult, name) != kBesideResult.end()) return true;
  return name.starts_with(kReplication) && name.size() >= kReplication.size() + 3 &&
         name.find_first_not_of("0123456789", kReplication.size()) == std::string_view::npos;
}

void add_files(const JsonValue& from, ResultOwner& owner) {
  const JsonValue* files = from.find("files");
  if (files == nullptr || !files->is_array()) {
    // Earlier versions did not name them. They wrote trace.json only when asked.
    for (const std::string_view name : kBesideResult)
      if (name != "trace.json") owner.files.emplace(name);
    return;
  }
  for (const JsonValue& file : files->items())
    if (file.is_text() && is_name_of_ours(file.text())) owner.files.insert(file.text());
}

/// Of the text of a result or a note; nothing where it is neither.
void add_what_is_said(std::string_view text, const std::string& name, ResultOwner& owner) {
  try {
    const JsonValue document = parse_json(text, name);
    const JsonValue* provenance = document.is_object() ? document.find("provenance") : nullptr;
    if (provenance == nullptr || !provenance->is_object()) return;
    const JsonValue* file = provenance->find("scenario_file");
    if (file == nullptr || !file->is_text()) return;
    owner.scenario_file = file->text();
    if (name != "compare.json") add_files(*provenance, owner);
  } catch (const ScenarioError&) {
    return;
  }
}

}  // namespace

std::string ResultOwner::text() const {
  JsonValue names = JsonValue::make_array();
  for (const std::string& file : files) names.items().push_back(JsonValue::make_text(file));
  JsonValue provenance = JsonValue::make_object();
  provenance.set("scenario_file", JsonValue::make_text(scenario_file));
  provenance.set("files", std::move(names));
  JsonValue document = JsonValue::make_object();
  document.set("provenance", std::move(provenance));
  return write_json(document) + "\n";
}

ResultOwner owner_of(const fs::path& folder, const std::string& note) {
  constexpr std::size_t kMostBytes = std::size_t{512} << 20U;
  ResultOwner owner;
  if (!note.empty()) add_what_is_said(note, "note", owner);
  owner.known = !owner.scenario_file.empty();
  for (const char* name : {"compare.json", "result.json"}) {
    if (!is_there(folder / name)) continue;
    std::string fault;
    const auto text = read_input((folder / name).string(), kMostBytes, fault);
    owner.known = true;
    const std::string before = std::exchange(owner.scenario_file, "");
    if (text) add_what_is_said(*text, name, owner);
    // Both are there after a comparison and a run; they must agree.
    if (!before.empty() && owner.scenario_file != before) owner.scenario_file.clear();
  }
  return owner;
}

void refuse_foreign(const fs::path& folder, const ResultOwner& owner,
                    const std::string& scenario_file) {
  if (owner.known && owner.scenario_file != scenario_file)
    throw RunError(fmt::format(
        "{} holds the results of {}\n  hint: name another folder with --out, or remove this one",
        folder.string(),
        owner.scenario_file.empty() ? "something else"
                                    : (folder / owner.scenario_file).lexically_normal().string()));
  for (const std::string_view name : kBesideResult)
    if (!owner.files.contains(std::string(name)) && is_there(folder / name))
      throw RunError(fmt::format(
          "{} holds a {} that no result.json names\n  hint: name another folder with --out",
          folder.string(), name));
}

}  // namespace gpuscape
