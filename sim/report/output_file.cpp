#include "sim/report/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

std::filesystem::path part_of(std::filesystem::path path) { return path += ".part"; }

}  // namespace

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)), part_(part_of(path_)), file_(std::fopen(part_.c_str(), "wb")) {
  if (!file_) fail(errno);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      part_(std::exchange(other.part_, {})),
      file_(std::move(other.file_)) {}

OutputFile::~OutputFile() {
  if (part_.empty()) return;
  file_.reset();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(errno);
}

void OutputFile::close() {
  if (file_ && std::fclose(file_.release()) != 0) fail(errno);
}

void OutputFile::put_in_place() {
  close();
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error) fail(error.value());
  part_.clear();
}

void OutputFile::fail(int error) {
  throw RunError(
      fmt::format("cannot write {}: {}", path_.string(), std::generic_category().message(error)));
}

}  // namespace gpuscape
