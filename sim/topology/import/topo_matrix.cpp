#include "sim/topology/import/topo_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

struct Line {
  int number = 0;
  std::vector<std::string> fields;
};

/// Without the escapes that underline the header on a terminal.
std::string plain(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else if (text[i] != '\r') {
      result += text[i];
    }
  }
  return result;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// Fields stand between tabs, or between two spaces where an editor took the tabs away.
std::vector<std::string> fields_of(std::string_view line) {
  const std::string_view between = line.find('\t') == std::string_view::npos ? "  " : "\t";
  std::vector<std::string> fields;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(between), line.size());
    fields.push_back(trimmed(line.substr(0, end)));
    line.remove_prefix(std::min(end + between.size(), line.size()));
  }
  std::erase(fields, "");
  return fields;
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Line line{.number = number, .fields = fields_of(plain(text.substr(0, end)))};
    if (!line.fields.empty()) lines.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

std::optional<TopoMatrix::Cell> cell_of(std::string_view text) {
  for (const PathClass path : {PathClass::same, PathClass::pix, PathClass::pxb, PathClass::phb,
                               PathClass::node, PathClass::sys})
    if (text == path_class_name(path)) return TopoMatrix::Cell{path, 0};
  if (text == "SOC") return TopoMatrix::Cell{PathClass::sys, 0};  // until driver 378
  const auto links = text.starts_with("NV") ? number_in(text.substr(2)) : std::nullopt;
  if (links && *links > 0 && *links <= 1000) return TopoMatrix::Cell{PathClass::nvlink, *links};
  return std::nullopt;
}

bool is_device(std::string_view name) {
  return name.find("ffinity") == std::string_view::npos && name != "GPU NUMA ID";
}

class Reading {
 public:
  Reading(std::string_view text, const std::string& file) : lines_(lines_of(text)) {
    matrix_.file = file;
  }

  TopoMatrix read() {
    const auto header = std::ranges::find_if(
        lines_, [](const Line& line) { return line.fields.front() == "GPU0"; });
    if (header == lines_.end())
      throw ScenarioError(
          {issue(1, "no row begins with GPU0", "this is to be what `nvidia-smi topo -m` printed")});
    read_header(*header);
    for (auto row = header + 1; row != lines_.end() && matrix_.cells.size() < columns_.size();
         ++row) {
      if (row->fields.front() != columns_[matrix_.cells.size()]) break;
      read_row(*row);
    }
    if (matrix_.cells.size() < columns_.size())
      add(header->number, fmt::format("the matrix is not square: {} columns, {} rows",
                                      columns_.size(), matrix_.cells.size()));
    if (issues_.empty()) check_symmetry();
    if (!issues_.empty()) throw ScenarioError(issues_);
    rename();
    return std::move(matrix_);
  }

 private:
  [[nodiscard]] Issue issue(int line, std::string message, std::string hint = "") const {
    return {.file = matrix_.file,
            .line = line,
            .column = 1,
            .pointer = "",
            .message = std::move(message),
            .hint = std::move(hint)};
  }
  void add(int line, std::string message) { issues_.push_back(issue(line, std::move(message))); }

  void read_header(const Line& header) {
    for (const std::string& field : header.fields)
      (is_device(field) ? columns_ : others_).push_back(field);
    for (const std::string& name : columns_)
      if (name.starts_with("GPU") && number_in(name.substr(3))) ++matrix_.gpus;
  }

  void read_row(const Line& row) {
    matrix_.cells.emplace_back();
    matrix_.lines.push_back(row.number);
    if (row.fields.size() < columns_.size() + 1) {
      add(row.number, fmt::format("{} has {} cells for {} columns", excerpt(row.fields[0]),
                                  row.fields.size() - 1, columns_.size()));
      matrix_.cells.back().resize(columns_.size());
      matrix_.affinity.emplace_back();
      matrix_.numa.emplace_back();
      return;
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto cell = cell_of(row.fields[i + 1]);
      if (!cell)
        add(row.number, fmt::format("{} to {}: unknown class \"{}\"", row.fields[0], columns_[i],
                                    excerpt(row.fields[i + 1])));
      matrix_.cells.back().push_back(cell.value_or(TopoMatrix::Cell{}));
    }
    const bool said = row.fields.size() > columns_.size() + 1;
    matrix_.affinity.push_back(said ? row.fields[columns_.size() + 1] : "");
    matrix_.numa.push_back(other(row, "NUMA Affinity"));
    matrix_.own_numa = matrix_.own_numa || number_in(other(row, "GPU NUMA ID")).has_value();
  }

  /// Of a column behind the devices; empty where the row does not have all of these.
  [[nodiscard]] std::string other(const Line& row, std::string_view name) const {
    const auto at = std::ranges::find(others_, name);
    if (at == others_.end() || row.fields.size() != columns_.size() + 1 + others_.size()) return "";
    return row.fields[columns_.size() + 1 + static_cast<std::size_t>(at - others_.begin())];
  }

  void check_symmetry() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const TopoMatrix::Cell& one = matrix_.cells[i][j];
        const TopoMatrix::Cell& other = matrix_.cells[j][i];
        if (one.path == other.path && one.nvlinks == other.nvlinks) continue;
        add(matrix_.lines[i],
            fmt::format("the matrix is not symmetric: {} to {} and {} to {} differ", columns_[i],
                        columns_[j], columns_[j], columns_[i]));
      }
      if (matrix_.cells[i][i].path != PathClass::same)
        add(matrix_.lines[i], fmt::format("{} to itself is not X", columns_[i]));
    }
  }

  /// "GPU0" is gpu0; "NIC0" is what the legend says.
  void rename() {
    std::map<std::string, std::string> legend;
    for (const Line& line : lines_)
      for (const std::string& field : line.fields)
        if (const std::size_t colon = field.find(": "); colon != std::string::npos)
          legend[field.substr(0, colon)] = trimmed(field.substr(colon + 2));
    for (const std::string& name : columns_) {
      const auto known = legend.find(name);
      if (name.starts_with("GPU")) {
        matrix_.names.push_back("gpu" + name.substr(3));
      } else {
        matrix_.names.push_back(known == legend.end() ? name : known->second);
      }
    }
  }

  std::vector<Line> lines_;
  std::vector<std::string> columns_;
  std::vector<std::string> others_;  ///< columns behind the devices
  TopoMatrix matrix_;
  std::vector<Issue> issues_;
};

}  // namespace

TopoMatrix read_topo_matrix(std::string_view text, const std::string& file) {
  return Reading(text, file).read();
}

}  // namespace gpuscape
