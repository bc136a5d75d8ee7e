#include "tests/scramble/answer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>

#include "cli/program.hpp"
#include "sim/engine/simgrid_host.hpp"

namespace gpuscape::scramble {

namespace {

const SimGridEngine& linked_simgrid() {
  static const SimGridEngine engine{.run_loop = run_on_simgrid, .run_transfers = nullptr};
  return engine;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A line of a table with RFC 4180's quotes.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char letter : line) {
    if (letter == '"') quoted = !quoted;
    if (letter == ',' && !quoted)
      fields.emplace_back();
    else if (letter != '"')
      fields.back() += letter;
  }
  return fields;
}

}  // namespace

bool Table::has(const std::string& column) const {
  return std::ranges::find(header, column) != header.end();
}

const std::string& Table::at(std::size_t row, const std::string& column) const {
  static const std::string nothing;
  const auto found = std::ranges::find(header, column);
  if (found == header.end()) return nothing;
  const auto index = static_cast<std::size_t>(found - header.begin());
  return index < rows[row].size() ? rows[row][index] : nothing;
}

double Table::number(std::size_t row, const std::string& column) const {
  const std::string& text = at(row, column);
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::strtod(text.c_str(), nullptr);
}

Table read_table(const std::string& text) {
  Table table;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (table.header.empty())
      table.header = fields_of(line);
    else
      table.rows.push_back(fields_of(line));
  }
  return table;
}

Call call(const std::vector<std::string>& words) {
  std::ostringstream out, err;
  const int code = program(words, out, err, &linked_simgrid());
  return {code, out.str(), err.str()};
}

const Json& Answer::results() const {
  static const Json nothing = Json::object();
  const auto found = result.find("results");
  return found == result.end() ? nothing : *found;
}

Table Answer::table(const std::string& file) const {
  const auto found = files.find(file);
  return found == files.end() ? Table{} : read_table(found->second);
}

void write_drawn(const Drawn& drawn, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "drawn.json") << drawn.scenario.dump(2) << '\n';
  for (const auto& [name, text] : drawn.files) std::ofstream(folder / name) << text;
}

void read_files(const std::filesystem::path& folder, Answer& answer) {
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      answer.files[std::filesystem::relative(entry.path(), folder).string()] =
          text_of(entry.path());
  const auto found = answer.files.find("result.json");
  if (found != answer.files.end()) answer.result = Json::parse(found->second, nullptr, false);
}

Answer run_in(const std::filesystem::path& folder, const std::vector<std::string>& further) {
  const std::filesystem::path out = folder / "out";
  std::filesystem::remove_all(out);
  std::vector<std::string> words = {"run", (folder / "drawn.json").string(), "--out", out.string()};
  if (std::ranges::find(further, "--threads") == further.end())
    words.insert(words.end(), {"--threads", "1"});
  words.insert(words.end(), further.begin(), further.end());
  Answer answer{.call = call(words)};
  read_files(out, answer);
  return answer;
}

}  // namespace gpuscape::scramble
