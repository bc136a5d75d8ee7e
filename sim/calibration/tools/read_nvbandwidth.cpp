/// nvbandwidth, as text or with --json: matrices of rates between CPU and GPUs. It does not print
/// the size of its buffers; 512 MiB is its default, and a mark says so.

#include <fmt/format.h>

#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

constexpr double kBuffer = 512.0 * 1048576.0;

bool is_nvbandwidth(const MeasuredFile& file) {
  if (file.json() != nullptr) return file.json()->find("nvbandwidth") != nullptr;
  return file.text().find("nvbandwidth Version") != std::string::npos;
}

/// One test: its name, what its matrix says, and which way bytes go.
struct Matrix {
  std::string test;
  std::string about;

  [[nodiscard]] bool of_rates() const { return holds(about, "bandwidth (GB/s)"); }

  /// "<->" goes both ways at once; the test's name says which of the two was timed.
  [[nodiscard]] bool leftwards() const {
    if (!holds(about, "<->")) return holds(about, "<-");
    return test.starts_with("device_to_host") || test.starts_with("all_to_host") ||
           (between_gpus() && holds(test, "_write"));
  }
  [[nodiscard]] bool between_gpus() const { return holds(about, "GPU(row)"); }
  /// One row for all GPUs, each with itself: "memcpy local GPU(column)".
  [[nodiscard]] bool local() const { return !holds(about, "(row)"); }

  [[nodiscard]] LawKey key(int row, int column) const {
    LawKey key{.family = "cuda", .operation = "copy", .path = "", .memory = "pinned"};
    if (holds(about, "CPU(row)")) {
      key.direction = leftwards() ? "device-to-host" : "host-to-device";
      key.path =
          leftwards() ? fmt::format("gpu{}>host", column) : fmt::format("host>gpu{}", column);
    } else {
      const int from = local() || leftwards() ? column : row;
      key.direction = "device-to-device";
      key.memory = "device";
      key.path = fmt::format("gpu{}>gpu{}", from, leftwards() && !local() ? row : column);
    }
    if (test != "host_to_device_memcpy_ce" && test != "device_to_host_memcpy_ce" &&
        test != "device_to_device_memcpy_write_ce")
      key.more["test"] = test;
    return key;
  }
};

void add(MeasuredFile& file, const Matrix& matrix, std::pair<int, int> at,
         std::pair<std::string_view, int> cell) {
  if (cell.first == "N/A") return;
  const auto rate = number_in(cell.first);
  if (!rate)
    return file.fault(cell.second, fmt::format("{}: \"{}\" is not a rate", matrix.test, cell.first),
                      "keep all that the program printed");
  Measurement row{.key = matrix.key(at.first, at.second)};
  row.bytes = Bytes(kBuffer);
  row.seconds = row.bytes / BytesPerSecond(*rate * 1e9);
  row.marks.emplace_back("buffer of 512 MiB assumed");
  if (matrix.test.ends_with("_total")) row.marks.emplace_back("both ways together");
  file.add(std::move(row), cell.second);
}

void add_device(MeasuredFile& file, std::string_view number, std::string_view model) {
  model.remove_prefix(std::min(model.find_first_not_of(' '), model.size()));
  file.devices.push_back(
      {.id = fmt::format("gpu{}", number),
       .kind = "gpu",
       .properties = {{"name", std::string(model.substr(0, model.find(" (")))}}});
}

/// A row has its number before a rate of each column.
void read_row(MeasuredFile& file, const Matrix& matrix, const TextLine& line, std::size_t columns) {
  const auto& words = line.words;
  const auto row = number_in(words[0]);
  if (!row) return;
  if (columns > 0 && words.size() != columns + 1)
    return file.fault(
        line.number,
        fmt::format("{}: {} rates under {} columns", matrix.test, words.size() - 1, columns),
        "keep all that the program printed");
  for (std::size_t i = 1; i < words.size(); ++i)
    add(file, matrix, {static_cast<int>(*row), static_cast<int>(i) - 1}, {words[i], line.number});
}

void read_text(MeasuredFile& file) {
  Matrix matrix;
  std::size_t columns = 0;
  bool inside = false;
  for (const TextLine& line : lines_of(file.text())) {
    const auto& words = line.words;
    if (words.size() > 2 && words[0] == "Device" && words[1].ends_with(':'))
      add_device(file, words[1].substr(0, words[1].size() - 1),
                 line.text.substr(line.text.find(':') + 1));
    if (words.size() == 2 && words[0] == "Running") matrix = {std::string(words[1]), ""};
    if (matrix.test.ends_with('.')) matrix.test.pop_back();
    if (holds(line.text, "(column)") || holds(line.text, "(row)")) {
      matrix.about = line.text;
      inside = matrix.of_rates();
      columns = 0;
      if (!inside) file.left_out.push_back(matrix.test + ": not a matrix of rates");
      continue;
    }
    if (words.empty() || words[0] == "SUM") inside = false;
    if (!inside) continue;
    if (columns == 0 && line.text.find_first_not_of(" 0123456789") == std::string_view::npos)
      columns = words.size();
    else
      read_row(file, matrix, line, columns);
  }
}

void read_case(MeasuredFile& file, const JsonValue& json) {
  const Matrix matrix{file.text_of(json, "name"), file.text_of(json, "bandwidth_description")};
  const JsonValue* rows = json.find("bandwidth_matrix");
  if (rows == nullptr || !matrix.of_rates()) {
    file.left_out.push_back(matrix.test + ": not a matrix of rates");
    return;
  }
  for (std::size_t i = 0; i < rows->items().size(); ++i) {
    const auto& cells = rows->items()[i].items();
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::string text =
          cells[j].is_number() ? json_number(cells[j].number()) : cells[j].text();
      add(file, matrix, {static_cast<int>(i), static_cast<int>(j)}, {text, cells[j].place().line});
    }
  }
}

void read_nvbandwidth(MeasuredFile& file) {
  if (file.json() == nullptr) return read_text(file);
  const JsonValue& all = *file.json()->find("nvbandwidth");
  if (const JsonValue* devices = all.find("GPU Device list"))
    for (const JsonValue& device : devices->items()) {
      const std::string& text = device.text();
      const std::size_t colon = text.find(':');
      if (colon != std::string::npos)
        add_device(file, text.substr(0, colon), std::string_view(text).substr(colon + 1));
    }
  const JsonValue* cases = all.find("testcases");
  if (cases == nullptr)
    return file.fault(all, "/nvbandwidth", "\"testcases\" is missing", "measure again");
  for (const JsonValue& json : cases->items()) read_case(file, json);
}

}  // namespace

MeasurementTool nvbandwidth_tool() { return {"nvbandwidth", is_nvbandwidth, read_nvbandwidth}; }

}  // namespace gpuscape
