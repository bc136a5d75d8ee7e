#pragma once
/// The right to write into a folder of results: one process has it at a time.

#include <filesystem>
#include <string>

namespace gpuscape {

/// Holds a lock on ".gpuscape.lock" in the folder, which is gone afterwards. What is noted there
/// stays where the process is killed: the next holder reads what was being replaced. On a file
/// system without locks nothing is held, and files are still whole.
class FolderLock {
 public:
  /// Throws RunError where another process holds it, or where the file cannot be made.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  /// True where some process holds the lock of a folder.
  static bool is_held(const std::filesystem::path& folder);

  /// What a process that was killed had noted; empty where there is none.
  [[nodiscard]] const std::string& found() const { return found_; }
  /// Replaces the note. Throws RunError. While there is one the file outlives this object.
  void note(const std::string& text);

 private:
  bool open_file();

  std::filesystem::path path_;
  std::string found_;
  int file_ = -1;
  bool keeps_ = false;
};

}  // namespace gpuscape
