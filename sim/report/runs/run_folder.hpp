#pragma once
/// A folder of runs: a file for each that ended, and tables made of them.

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/folder/folder_lock.hpp"
#include "sim/report/runs/run_file.hpp"
#include "sim/sweep/run_sweep.hpp"

namespace gpuscape {

/// In a folder of runs.
inline constexpr const char* kRunsBelow = "runs";  ///< KEY.json of each run
inline constexpr const char* kSweepFile = "sweep.json";
inline constexpr const char* kRunsTable = "runs.csv";
inline constexpr const char* kRunsDatabase = "results.sqlite";

/// What is in a folder of runs.
struct RunsInFolder {
  std::vector<RunRecord> sound = {};                  ///< of this version, by sweep, index and key
  std::map<std::string, std::string> damaged = {};    ///< names of files, and what is wrong
  std::map<std::string, std::int64_t> versions = {};  ///< of other versions: how many runs
  std::vector<std::string> of_others = {};            ///< keys of those runs
};

/// Reads every file. Throws RunError where the folder cannot be read.
RunsInFolder read_runs(const std::filesystem::path& folder, const std::string& version);

enum class RunWriter : unsigned char {
  alone,  ///< holds the folder's lock
  task,   ///< of a sweep whose head holds it: adds runs, and nothing else
};

/// The folder of one process, which holds its lock. Safe to use from several threads.
class RunFolder final : public RunShelf {
 public:
  /// Makes the folder where it is missing. Throws ScenarioError where another process writes into
  /// it or where it is none of runs, and RunError where it cannot be made. A folder of runs that
  /// nobody may write into serves those that are there.
  RunFolder(std::filesystem::path path, std::string version, RunWriter writer = RunWriter::alone);

  std::optional<RunRecord> find(const RunRecord& wanted) override;
  void keep(const RunRecord& record) override;
  /// Removes the file of that name below runs/. Throws RunError.
  void remove(const std::string& name);

  /// Removes a file of the folder itself where it is there. Throws RunError.
  void remove_own(const std::string& name);
  /// What tasks that were killed left behind; for when none is left.
  void remove_task_parts() const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Names of files that `find` could not use, and what is wrong with them.
  [[nodiscard]] std::map<std::string, std::string> damaged() const;
  [[nodiscard]] const std::string& version() const { return version_; }
  /// Nothing is written into it: `keep` throws where it does not have that run as it is.
  [[nodiscard]] bool is_read_only() const {
    return lock_ == nullptr && writer_ == RunWriter::alone;
  }

  /// Puts a file of the folder itself in place, whole or not at all; does nothing in a folder that
  /// is read-only. Throws RunError.
  void write(const std::string& name, const std::string& text);
  /// The name of a file beside `name` that is to be written and put in place.
  [[nodiscard]] std::filesystem::path part_of(const std::string& name) const;

 private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;
  /// With the mutex held: the sound file of that key.
  [[nodiscard]] std::optional<RunFile> look_up(const std::string& key);
  void put(const RunFile& run);

  std::filesystem::path path_;
  std::string version_;
  RunWriter writer_ = RunWriter::alone;
  std::string part_ending_;
  std::unique_ptr<FolderLock> lock_;  ///< null of a task, and where it is read-only
  mutable std::mutex mutex_;
  std::map<std::string, std::string> damaged_;
};

/// "12 runs of version 0.0.9 are not used"; empty where there are none.
std::string runs_notes(const RunsInFolder& runs);
/// Which files are damaged, and how; at most ten by name.
std::string damaged_notes(const std::map<std::string, std::string>& damaged,
                          const std::string& what_follows);

}  // namespace gpuscape
