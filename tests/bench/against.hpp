#pragma once
/// Our sides of the table in this program against those of an older build of it, so that what the
/// machine does meanwhile meets both alike.

#include <string>
#include <vector>

#include "tests/bench/rows.hpp"

namespace gpuscape::bench {

/// Runs each of our sides in both programs in turn (`--side NAME`), prints the median of the paired
/// ratios old/new (above 1: faster now) with its 95 % interval, and returns the exit status: 1
/// where a side is slower, 2 where one cannot be run or is not there.
int compare_with(const std::string& other, const std::vector<Row>& rows);

bool has_side(const std::vector<Row>& rows, const std::string& name);

/// Runs the side of that name once, for `compare_with` and for profilers: what is timed is what
/// `seconds_of` calls. The last line says the units and the seconds. Returns the exit status.
int run_side(const std::string& name, const std::vector<Row>& rows);

/// Exit status of a program that lacks the side.
constexpr int kNoSide = 2;

}  // namespace gpuscape::bench
