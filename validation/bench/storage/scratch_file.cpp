#include "storage/scratch_file.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "core/measure.hpp"
#include "core/stop.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::size_t kPiece = std::size_t{4} << 20;

[[noreturn]] void refuse(const std::string& what) {
  throw Lost("storage: " + what + ": " + std::strerror(errno));
}

}  // namespace

ScratchFile::ScratchFile(const std::string& folder, std::int64_t bytes) : bytes_(bytes) {
  const std::string path = folder + "/.gpuscape-bench-" + std::to_string(getpid());
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
  number_ = open(path.c_str(), flags | O_DIRECT, 0600);
  direct_ = number_ >= 0;
  if (number_ < 0 && errno == EINVAL) {
    unlink(path.c_str());
    number_ = open(path.c_str(), flags, 0600);
  }
  if (number_ < 0) refuse("--dir");
  unlink(path.c_str());
  try {
    fill();
  } catch (...) {
    close(number_);
    throw;
  }
}

ScratchFile::~ScratchFile() { close(number_); }

/// Random bytes, so that no layer below can leave anything out.
void ScratchFile::fill() {
  void* memory = nullptr;
  if (posix_memalign(&memory, 4096, kPiece) != 0) throw Failure("storage: no memory");
  const std::unique_ptr<void, void (*)(void*)> owner(memory, std::free);
  auto* words = static_cast<std::uint64_t*>(memory);
  std::uint64_t state = 0x9E3779B97F4A7C15ULL;
  for (std::int64_t at = 0; at < bytes_; at += static_cast<std::int64_t>(kPiece)) {
    if (stop_signal() != 0) throw Failure("stopped by a signal");
    for (std::size_t i = 0; i < kPiece / sizeof(std::uint64_t); ++i) {
      state ^= state << 13U;
      state ^= state >> 7U;
      state ^= state << 17U;
      words[i] = state;
    }
    const ssize_t n = pwrite(number_, memory, kPiece, at);
    if (n < 0) refuse("the file of " + std::to_string(bytes_) + " bytes");
    if (n < static_cast<ssize_t>(kPiece))
      throw Lost("storage: the file system has no room for " + std::to_string(bytes_) +
                 " bytes; give --max-bytes less");
  }
  if (fsync(number_) != 0) refuse("the file");
}

std::shared_ptr<SharedFile> shared_file(const std::string& folder, std::int64_t bytes) {
  static std::map<std::pair<std::string, std::int64_t>, std::weak_ptr<SharedFile>> files;
  std::weak_ptr<SharedFile>& known = files[{folder, bytes}];
  std::shared_ptr<SharedFile> file = known.lock();
  if (!file) {
    file = std::make_shared<SharedFile>(folder, bytes);
    known = file;
  }
  return file;
}

std::string file_system_of(const std::string& folder) {
  static const std::map<unsigned long, const char*> names = {
      {0xEF53, "ext4"},       {0x01021994, "tmpfs"}, {0x6969, "nfs"},
      {0x58465342, "xfs"},    {0x9123683E, "btrfs"}, {0x794C7630, "overlayfs"},
      {0x0BD00BD0, "lustre"}, {0x47504653, "gpfs"},  {0x19830326, "beegfs"},
      {0x65735546, "fuse"},   {0x2FC12FC1, "zfs"},   {0x00C36400, "ceph"}};
  struct statfs facts{};
  if (statfs(folder.c_str(), &facts) != 0) return {};
  const auto name = names.find(static_cast<unsigned long>(facts.f_type) & 0xFFFFFFFFUL);
  return name == names.end() ? "type " + std::to_string(facts.f_type) : name->second;
}

double free_bytes(const std::string& folder) {
  struct statvfs facts{};
  if (statvfs(folder.c_str(), &facts) != 0) return 0.0;
  return static_cast<double>(facts.f_bavail) * static_cast<double>(facts.f_frsize);
}

}  // namespace gpuscape::bench
