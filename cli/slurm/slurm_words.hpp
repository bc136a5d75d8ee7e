#pragma once
/// What is said to Slurm's programs, word by word: nothing passes through a shell.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// The words of --slurm: parted at blanks, except between quotes. Throws UsageError where a quote
/// is not closed, and where a word is one that the sweep itself must set.
std::vector<std::string> slurm_words(std::string_view text);

/// "0-3,7" of ascending numbers.
std::string array_ranges(const std::vector<std::int64_t>& numbers);

}  // namespace gpuscape
