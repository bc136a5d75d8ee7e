#include "sim/report/format/csv.hpp"

#include <charconv>
#include <string>

#include "sim/base/error.hpp"
#include "sim/report/format/valid_text.hpp"

namespace gpuscape {

namespace {

/// True where a spreadsheet would compute the cell instead of showing it.
bool is_formula(std::string_view text) {
  constexpr std::string_view kBegins = "=+-@\t\r";
  if (text.size() < 2 || kBegins.find(text.front()) == std::string_view::npos) return false;
  double number = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault != std::errc() || end != text.data() + text.size();
}

}  // namespace

std::string csv_cell(std::string_view raw) {
  const std::string text = valid_text(raw);
  const bool formula = is_formula(text);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return (formula ? "'" : "") + text;
  std::string cell = formula ? "\"'" : "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string_view state_name(JobState state) {
  switch (state) {
    case JobState::waiting:
      return "waiting";
    case JobState::running:
      return "running";
    case JobState::completed:
      return "completed";
    case JobState::timed_out:
      return "timed_out";
    case JobState::over_budget:
      return "over_budget";
    case JobState::never_fits:
      return "never_fits";
    case JobState::dependency_failed:
      return "dependency_failed";
    case JobState::failed:
      return "failed";
  }
  throw InternalError("a job has a state that no report knows");
}

std::string_view wait_reason_name(WaitReason reason) {
  switch (reason) {
    case WaitReason::order:
      return "order";
    case WaitReason::gpus_short:
      return "gpus_short";
    case WaitReason::no_whole_node:
      return "no_whole_node";
    case WaitReason::cores_or_memory_short:
      return "cores_or_memory_short";
    case WaitReason::limit:
      return "limit";
    case WaitReason::model_short:
      return "model_short";
    case WaitReason::dependency:
      return "dependency";
    case WaitReason::managers_away:
      return "managers_away";
  }
  throw InternalError("a job waits for a reason that no report knows");
}

}  // namespace gpuscape
