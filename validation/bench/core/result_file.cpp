#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

#include "core/rows.hpp"

namespace gpuscape::bench {

namespace {

std::string reason() { return std::strerror(errno); }

bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

/// A file of this process that has its name.
struct Placed {
  bool exists = false;
  dev_t device = 0;
  ino_t number = 0;
  std::string aside = {};  ///< where the rows go since the name was found taken
};

[[noreturn]] void fail(const std::string& part, const std::string& path) {
  const std::string why = reason();
  unlink(part.c_str());
  throw Failure(path + ": " + why);
}

/// A new file beside the path: another process, perhaps of this number on another machine, keeps
/// its own.
std::string written_part(const std::string& path, const std::string& text) {
  const std::string first = path + ".part-" + std::to_string(getpid());
  std::string part = first;
  int file = -1;
  for (int next = 1; next < 100; part = first + "-" + std::to_string(next++)) {
    file = open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file >= 0 || errno != EEXIST) break;
  }
  if (file < 0) throw Failure(part + ": " + reason());
  const bool whole = write_all(file, text);
  const int why = errno;
  if (close(file) == 0 && whole) return part;
  if (!whole) errno = why;
  fail(part, path);
}

/// Gives the part a name that nothing has. False where something has it.
bool named(const std::string& part, const std::string& path) {
  if (link(part.c_str(), path.c_str()) == 0) {
    unlink(part.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  // Some file systems have no links: an empty file takes the name first.
  const int claim = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (claim < 0 && errno == EEXIST) return false;
  if (claim < 0) fail(part, path);
  close(claim);
  if (rename(part.c_str(), path.c_str()) != 0) fail(part, path);
  return true;
}

/// Puts the part at the path where there is nothing, or what this process put there.
bool placed(const std::string& part, const std::string& path, Placed& own) {
  struct stat now = {};
  struct stat next = {};
  if (stat(part.c_str(), &next) != 0) fail(part, path);
  const bool there = lstat(path.c_str(), &now) == 0;
  if (there && (!own.exists || now.st_dev != own.device || now.st_ino != own.number)) return false;
  if (!there && !named(part, path)) return false;
  if (there && rename(part.c_str(), path.c_str()) != 0) fail(part, path);
  own = {true, next.st_dev, next.st_ino, {}};
  return true;
}

}  // namespace

void ResultFile::check(const std::string& path) {
  if (access(path.c_str(), F_OK) == 0)
    throw UsageFault{"-o " + path + ": it exists, and nothing that exists is written over; " +
                     "name another file or remove that one"};
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (access(folder.c_str(), W_OK) != 0)
    throw UsageFault{"-o " + path + ": the folder cannot be written to: " + reason()};
}

void ResultFile::replace(const std::string& path, const Json& json) {
  static std::map<std::string, Placed> files;
  Placed& own = files[path];
  const std::string part = written_part(path, json.text());
  if (own.aside.empty() && placed(part, path, own)) return;
  if (own.aside.empty()) own.aside = part;
  if (own.aside != part && rename(part.c_str(), own.aside.c_str()) != 0) fail(part, path);
  throw Failure(path +
                ": another program made it in the meantime, and nothing that exists is written "
                "over; what was measured here is in " +
                own.aside);
}

}  // namespace gpuscape::bench
