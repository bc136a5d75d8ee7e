#pragma once
/// Small scenarios as text for tests, and what loading them found.

#include <filesystem>
#include <string>
#include <vector>

#include "sim/scenario/load/loader.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::testing {

/// A valid scenario; the parts can be replaced one by one.
struct ScenarioText {
  std::string title = R"("title": "T",)";
  std::string cluster = R"("cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 8}}})";
  std::string stream = R"("trace": {"format": "swf", "file": "log.swf"})";
  std::string more = {};  ///< further sections, each beginning with a comma

  [[nodiscard]] std::string text() const {
    return R"({"format": 1, )" + title + cluster + R"(, "workload": {"streams": {"jobs": {)" +
           stream + "}}}" + more + "}";
  }
};

inline std::string with(const std::string& sections) {
  return ScenarioText{.more = ", " + sections}.text();
}
inline std::string with_stream(const std::string& stream) {
  return ScenarioText{.stream = stream}.text();
}

/// A stream that generates, with one part replaced.
inline std::string generated(
    const std::string& amount = R"("jobs": 10, "load": 0.5)",
    const std::string& gpus = R"({"1": 1})",
    const std::string& run_time = R"({"distribution": "constant", "value": "1 h"})",
    const std::string& more = "") {
  return with_stream(R"("generate": {)" + amount + R"(, "gpus": )" + gpus + R"(, "run_time": )" +
                     run_time + more + "}");
}

inline LoadedScenario loaded(const std::string& text, const Design& options = {}) {
  return load_scenario_text(text, "s.json", options);
}

/// "pointer: message" of every fault, by place.
inline std::vector<std::string> faults(const LoadedScenario& scenario) {
  std::vector<std::string> result;
  for (const Issue& issue : scenario.context.sorted_issues())
    result.push_back(issue.pointer + ": " + issue.message);
  return result;
}

inline std::vector<std::string> faults(const std::string& text, const Design& options = {}) {
  return faults(loaded(text, options));
}

/// A folder of scenarios that is gone after the test.
class ScenarioFolder {
 public:
  /// Writes a file below the folder and returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = folder_.path() / name;
    std::filesystem::create_directories(file.parent_path());
    write_text(file, text);
    return file.string();
  }
  [[nodiscard]] std::string path() const { return folder_.path().string(); }

 private:
  ScratchFolder folder_;
};

}  // namespace gpuscape::testing
