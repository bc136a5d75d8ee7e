#pragma once
/// Settings of a Slurm cluster read from the texts that its commands print.

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/scenario/slurm/slurm_settings.hpp"

namespace gpuscape::test {

struct SlurmRead {
  SlurmSettings settings;
  ReadingContext context;
  std::vector<std::string> faults;
};

inline SlurmRead read_slurm(const std::vector<std::string>& texts) {
  std::vector<SlurmText> files;
  for (const std::string& text : texts)
    files.push_back({"text" + std::to_string(files.size()), text});
  SlurmRead result;
  result.settings = read_slurm_settings(files, result.context);
  for (const Issue& issue : result.context.sorted_issues())
    result.faults.push_back(issue.file + ":" + std::to_string(issue.line) + ": " + issue.message);
  return result;
}

/// A key of the policy as JSON; empty where it is not there.
inline std::string policy_of(const SlurmRead& read, std::string_view key) {
  const JsonValue* value = read.settings.scheduler.find("policy")->find(key);
  return value == nullptr ? "" : write_json(*value, -1);
}

}  // namespace gpuscape::test
