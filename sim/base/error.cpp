#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace gpuscape {

ScenarioError::ScenarioError(std::vector<Issue> issues)
    : std::runtime_error(format_issues(issues)), issues_(std::move(issues)) {}

void throw_internal_error(std::string_view what) { throw InternalError(std::string(what)); }

namespace {

std::string place_of(const Issue& issue) {
  if (issue.file.empty()) return "";
  if (issue.line == 0) return issue.file + ": ";
  return fmt::format("{}:{}:{}: ", issue.file, issue.line, issue.column);
}

}  // namespace

std::string format_issues(const std::vector<Issue>& issues) {
  std::string text;
  for (const Issue& issue : issues) {
    text += place_of(issue) + "error: ";
    if (!issue.pointer.empty()) text += issue.pointer + ": ";
    text += issue.message + "\n";
    if (!issue.hint.empty()) text += "  hint: " + issue.hint + "\n";
  }
  return text;
}

}  // namespace gpuscape
