#pragma once
/// `gpuscape compare --unmapped`: the same comparison where jobs without an application have one.

#include "cli/commands/compare/guesses.hpp"

namespace gpuscape {

/// Runs the comparison with such jobs like the least and like the most sensitive application, and
/// where the two come to other answers, with mixes of both; takes what comes out into the result.
/// On stderr it says what that takes before it begins, at `seconds_each` a design. Stopped, it
/// marks the result as partial.
void try_unmapped(const ComparedWith& with, double seconds_each, CompareResult& result);

}  // namespace gpuscape
