#include "cli/commands/calibrate/measurement_input.hpp"

#include <filesystem>
#include <utility>

#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

std::string content_of(const std::string& path, const std::string& hint, ReadingContext& context) {
  std::string fault;
  auto text = read_input(path, kMostFileBytes, fault);
  if (text) return std::move(*text);
  context.add({std::make_shared<const std::string>(path), 0, 0}, "", fault, hint);
  return "";
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
