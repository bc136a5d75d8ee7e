#pragma once
/// The checkout as the architecture tests read it: files by folder, their lines, what they include.

#include <ostream>
#include <string>
#include <vector>

namespace gpuscape {

/// A text file of the checkout. `path` is relative to its root, with `/`.
struct SourceFile {
  std::string path;
  std::vector<std::string> lines;

  /// How GoogleTest names a file that a test is about.
  friend void PrintTo(const SourceFile& file, std::ostream* out) { *out << file.path; }
};

/// One `#include`: the file it stands in, and what it names.
struct Inclusion {
  std::string file;
  std::string target;   ///< without quotes or brackets
  bool quoted = false;  ///< "…", not <…>
};

/// Every file below one of `folders` (or that file itself) whose name ends in one of `endings`, by
/// path.
std::vector<SourceFile> source_files(const std::vector<std::string>& folders,
                                     const std::vector<std::string>& endings);

/// All C++ of the project. The calling test fails where far fewer files are found than there are.
std::vector<SourceFile> cpp_files();

/// Every `#include` of cpp_files(). The calling test fails where far fewer are found than there
/// are.
std::vector<Inclusion> inclusions();

/// True when `path` stands in `folder` or below it, or is that file.
bool is_below(const std::string& path, const std::string& folder);

}  // namespace gpuscape
