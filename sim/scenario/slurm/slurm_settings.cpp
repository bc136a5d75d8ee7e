#include "sim/scenario/slurm/slurm_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/fields/merge.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"
#include "sim/scenario/slurm/node_list_file.hpp"
#include "sim/scenario/slurm/slurm_scheduler.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCommands =
    "write there what scontrol show config, scontrol show partition, scontrol show node, sacctmgr "
    "-P show qos and sacctmgr -P show assoc print";

/// Reads the folder's files in the order of their names; why it cannot, or an empty text.
std::string read_texts(const std::string& path, std::vector<SlurmText>& texts) {
  constexpr std::size_t kMostFiles = 1000;
  if (const std::string fault = folder_fault(path); !fault.empty())
    return fmt::format("{} {}", excerpt(path, 200), fault);
  std::error_code error;
  if (!fs::exists(path, error)) return fmt::format("no such folder: {}", excerpt(path, 200));
  if (!fs::is_directory(path, error))
    return fmt::format("{} is a file, not a folder", excerpt(path, 200));
  std::vector<fs::path> files;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
    if (at->is_regular_file(error) && !at->path().filename().string().starts_with("."))
      files.push_back(at->path());
  if (error) return fmt::format("cannot read {}: {}", excerpt(path, 200), error.message());
  if (files.size() > kMostFiles)
    return fmt::format("{} holds {} files: too many for a folder of settings", excerpt(path, 200),
                       files.size());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::string fault;
    auto text = read_input(file.string(), kMostFileBytes, fault);
    if (!text) return fmt::format("{}: {}", excerpt(file.string(), 200), fault);
    texts.push_back({file.string(), std::move(*text)});
  }
  return {};
}

std::string content_of(const std::string& path) {
  std::string fault;
  auto text = read_input(path, kMostFileBytes, fault);
  if (!text) throw RunError(fmt::format("{}: {}", excerpt(path, 200), fault));
  return std::move(*text);
}

std::string folder_of(const JsonValue& from, const std::string& scenario) {
  const auto& file = from.place().file;
  const bool from_file = file != nullptr && !file->starts_with(kSetPlace);
  return path_beside(from_file ? *file : scenario, from.text());
}

/// Stands in for one that could not be read, so that the rest of the scenario is looked at.
JsonValue some_cluster(const SourcePlace& place) {
  JsonValue node = json_object(place);
  node.set("type", json_text("custom", place));
  node.set("gpus", json_at(JsonValue::make_integer(1), place));
  JsonValue nodes = json_object(place);
  nodes.set("node", std::move(node));
  JsonValue cluster = json_object(place);
  cluster.set("nodes", std::move(nodes));
  return cluster;
}

void name_unread(const std::vector<std::string>& unread, SlurmValues& values) {
  constexpr std::size_t kMostNamed = 5;
  if (unread.empty()) return;
  std::vector<std::string> names;
  for (const std::string& file : unread)
    if (names.size() < kMostNamed) names.push_back(excerpt(fs::path(file).filename().string()));
  if (unread.size() > kMostNamed) names.emplace_back("…");
  values.note(fmt::format("ignored, as it contains no known settings: {}", fmt::join(names, ", ")));
}

}  // namespace

SlurmSettings read_slurm_settings(const std::vector<SlurmText>& texts, ReadingContext& context) {
  const SlurmRecords records = cut_slurm_texts(texts, context);
  SlurmValues values(context);
  SlurmNodes nodes;
  nodes.read(records, values);
  SlurmSettings settings;
  if (nodes.any_open()) settings.cluster = nodes.cluster();
  if (!records.config.fields.empty() || !records.partitions.empty() || !records.qos.empty() ||
      !records.associations.empty())
    settings.scheduler = slurm_scheduler(records, nodes, values);
  name_unread(records.unread, values);
  settings.notes = values.take_notes();
  return settings;
}

void SlurmExpander::read_nodes(const std::string& path, const JsonValue& from,
                               const std::string& pointer, Folder& folder) {
  std::string text;
  try {
    text = (read_text_ != nullptr ? read_text_ : content_of)(path);
  } catch (const RunError& error) {
    context_.add(from.place(), pointer, error.what(),
                 "a list of nodes is a table, plain, gzip or zstd");
    return;
  }
  folder.settings.cluster = read_node_list(text, path, context_);
  folder.is_sound = !folder.settings.cluster.is_null();
}

const SlurmExpander::Folder& SlurmExpander::folder(const std::string& path, const JsonValue& from,
                                                   const std::string& pointer) {
  const auto [at, added] = folders_.try_emplace(path);
  if (!added) return at->second;
  std::vector<SlurmText> texts;
  std::error_code unknown;
  if (pointer == "/cluster/from" && fs::is_regular_file(path, unknown)) {
    read_nodes(path, from, pointer, at->second);
    return at->second;
  }
  const std::string fault = read_texts(path, texts);
  if (!fault.empty()) {
    context_.add(from.place(), pointer, fault, "names are relative to the file that names them");
    return at->second;
  }
  const std::size_t before = context_.issue_count();
  at->second.settings = read_slurm_settings(texts, context_);
  at->second.is_sound = context_.issue_count() == before;
  return at->second;
}

bool SlurmExpander::expand_section(JsonValue& document, const std::string& section,
                                   const std::string& scenario, std::vector<std::string>& notes) {
  JsonValue* own = document.find(section);
  const JsonValue* from = own == nullptr ? nullptr : own->find("from");
  if (from == nullptr || from->is_null()) return true;
  const std::string pointer = "/" + section + "/from";
  if (!from->is_text() || from->text().empty()) {
    context_.add(from->place(), pointer, "expected the name of a folder",
                 fmt::format("\"from\": \"slurm-settings/\"; {}", kCommands));
    return false;
  }
  const Folder& read = folder(folder_of(*from, scenario), *from, pointer);
  if (!read.is_sound) return false;
  const JsonValue& settings =
      section == "cluster" ? read.settings.cluster : read.settings.scheduler;
  if (settings.is_null()) {
    context_.add(
        from->place(), pointer,
        fmt::format("no text in {} {}", excerpt(from->text(), 200),
                    section == "cluster" ? "tells of a node that is up" : "tells of the scheduler"),
        std::string(kCommands));
    return false;
  }
  for (const std::string& note : read.settings.notes)
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
  JsonValue expanded = settings;
  expanded.set_place(own->place());
  JsonValue patch = *own;
  patch.erase("from");
  merge_patch(expanded, patch);
  *own = std::move(expanded);
  return true;
}

std::vector<std::string> SlurmExpander::expand(JsonValue& document, const std::string& scenario) {
  std::vector<std::string> notes;
  if (!expand_section(document, "cluster", scenario, notes))
    document.set("cluster", some_cluster(document.find("cluster")->place()));
  if (!expand_section(document, "scheduler", scenario, notes))
    document.find("scheduler")->erase("policy");
  return notes;
}

}  // namespace gpuscape
