#include "sim/report/reading/saved_folder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <system_error>

#include "sim/base/error.hpp"
#include "sim/report/folder/folder_lock.hpp"
#include "sim/report/reading/saved_comparison.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

bool has_file(const fs::path& folder, const char* name) {
  std::error_code ignored;
  return fs::exists(folder / name, ignored);
}

Seconds unix_date_of(const fs::path& file) {
  std::error_code failed;
  const auto written = fs::last_write_time(file, failed);
  if (failed) return Seconds(0.0);
  const auto since = std::chrono::file_clock::to_sys(written).time_since_epoch();
  return Seconds(std::chrono::duration<double>(since).count());
}

[[noreturn]] void refuse(const fs::path& folder) {
  if (FolderLock::is_held(folder))
    throw RunError(
        fmt::format("{}: a run is writing into it; open it when that has ended", folder.string()));
  if (has_file(folder, ".gpuscape.lock"))
    throw RunError(fmt::format("{}: a run was stopped while it wrote its results; run it again",
                               folder.string()));
  throw RunError(
      fmt::format("{}: holds no results: neither result.json nor compare.json", folder.string()));
}

/// A run of a folder that holds several; what cannot be read is noted.
void add_design(SavedFolder& folder, const fs::path& at, const SavedVariant& variant) {
  try {
    folder.designs.push_back(
        {.name = variant.name, .run = read_saved_run(at.string()), .beside = variant.beside});
    for (const std::string& fault : folder.designs.back().run->faults)
      folder.faults.push_back(fault);
  } catch (const ScenarioError& error) {
    folder.faults.push_back(one_line(error));
  }
}

void read_variants(SavedFolder& folder) {
  const fs::path path(folder.path);
  const SavedComparison comparison = read_saved_comparison((path / "compare.json").string());
  folder.is_comparison = true;
  folder.is_partial = comparison.is_partial;
  folder.provenance = comparison.provenance;
  folder.written = unix_date_of(path / "compare.json");
  for (const SavedVariant& variant : comparison.variants) {
    if (variant.finished)
      add_design(folder, path / variant.folder, variant);
    else
      folder.faults.push_back(
          fmt::format("{}: {} was stopped before there was an answer", folder.path, variant.name));
  }
  if (folder.designs.empty())
    throw RunError(folder.faults.empty() ? folder.path + ": holds no answers"
                                         : folder.faults.front());
}

void read_run(SavedFolder& folder) {
  const std::shared_ptr<const SavedRun> run = read_saved_run(folder.path);
  const ScenarioSpec& scenario = run->outcome.result.scenario;
  folder.is_partial = run->outcome.result.partial;
  folder.provenance = run->provenance;
  folder.written = unix_date_of(fs::path(folder.path) / "result.json");
  folder.faults = run->faults;
  folder.designs.push_back(
      {.name = scenario.variant.empty() ? "base" : scenario.variant, .run = run});
}

}  // namespace

std::shared_ptr<const SavedFolder> read_saved_folder(const std::string& path) {
  const auto folder = std::make_shared<SavedFolder>();
  folder->path = path;
  const fs::path plain = fs::path(path).lexically_normal();
  folder->name = (plain.has_filename() ? plain : plain.parent_path()).filename().string();
  std::error_code ignored;
  if (!fs::is_directory(path, ignored))
    throw RunError(fmt::format("{}: there is no such folder", path));
  if (has_file(path, "compare.json")) {
    read_variants(*folder);
  } else if (has_file(path, "result.json")) {
    read_run(*folder);
  } else {
    refuse(path);
  }
  return folder;
}

}  // namespace gpuscape
