#pragma once
/// The word that a mistyped one was probably meant to be.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// The candidate with the fewest changed, missing, added or swapped letters, ignoring case; the
/// first of equally near ones. Empty when none is near enough to be a likely typing mistake.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `did you mean "count"?` where a candidate is near, else `known here: a, b, c`; empty without
/// candidates.
std::string nearest_hint(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace gpuscape
