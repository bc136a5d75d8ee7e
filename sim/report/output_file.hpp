#pragma once
/// A file that appears complete or not at all.

#include <cstdio>
#include <filesystem>
#include <memory>

#include "sim/report/text_sink.hpp"

namespace gpuscape {

/// Writes beside its final name, under that name with ".part". What stands under the final name
/// stays as it is until `put_in_place`; without that call nothing is left behind.
class OutputFile final : public TextSink {
 public:
  /// Throws RunError where the file cannot be made.
  explicit OutputFile(std::filesystem::path path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile() override;

  /// Throws RunError, also for a full disk.
  void write(std::string_view text) override;
  /// Flushes; the disk holds all of it afterwards, or RunError is thrown.
  void close();
  /// Replaces what stood under the final name.
  void put_in_place();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(int error);

  std::filesystem::path path_;
  std::filesystem::path part_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace gpuscape
