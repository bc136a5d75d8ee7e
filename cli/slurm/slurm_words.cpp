#include "cli/slurm/slurm_words.hpp"

#include <fmt/format.h>

#include <array>

#include "cli/command.hpp"

namespace gpuscape {

namespace {

void refuse_own(const std::string& word) {
  constexpr std::array kOwn{"--array", "--job-name", "--wrap", "--wait", "--chdir", "--test-only"};
  constexpr std::array kShort{"-a", "-J", "-W", "-D"};
  const auto refuse = [&word] {
    throw UsageError{.message = fmt::format("--slurm must not contain {}: the sweep sets it", word),
                     .hint = "for example --slurm '-p main --time 2:00:00 --cpus-per-task 4'"};
  };
  for (const std::string_view own : kOwn)
    if (word == own || word.starts_with(fmt::format("{}=", own))) refuse();
  for (const std::string_view own : kShort)
    if (!word.starts_with("--") && word.starts_with(own)) refuse();
}

}  // namespace

std::vector<std::string> slurm_words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == 0 && is_blank) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0)
    throw UsageError{.message = fmt::format("--slurm has a {} that is not closed", quote),
                     .hint = "for example --slurm '-p main --comment \"many designs\"'"};
  for (const std::string& word : words) refuse_own(word);
  return words;
}

std::string array_ranges(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", numbers[first]);
    if (last > first) text += fmt::format("-{}", numbers[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace gpuscape
