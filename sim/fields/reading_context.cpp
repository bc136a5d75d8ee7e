#include "sim/fields/reading_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostIssues = 100;
/// That are told apart: a file of faults alone must not fill the memory.
constexpr std::size_t kMostKept = 10'000;

}  // namespace

void ReadingContext::add(const SourcePlace& place, std::string_view pointer, std::string message,
                         std::string hint) {
  if (describing()) return;
  ++times_found_;
  if (issues_.size() >= kMostKept) return;
  const std::string file = place.file == nullptr ? "" : *place.file;
  std::string shown = excerpt(pointer, 120);
  if (!seen_.emplace(file, place.line, place.column, shown, message).second) return;
  if (!variant_.empty()) message += fmt::format(" (in variant \"{}\")", excerpt(variant_));
  issues_.push_back({.file = file,
                     .line = place.line,
                     .column = place.column,
                     .pointer = std::move(shown),
                     .message = std::move(message),
                     .hint = std::move(hint)});
}

void ReadingContext::add(const std::vector<Issue>& issues) {
  times_found_ += issues.size();
  const std::size_t room = kMostKept - std::min(kMostKept, issues_.size());
  issues_.insert(issues_.end(), issues.begin(),
                 issues.begin() + static_cast<std::ptrdiff_t>(std::min(room, issues.size())));
}

std::vector<Issue> ReadingContext::sorted_issues() const {
  std::vector<std::size_t> order(issues_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [this](std::size_t i, std::size_t j) {
    const Issue& a = issues_[i];
    const Issue& b = issues_[j];
    return std::tie(a.file, a.line, a.column, i) < std::tie(b.file, b.line, b.column, j);
  });
  std::vector<Issue> result;
  for (std::size_t i = 0; i < std::min(order.size(), kMostIssues); ++i)
    result.push_back(issues_[order[i]]);
  if (order.size() <= kMostIssues) return result;
  const std::size_t more = order.size() - kMostIssues;
  result.push_back({.file = result.front().file,
                    .line = 0,
                    .column = 0,
                    .pointer = "",
                    .message = order.size() < kMostKept
                                   ? fmt::format("{} more faults, not shown", more)
                                   : fmt::format("{} or more further faults, not shown", more),
                    .hint = ""});
  return result;
}

void ReadingContext::throw_if_issues() const {
  if (has_issues()) throw ScenarioError(sorted_issues());
}

}  // namespace gpuscape
