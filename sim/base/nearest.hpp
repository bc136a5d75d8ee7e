#pragma once
/// The word that a mistyped one was probably meant to be.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// The shortest candidate that begins with the word (of two letters or more); without one, that
/// with the fewest changed, missing, added or swapped letters, the first of equally near ones. Case
/// does not count. Empty when none is near enough to be a likely typing mistake.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `did you mean "count"?` where a candidate is near, every one where several begin with the word,
/// else `known here: a, b, c`; empty without
/// candidates.
std::string nearest_hint(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace gpuscape
