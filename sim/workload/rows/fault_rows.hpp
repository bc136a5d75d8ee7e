#pragma once
/// A log of faults, row by row: which node was away from when to when, and why.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct FaultRow {
  std::string node;
  Seconds begin{0.0};  ///< after the log's first second
  Seconds end{0.0};    ///< not before `begin`
  std::string cause = {};
  std::int64_t line = 0;  ///< 1-based, of the decompressed file
};

struct FaultRows {
  std::vector<FaultRow> rows;           ///< in the order of the file
  std::string cause_column = {};        ///< "class"; empty: none names a cause
  std::vector<std::string> unread;      ///< columns that are not read
  std::size_t left_out = 0;             ///< broken rows, and those that are over before they begin
  std::int64_t first_left_out = 0;      ///< line of the first of them
  std::string why_first_left_out = {};  ///< "it is over before it begins"
  std::string fault = {};               ///< why the file cannot be used; empty where it can

  void leave_out(std::int64_t line, std::string why);
};

/// What a line of such a file looks like: a hint.
inline constexpr const char* kFaultRowHint =
    "columns are node, start_s and end_s, or start_day and end_day";

/// Reads a CSV file, compressed or not, with the columns `node`, `start_s` and `end_s`, or
/// `start_day` and `end_day`, and perhaps `class` or `cause`.
FaultRows read_fault_rows(const std::string& path);

/// Whether its first line names such columns; false where it cannot be read.
bool looks_like_fault_log(const std::string& path);

}  // namespace gpuscape
