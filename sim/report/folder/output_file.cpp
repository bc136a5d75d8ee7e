#include "sim/report/folder/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/report/folder/folder_lock.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPartSuffix = ".gpuscape-part";
constexpr std::size_t kDigits = 16;
constexpr std::size_t kMostOfName = 200;  // bytes; a file's name may have 255

std::string begin_of(const std::string& name) { return "." + name.substr(0, kMostOfName) + "."; }

/// ".jobs.csv.0123456789abcdef.gpuscape-part"
fs::path part_of(const fs::path& path) {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    throw RunError("the system gives no random numbers");
  const std::string name =
      fmt::format("{}{:016x}{}", begin_of(path.filename().string()), number, kPartSuffix);
  return path.parent_path() / name;
}

bool is_part(std::string_view name, const std::string& begin) {
  const std::size_t tail = kDigits + kPartSuffix.size();
  if (name.size() <= tail || !name.ends_with(kPartSuffix) || name.front() != '.') return false;
  const std::string_view digits = name.substr(name.size() - tail, kDigits);
  if (digits.find_first_not_of("0123456789abcdef") != std::string_view::npos) return false;
  name.remove_suffix(tail);
  return begin.empty() ? name.ends_with('.') : name == begin;
}

void remove_if_dead(const fs::path& part) {
  const int file = open(part.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat status{};
  const bool ours = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 &&
                    status.st_uid == geteuid();
  if (ours && flock(file, LOCK_EX | LOCK_NB) == 0) unlink(part.c_str());
  close(file);
}

/// True where the file that is open is still the one that has the name.
bool has_name(int file, const fs::path& path) {
  struct stat open_one{};
  struct stat named{};
  return fstat(file, &open_one) == 0 && lstat(path.c_str(), &named) == 0 &&
         open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

void refuse_special(const fs::path& path) {
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
    return;
  throw RunError(fmt::format("cannot write {}: {} has that name", path.string(),
                             S_ISDIR(status.st_mode) ? "a folder" : "a pipe or a device"));
}

}  // namespace

OutputFile::OutputFile(fs::path path) : path_(std::move(path)) {
  refuse_special(path_);
  if (!FolderLock::is_held(path_.parent_path()))
    remove_dead_parts(path_.parent_path(), path_.filename().string());
  open_part();
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::exchange(other.part_, {})),
      file_(std::move(other.file_)) {}

OutputFile::~OutputFile() {
  if (part_.empty()) return;
  std::error_code ignored;
  fs::remove(part_, ignored);
}

void OutputFile::open_part() {
  constexpr int kMostTries = 100;
  for (int i = 0; i < kMostTries; ++i) {
    part_ = part_of(path_);
    const int file =
        open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) {
      const int error = errno;
      part_.clear();
      if (error != EEXIST) fail(error);
      continue;
    }
    // Who looks for dead parts may have had it between its making and its lock.
    const bool taken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (taken || !has_name(file, part_)) {
      ::close(file);
      continue;
    }
    file_.reset(fdopen(file, "wb"));
    if (file_) return;
    const int error = errno;
    ::close(file);
    fail(error);
  }
  fail(EEXIST);
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(errno);
}

void OutputFile::flush() {
  if (std::fflush(file_.get()) != 0) fail(errno);
  // A crash of the machine must not leave a name without its bytes; some file systems cannot.
  if (fdatasync(fileno(file_.get())) != 0 && errno != EINVAL && errno != ENOSYS) fail(errno);
}

void OutputFile::close() {
  if (!file_) return;
  flush();
  if (std::fclose(file_.release()) != 0) fail(errno);
}

void OutputFile::put_in_place() {
  if (file_) flush();
  if (!exchange()) {
    if (std::rename(part_.c_str(), path_.c_str()) != 0) fail(errno);
    part_.clear();
  }
  if (file_ && std::fclose(file_.release()) != 0) fail(errno);
}

/// Gives the old file the part's name, where there is an old one and the file system can: its
/// blocks are then freed later, by the destructor, and several files change within microseconds.
bool OutputFile::exchange() const {
  struct stat old{};
  // A dead part is a regular file with one name: nothing else may be left under such a name.
  if (lstat(path_.c_str(), &old) != 0 || !S_ISREG(old.st_mode) || old.st_nlink != 1) return false;
  return renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0;
}

void OutputFile::fail(int error) {
  throw RunError(
      fmt::format("cannot write {}: {}", path_.string(), std::generic_category().message(error)));
}

void remove_dead_parts(const fs::path& folder, std::string_view name) {
  const std::string begin = name.empty() ? "" : begin_of(std::string(name));
  std::error_code error;
  const fs::path place = folder.empty() ? fs::path(".") : folder;
  for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error))
    if (is_part(at->path().filename().string(), begin)) remove_if_dead(at->path());
}

void refuse_foreign_drawing(const fs::path& path, bool force) {
  constexpr std::size_t kMostBytes = std::size_t{256} << 20U;
  std::error_code ignored;
  if (force || path.empty() || !fs::exists(fs::symlink_status(path, ignored))) return;
  std::string fault;
  const auto text = fs::is_symlink(fs::symlink_status(path, ignored))
                        ? std::nullopt
                        : read_input(path.string(), kMostBytes, fault);
  constexpr std::string_view kBegin = "<svg xmlns=";
  constexpr std::string_view kMark = "<!-- written by gpuscape -->";
  if (text && text->starts_with(kBegin) && text->substr(0, 400).find(kMark) != std::string::npos)
    return;
  throw RunError(fmt::format(
      "{} is there already, and this program did not draw it\n  hint: name another file, or remove "
      "this one",
      path.string()));
}

}  // namespace gpuscape
