#pragma once
/// The one file that storage writes: new, without a name as soon as it is open, and so gone
/// whatever ends the program.

#include <cstdint>
#include <memory>
#include <string>

namespace gpuscape::bench {

class ScratchFile {
 public:
  /// Throws Failure: the folder cannot be written to, has no room, is not there.
  ScratchFile(const std::string& folder, std::int64_t bytes);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ScratchFile(ScratchFile&&) = delete;
  ScratchFile& operator=(ScratchFile&&) = delete;
  ~ScratchFile();

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// False where the file system refuses O_DIRECT: what is measured then is the page cache too.
  [[nodiscard]] bool direct() const { return direct_; }

 private:
  void fill();

  int number_ = -1;
  std::int64_t bytes_ = 0;
  bool direct_ = false;
};

/// Made when the first measure needs it; all that share it write over the same blocks.
class SharedFile {
 public:
  SharedFile(std::string folder, std::int64_t bytes) : folder_(std::move(folder)), bytes_(bytes) {}
  ScratchFile& get() {
    if (!file_) file_ = std::make_unique<ScratchFile>(folder_, bytes_);
    return *file_;
  }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  std::string folder_;
  std::int64_t bytes_;
  std::unique_ptr<ScratchFile> file_;
};

/// The one of that folder and size that others of this process have, or a new one: what is measured
/// and what it is held against write to the same blocks, and --max-bytes bounds them together.
std::shared_ptr<SharedFile> shared_file(const std::string& folder, std::int64_t bytes);

/// "ext4", "tmpfs", "nfs", or the number that statfs gives.
std::string file_system_of(const std::string& folder);
/// Bytes that this user may still write there.
double free_bytes(const std::string& folder);

}  // namespace gpuscape::bench
