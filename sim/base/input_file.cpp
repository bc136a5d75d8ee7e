#include "sim/base/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOutside = "is outside the scenario's folder, which --confine does not allow";

/// Where inputs must lie, without links; nothing: anywhere.
std::optional<std::vector<fs::path>>& confinement() {
  static std::optional<std::vector<fs::path>> folders;
  return folders;
}

/// Who notes what this thread reads; null: nobody.
RecordedInputs*& recorder() {
  static thread_local RecordedInputs* inputs = nullptr;
  return inputs;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

bool may_be_read(const fs::path& path) {
  const auto& folders = confinement();
  return !folders || std::ranges::any_of(
                         *folders, [&](const fs::path& folder) { return is_inside(path, folder); });
}

std::string kind_fault(mode_t mode) {
  if (S_ISREG(mode)) return "";
  if (S_ISDIR(mode)) return "this is a folder, not a file";
  return "this is a pipe, a device or a socket, not a regular file: write its content to one first";
}

std::string system_fault(int error) {
  return "cannot be read: " + std::generic_category().message(error);
}

}  // namespace

InputStamp InputStamp::of(const std::string& path) {
  std::error_code error;
  InputStamp stamp{.path = path};
  const bool is_folder = fs::is_directory(path, error);
  const auto size = is_folder ? 0 : fs::file_size(path, error);
  if (error) return stamp;
  const auto date = fs::last_write_time(path, error);
  if (error) return stamp;
  stamp.size = static_cast<std::int64_t>(size);
  stamp.date = date.time_since_epoch().count();
  return stamp;
}

RecordedInputs::RecordedInputs() {
  ensure(recorder() == nullptr, "a thread's inputs are recorded once");
  recorder() = this;
}

RecordedInputs::~RecordedInputs() { recorder() = nullptr; }

void RecordedInputs::note(const std::string& path) {
  if (std::ranges::find(files_, path, &InputStamp::path) == files_.end())
    files_.push_back(InputStamp::of(path));
}

InputFile::InputFile(const std::string& path) {
  if (recorder() != nullptr) recorder()->note(path);
  struct stat status{};
  // A device may act on being opened: look first. Not waiting, because it may change in between.
  if (stat(path.c_str(), &status) != 0) {
    fault_ = system_fault(errno);
    return;
  }
  fault_ = kind_fault(status.st_mode);
  if (!fault_.empty()) return;
  descriptor_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    fault_ = system_fault(errno);
    return;
  }
  fault_ = kind_fault(status.st_mode);
  if (fault_.empty() && confinement()) {
    std::error_code error;
    const fs::path real = fs::read_symlink(fmt::format("/proc/self/fd/{}", descriptor_), error);
    if (error || !may_be_read(real)) fault_ = kOutside;
  }
  size_ = static_cast<double>(status.st_size);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::string> read_input(const std::string& path, std::size_t most,
                                      std::string& fault) {
  const InputFile file(path);
  fault = file.fault();
  if (!fault.empty()) return std::nullopt;
  std::string text;
  std::array<char, 65536> block{};
  while (true) {
    const ssize_t count = ::read(file.descriptor(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fault = system_fault(errno);
    if (count < 0) return std::nullopt;
    if (count == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
    if (text.size() <= most) continue;
    fault = fmt::format("is larger than {} MiB", most >> 20U);
    return std::nullopt;
  }
}

ConfinedInputs::ConfinedInputs(const std::vector<fs::path>& folders) {
  std::vector<fs::path> found;
  found.reserve(folders.size());
  for (const fs::path& folder : folders) {
    std::error_code error;
    const fs::path real = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (!error) found.push_back(real);
  }
  confinement() = std::move(found);
}

ConfinedInputs::~ConfinedInputs() { confinement().reset(); }

std::string folder_fault(const fs::path& folder) {
  if (recorder() != nullptr) recorder()->note(folder.string());
  if (!confinement()) return "";
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder, error);
  return error || !may_be_read(real) ? kOutside : "";
}

}  // namespace gpuscape
