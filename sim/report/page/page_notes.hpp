#pragma once
/// What an answer assumes, what it leaves out, and how it is made again.

#include <string>
#include <vector>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// Texts, each with the designs of which it is said.
class SharedTexts {
 public:
  void add(const std::string& text, const std::string& design);
  /// HTML of each: the text alone where it is said of all `designs`.
  [[nodiscard]] std::vector<std::string> html(std::size_t designs) const;

 private:
  struct Entry {
    std::string text;
    std::vector<std::string> designs = {};
  };
  std::vector<Entry> entries_;
};

/// A command as it was typed, with nothing of a path but the last name.
std::string without_paths(const std::string& command);

/// Guesses as a table, those of several designs once.
std::string guess_table(const std::vector<const PageResult*>& results);

/// What differs between the scenarios of two designs, defaults included: a row for each design.
std::string scenario_differences(const PageComparison& of);

/// How a result is made again: the command, program version, seed, files.
std::string reproduction_html(const Provenance& provenance, const JsonValue* resolved);

}  // namespace gpuscape
