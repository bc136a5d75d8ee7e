#include "sim/report/runs/run_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/report/runs/run_file.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostRunBytes = std::size_t{16} << 20U;
constexpr std::string_view kRunEnding = ".json";
constexpr std::string_view kPartEnding = ".part";
constexpr std::string_view kTaskPartEnding = ".task-part";

[[noreturn]] void fail_to_write(const fs::path& path, int error) {
  throw RunError(fmt::format(
      "cannot write {}: {}\n  hint: runs that had ended are kept; the same command goes on",
      path.string(), std::generic_category().message(error)));
}

void make_runs_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    throw RunError(
        fmt::format("cannot make the folder {}: {}\n  hint: name another one with --runs",
                    path.string(), error.message()));
}

[[noreturn]] void refuse_folder(const fs::path& path, std::string message, std::string hint) {
  throw ScenarioError({{.file = path.string(),
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

bool is_of_runs(const fs::path& folder) {
  return fs::exists(folder / kSweepFile) || fs::is_directory(folder / kRunsBelow);
}

bool may_write_into(const fs::path& folder) {
  return faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) == 0 ||
         (errno != EACCES && errno != EROFS);
}

/// What a killed process left behind: nobody else writes such files while the lock is held.
void remove_parts(const fs::path& folder, std::string_view ending = kPartEnding) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') && name.ends_with(ending)) {
      std::error_code ignored;
      fs::remove(at->path(), ignored);
    }
  }
}

void write_all(int file, const std::string& text, const fs::path& part, const fs::path& path) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      close(file);
      unlink(part.c_str());
      fail_to_write(path, error);
    }
    done += static_cast<std::size_t>(count);
  }
}

/// Whole or not at all, also where the process is killed. The disk may hold it later: what a power
/// cut takes is run again.
void write_in_place(const fs::path& part, const fs::path& path, const std::string& text) {
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) fail_to_write(path, errno);
  write_all(file, text, part, path);
  // Some file systems say only here that the disk is full.
  if (close(file) != 0 || std::rename(part.c_str(), path.c_str()) != 0) {
    const int error = errno;
    unlink(part.c_str());
    fail_to_write(path, error);
  }
}

/// Several tasks may write the same run at the same time, each from its own file.
std::string part_ending_of_task() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format(".{}-{}{}", host.data(), getpid(), kTaskPartEnding);
}

}  // namespace

RunFolder::RunFolder(fs::path path, std::string version, RunWriter writer)
    : path_(std::move(path)),
      version_(std::move(version)),
      writer_(writer),
      part_ending_(kPartEnding) {
  if (writer == RunWriter::task) {
    part_ending_ = part_ending_of_task();
    if (!is_of_runs(path_))
      refuse_folder(path_, "is no folder of runs", "every node must see the folder of --runs");
    return;
  }
  std::error_code ignored;
  if (fs::is_directory(path_, ignored) && !fs::is_empty(path_, ignored) && !is_of_runs(path_) &&
      !FolderLock::is_held(path_))
    refuse_folder(path_, "holds something else than runs", "name another folder with --runs");
  make_runs_folder(path_ / kRunsBelow);
  if (FolderLock::is_held(path_))
    refuse_folder(path_, "another gpuscape writes into this folder of runs",
                  "wait for it, or give each part of a sweep a folder of its own: gpuscape runs "
                  "merge puts them together");
  if (!may_write_into(path_) || !may_write_into(path_ / kRunsBelow)) return;
  lock_ = std::make_unique<FolderLock>(path_);
  remove_parts(path_);
  remove_parts(path_ / kRunsBelow);
}

fs::path RunFolder::file_of(const std::string& key) const {
  return path_ / kRunsBelow / (key + std::string(kRunEnding));
}

std::optional<RunFile> RunFolder::look_up(const std::string& key) {
  const fs::path file = file_of(key);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return std::nullopt;
  std::string fault;
  const auto text = read_input(file.string(), kMostRunBytes, fault);
  ReadRunFile read;
  if (text) {
    read = read_run_file(*text, key);
    fault = read.fault;
  }
  if (!read.run) damaged_[file.filename().string()] = fault;
  return std::move(read.run);
}

void RunFolder::put(const RunFile& run) {
  const std::string& key = run.record.key;
  std::error_code error;
  if (fs::is_directory(fs::symlink_status(file_of(key), error)))
    throw RunError(fmt::format(
        "{}: a folder has the name of a run's file\n  hint: remove it; gpuscape runs prune {} does "
        "so where it is empty",
        file_of(key).string(), path_.string()));
  if (is_read_only())
    throw RunError(
        fmt::format("{} cannot be written, and not every run is there\n  hint: copy it to where "
                    "it can be, and name the copy with --runs",
                    path_.string()));
  const fs::path part = path_ / kRunsBelow / fmt::format(".{}{}", key, part_ending_);
  write_in_place(part, file_of(key), run_file_text(run, version_));
}

