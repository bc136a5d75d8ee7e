#include "sim/base/nearest.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace gpuscape {

namespace {

constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kMostListed = 24;

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Changed, missing, added or swapped letters (optimal string alignment distance).
std::size_t typing_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = above[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({changed, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return "";
  const std::size_t most = std::max<std::size_t>(1, word.size() / 3);
  std::size_t best = most + 1;
  std::string result;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > word.size() + most || word.size() > candidate.size() + most) continue;
    const std::size_t distance = typing_distance(word, candidate);
    if (distance >= best || distance == std::max(word.size(), candidate.size())) continue;
    best = distance;
    result = candidate;
  }
  return result;
}

std::string nearest_hint(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  if (!near.empty()) return fmt::format("did you mean \"{}\"?", near);
  if (candidates.empty()) return "";
  if (candidates.size() <= kMostListed)
    return fmt::format("known here: {}", fmt::join(candidates, ", "));
  const std::vector<std::string> first(candidates.begin(), candidates.begin() + kMostListed);
  return fmt::format("known here: {} and {} more", fmt::join(first, ", "),
                     candidates.size() - kMostListed);
}

}  // namespace gpuscape
