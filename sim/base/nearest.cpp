#include "sim/base/nearest.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <span>

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

/// Whether the candidate begins with the word and goes on.
bool extends(std::string_view candidate, std::string_view word) {
  return candidate.size() > word.size() &&
         std::ranges::equal(candidate.substr(0, word.size()), word, same_letter);
}

constexpr std::size_t kShortestPrefix = 2;
constexpr std::size_t kMostCompared = 1000;  // lists of a file's own names may be of any length

/// Candidates that begin with the word, the shortest first.
std::vector<std::string> continuations(std::string_view word,
                                       const std::vector<std::string>& candidates) {
  std::vector<std::string> found;
  if (word.size() < kShortestPrefix) return found;
  for (const std::string& candidate : candidates) {
    if (!extends(candidate, word) || std::ranges::find(found, candidate) != found.end()) continue;
    found.push_back(candidate);
    if (found.size() == kMostCompared) break;
  }
  std::ranges::stable_sort(found, {}, &std::string::size);
  return found;
}

std::string quoted_list(const std::vector<std::string>& words) {
  constexpr std::size_t kMostOffered = 4;
  std::vector<std::string> quoted;
  for (std::size_t i = 0; i < std::min(words.size(), kMostOffered); ++i)
    quoted.push_back(fmt::format("\"{}\"", words[i]));
  if (words.size() > kMostOffered)
    quoted.push_back(fmt::format("{} more", words.size() - kMostOffered));
  const std::string last = quoted.back();
  quoted.pop_back();
  return quoted.empty() ? last : fmt::format("{} or {}", fmt::join(quoted, ", "), last);
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > kLongestWord) return "";
  const std::vector<std::string> longer = continuations(word, candidates);
  if (!longer.empty()) return longer.front();
  const std::size_t most = std::max<std::size_t>(1, word.size() / 3);
  std::size_t best = most + 1;
  std::string result;
  for (const std::string& candidate :
       std::span(candidates).first(std::min(candidates.size(), kMostCompared))) {
    if (candidate.size() > word.size() + most || word.size() > candidate.size() + most) continue;
    const std::size_t distance = typing_distance(word, candidate);
    if (distance >= best || distance == std::max(word.size(), candidate.size())) continue;
    best = distance;
    result = candidate;
  }
  return result;
}

std::string nearest_hint(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string> longer = continuations(word, candidates);
  if (longer.size() > 1) return fmt::format("did you mean {}?", quoted_list(longer));
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
