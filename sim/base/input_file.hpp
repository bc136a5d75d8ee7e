#pragma once
/// The one place where input files are opened. Only regular files are: a pipe or a device would
/// hang, or hand out what has no end.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gpuscape {

/// A file that is open for reading, or why it is not.
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// Why it cannot be read, without its name; empty where it can.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] double size() const { return size_; }

 private:
  int descriptor_ = -1;
  double size_ = 0.0;
  std::string fault_;
};

/// The whole of a file; nothing, and why in `fault`, where it cannot be read or is larger than
/// `most` bytes.
std::optional<std::string> read_input(const std::string& path, std::size_t most,
                                      std::string& fault);

/// While it lives, files and folders outside `folders` are not read, whatever links lead there.
/// Links are resolved when a file is opened: what is checked is what is read. Make it before any
/// thread.
class ConfinedInputs {
 public:
  explicit ConfinedInputs(const std::vector<std::filesystem::path>& folders);
  ConfinedInputs(const ConfinedInputs&) = delete;
  ConfinedInputs& operator=(const ConfinedInputs&) = delete;
  ~ConfinedInputs();
};

/// A file or a folder by its name, size and date of change: whether what was read of it still
/// holds. A folder changes when an entry comes or goes.
struct InputStamp {
  std::string path;
  std::int64_t size = -1;  ///< bytes, 0 of a folder; −1 where there is no such file
  std::int64_t date = 0;   ///< of its last change, in the file system's own unit

  static InputStamp of(const std::string& path);
  [[nodiscard]] bool is_current() const { return of(path) == *this; }
  friend bool operator==(const InputStamp&, const InputStamp&) = default;
};

/// While it lives, notes which files its own thread opens, or tries to, as an InputFile, and into
/// which folders it looks. One at a time on a thread.
class RecordedInputs {
 public:
  RecordedInputs();
  RecordedInputs(const RecordedInputs&) = delete;
  RecordedInputs& operator=(const RecordedInputs&) = delete;
  ~RecordedInputs();

  /// As they were before they were opened, each once, in the order of the first time.
  [[nodiscard]] const std::vector<InputStamp>& files() const { return files_; }
  void note(const std::string& path);

 private:
  std::vector<InputStamp> files_;
};

/// Why a folder may not be looked into; empty where it may. Ask before every look.
std::string folder_fault(const std::filesystem::path& folder);

}  // namespace gpuscape
