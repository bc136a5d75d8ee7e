#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

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
  const std::string part = path + ".part-" + std::to_string(getpid());
  unlink(part.c_str());
  const int file = open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) throw Failure(part + ": " + reason());
  bool whole = write_all(file, json.text());
  const std::string why = reason();
  whole = close(file) == 0 && whole;
  if (!whole || rename(part.c_str(), path.c_str()) != 0) {
    const std::string last = whole ? reason() : why;
    unlink(part.c_str());
    throw Failure(path + ": " + last);
  }
}

}  // namespace gpuscape::bench
