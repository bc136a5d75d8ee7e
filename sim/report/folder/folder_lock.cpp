#include "sim/report/folder/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr const char* kName = ".gpuscape.lock";

[[noreturn]] void fail(const fs::path& path, int error) {
  throw RunError(
      fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(error)));
}

/// The number of the file that has the name now; 0 where none has.
ino_t number_of(const fs::path& path) {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

std::string content_of(int file) {
  constexpr std::size_t kMost = std::size_t{16} << 20U;
  std::string text;
  std::array<char, 4096> block{};
  while (text.size() < kMost) {
    const ssize_t count = pread(file, block.data(), block.size(), static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

/// False where another process has the lock. Who only asks whether it is held has it for a moment.
bool locked_soon(int file) {
  constexpr int kTries = 5;
  for (int i = 0; i < kTries; ++i) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
    usleep(10'000);
  }
  return false;
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder) : path_(folder / kName) {
  while (!open_file()) {
  }
  found_ = content_of(file_);
  keeps_ = !found_.empty();
}

/// False where the holder before took its file away in between.
bool FolderLock::open_file() {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file_ < 0) fail(path_, errno);
  struct stat status{};
  if (fstat(file_, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink > 1) {
    close(file_);
    if (status.st_nlink == 0) return false;
    throw RunError(fmt::format("{} was not created by gpuscape", path_.string()));
  }
  if (!locked_soon(file_)) {
    close(file_);
    throw RunError(fmt::format(
        "another run is writing into {}\n  hint: wait for it, or name another folder with --out",
        path_.parent_path().string()));
  }
  if (number_of(path_) == status.st_ino) return true;
  close(file_);
  return false;
}

FolderLock::~FolderLock() {
  if (!keeps_) unlink(path_.c_str());
  close(file_);
}

bool FolderLock::is_held(const fs::path& folder) {
  const fs::path path = folder / kName;
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  const bool held = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(file);
  return held;
}

void FolderLock::note(const std::string& text) {
  keeps_ = !text.empty();
  if (ftruncate(file_, 0) != 0) fail(path_, errno);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count =
        pwrite(file_, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, errno);
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace gpuscape
