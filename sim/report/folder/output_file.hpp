#pragma once
/// A file that appears complete or not at all. Every file that the program writes is one.

#include <cstdio>
#include <filesystem>
#include <memory>

#include "sim/report/format/text_sink.hpp"

namespace gpuscape {

/// Writes beside its final name, under a name of its own that no link and no other process can
/// have. What stands under the final name stays as it is until `put_in_place`; without that call
/// nothing is left behind. What a killed run left of the same file is removed.
class OutputFile final : public TextSink {
 public:
  /// Throws RunError where the file cannot be made, or where a folder, a device or a pipe has its
  /// final name.
  explicit OutputFile(std::filesystem::path path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile() override;

  /// Throws RunError, also for a full disk.
  void write(std::string_view text) override;
  /// Flushes; the disk holds all of it afterwards, or RunError is thrown. From then on another
  /// process may take the part for a dead one's, unless the folder is locked (FolderLock).
  void close();
  /// Replaces what stood under the final name. The old file goes with this object.
  void put_in_place();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(int error);
  void open_part();
  void flush();
  [[nodiscard]] bool exchange() const;

  std::filesystem::path path_;
  std::filesystem::path part_;  ///< not in place yet, or the old file: the destructor removes it
  std::unique_ptr<std::FILE, Closer> file_;
};

/// Removes the parts that dead runs left of the files in a folder; only those of `name` where one
/// is given. A part is recognised by its name, and dead where nobody holds its lock.
void remove_dead_parts(const std::filesystem::path& folder, std::string_view name = {});

/// Throws RunError where `path` has something that this program did not draw, unless `force`.
void refuse_foreign_drawing(const std::filesystem::path& path, bool force);

}  // namespace gpuscape
