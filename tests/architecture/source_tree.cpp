#include "tests/architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> read_lines(const fs::path& path) {
  std::ifstream stream(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool ends_in(const std::string& path, const std::vector<std::string>& endings) {
  return std::ranges::any_of(endings, [&](const std::string& end) { return path.ends_with(end); });
}

void collect(const fs::path& start, std::vector<fs::path>& paths) {
  if (fs::is_regular_file(start)) paths.push_back(start);
  if (!fs::is_directory(start)) return;
  for (const auto& entry : fs::recursive_directory_iterator(start)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
}

}  // namespace

std::vector<SourceFile> source_files(const std::vector<std::string>& folders,
                                     const std::vector<std::string>& endings) {
  std::vector<fs::path> paths;
  for (const std::string& folder : folders) collect(source_file(folder), paths);
  std::vector<SourceFile> files;
  for (const fs::path& path : paths) {
    std::string name = fs::relative(path, source_file("")).generic_string();
    if (ends_in(name, endings)) files.push_back({std::move(name), read_lines(path)});
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

std::vector<SourceFile> cpp_files() {
  auto files = source_files({"sim", "models", "cli", "gui", "validation/bench", "tests"},
                            {".cpp", ".hpp", ".h", ".cc"});
  EXPECT_GT(files.size(), 1150U) << "C++ files of the checkout are not found";
  return files;
}

std::vector<Inclusion> inclusions() {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Inclusion> result;
  for (const SourceFile& file : cpp_files()) {
    for (const std::string& line : file.lines) {
      std::smatch match;
      if (!line.starts_with('#') || !std::regex_search(line, match, pattern)) continue;
      result.push_back({file.path, match[2], match[1] == "\""});
    }
  }
  EXPECT_GT(result.size(), 6000U) << "includes are not found";
  return result;
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

}  // namespace gpuscape
