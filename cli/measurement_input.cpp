#include "cli/measurement_input.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace gpuscape {

namespace fs = std::filesystem;

std::string content_of(const std::string& path, const std::string& hint, ReadingContext& context) {
  std::ostringstream text;
  const std::ifstream file(path, std::ios::binary);
  std::error_code error;
  if (!file || fs::is_directory(path, error)) {
    context.add({std::make_shared<const std::string>(path), 0, 0}, "",
                fs::is_directory(path, error) ? "this is a folder"
                : fs::exists(path, error)     ? "this cannot be read"
                                              : "there is no such file",
                hint);
    return "";
  }
  text << file.rdbuf();
  if (!file || !text)
    context.add({std::make_shared<const std::string>(path), 0, 0}, "", "this cannot be read", hint);
  return text.str();
}

MeasurementSet read_measurement_files(const std::vector<std::string>& paths) {
  ReadingContext context;
  std::vector<MeasurementText> texts;
  texts.reserve(paths.size());
  for (const std::string& path : paths)
    texts.push_back({path, content_of(path, "gpuscape-bench -o FILE.json writes one", context)});
  context.throw_if_issues();
  MeasurementSet set = read_measurements(texts, context);
  context.throw_if_issues();
  for (ProfileFile& file : set.files) file.name = fs::path(file.name).filename().string();
  return set;
}

}  // namespace gpuscape
