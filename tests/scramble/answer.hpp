#pragma once
/// What the program answered, read back.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

/// A table by its columns; texts as written.
struct Table {
  std::vector<std::string> header = {};
  std::vector<std::vector<std::string>> rows = {};

  [[nodiscard]] bool has(const std::string& column) const;
  /// Empty where there is no such column.
  [[nodiscard]] const std::string& at(std::size_t row, const std::string& column) const;
  /// Not a number where the field is empty.
  [[nodiscard]] double number(std::size_t row, const std::string& column) const;
};

Table read_table(const std::string& text);

struct Call {
  int code = 0;
  std::string out = {}, err = {};
};

/// The program in this process. An exception that passes it is a defect, with code 70.
Call call(const std::vector<std::string>& words);

struct Answer {
  Call call = {};
  Json result = Json::object();  ///< result.json
  std::map<std::string, std::string> files = {};

  [[nodiscard]] const Json& results() const;
  [[nodiscard]] Table table(const std::string& file) const;
};

/// Writes the scenario and its files into a folder.
void write_drawn(const Drawn& drawn, const std::filesystem::path& folder);

/// Runs the scenario that `folder` holds, into `folder`/out, with further words.
Answer run_in(const std::filesystem::path& folder, const std::vector<std::string>& further = {});

/// What a folder of results holds.
void read_files(const std::filesystem::path& folder, Answer& answer);

}  // namespace gpuscape::scramble