std::optional<RunRecord> RunFolder::find(const RunRecord& wanted) {
  const std::scoped_lock lock(mutex_);
  std::optional<RunFile> run = look_up(wanted.key);
  if (!run) return std::nullopt;
  if (!run->has(wanted)) {
    run->add(wanted);
    if (!is_read_only()) put(*run);
  }
  RunRecord found = std::move(run->record);
  found.index = wanted.index;
  found.axes = wanted.axes;
  return found;
}

void RunFolder::keep(const RunRecord& record) {
  const std::scoped_lock lock(mutex_);
  const std::optional<RunFile> known = look_up(record.key);
  RunFile run = known.value_or(RunFile{.record = record});
  run.add(record);
  run.record = record;
  if (is_read_only() && known && run_file_text(run, version_) == run_file_text(*known, version_))
    return;
  put(run);
}

void RunFolder::remove(const std::string& name) {
  std::error_code error;
  const fs::path file = path_ / kRunsBelow / name;
  fs::remove(file, error);
  if (error)
    throw RunError(fmt::format("cannot remove {}: {}{}", file.string(), error.message(),
                               error == std::errc::directory_not_empty
                                   ? "\n  hint: it is a folder with files, none of a sweep's"
                                   : ""));
}

void RunFolder::remove_own(const std::string& name) {
  std::error_code error;
  fs::remove_all(path_ / name, error);
  if (error)
    throw RunError(fmt::format("cannot remove {}: {}", (path_ / name).string(), error.message()));
}

void RunFolder::remove_task_parts() const { remove_parts(path_ / kRunsBelow, kTaskPartEnding); }

std::map<std::string, std::string> RunFolder::damaged() const {
  const std::scoped_lock lock(mutex_);
  return damaged_;
}

fs::path RunFolder::part_of(const std::string& name) const {
  return path_ / fmt::format(".{}{}", name, kPartEnding);
}

void RunFolder::write(const std::string& name, const std::string& text) {
  if (!is_read_only()) write_in_place(part_of(name), path_ / name, text);
}

RunsInFolder read_runs(const fs::path& folder, const std::string& version) {
  if (!is_of_runs(folder))
    refuse_folder(folder, "is not a folder of runs",
                  "gpuscape sweep SCENARIO --runs DIR makes one");
  RunsInFolder all;
  std::error_code error;
  for (fs::directory_iterator at(folder / kRunsBelow, error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') || !name.ends_with(kRunEnding)) continue;
    const std::string key = name.substr(0, name.size() - kRunEnding.size());
    std::string fault;
    const auto text = read_input(at->path().string(), kMostRunBytes, fault);
    ReadRunFile read;
    if (text) read = read_run_file(*text, key);
    if (!read.run) {
      all.damaged[name] = text ? read.fault : fault;
    } else if (read.version != version) {
      ++all.versions[read.version];
      all.of_others.push_back(name);
    } else {
      for (RunRecord& record : read.run->records()) all.sound.push_back(std::move(record));
    }
  }
  if (error) throw RunError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  std::ranges::sort(all.of_others);
  std::ranges::sort(all.sound, {},
                    [](const RunRecord& run) { return std::tie(run.sweep, run.index, run.key); });
  return all;
}

std::string runs_notes(const RunsInFolder& runs) {
  std::string text;
  for (const auto& [version, count] : runs.versions)
    text += fmt::format("gpuscape: {} run{} of version {} {} not used\n", count,
                        count == 1 ? "" : "s", excerpt(version), count == 1 ? "is" : "are");
  return text;
}

std::string damaged_notes(const std::map<std::string, std::string>& damaged,
                          const std::string& what_follows) {
  constexpr std::size_t kMostNamed = 10;
  std::string text;
  std::size_t named = 0;
  for (const auto& [file, fault] : damaged) {
    if (named++ == kMostNamed) break;
    text += fmt::format("gpuscape: {} is damaged: {}{}\n", excerpt(file, 100), fault, what_follows);
  }
  if (damaged.size() > kMostNamed)
    text += fmt::format("gpuscape: {} further files are damaged{}\n", damaged.size() - kMostNamed,
                        what_follows);
  return text;
}

}  // namespace gpuscape
