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

  [[nodiscard]] LawKey key(int row, int column) const {
    LawKey key{.family = "cuda", .operation = "copy", .path = "", .memory = "pinned"};
    const bool leftwards = holds(about, "<-");
    const bool from_host = holds(about, "CPU(row) ->") || holds(about, "CPU(row) <-");
    if (from_host) {
      key.direction = leftwards ? "device-to-host" : "host-to-device";
      key.path = leftwards ? fmt::format("gpu{}>host", column) : fmt::format("host>gpu{}", column);
    } else {
      key.direction = "device-to-device";
      key.memory = "device";
      key.path = fmt::format("gpu{}>gpu{}", leftwards ? column : row, leftwards ? row : column);
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
  file.add(std::move(row), cell.second);
}

void add_device(MeasuredFile& file, std::string_view number, std::string_view model) {
  model.remove_prefix(std::min(model.find_first_not_of(' '), model.size()));
  file.devices.push_back(
      {.id = fmt::format("gpu{}", number),
       .kind = "gpu",
       .properties = {{"name", std::string(model.substr(0, model.find(" (")))}}});
}

void read_text(MeasuredFile& file) {
  Matrix matrix;
  bool inside = false;
  for (const TextLine& line : lines_of(file.text())) {
    const auto& words = line.words;
    if (words.size() > 2 && words[0] == "Device" && words[1].ends_with(':'))
      add_device(file, words[1].substr(0, words[1].size() - 1),
                 line.text.substr(line.text.find(':') + 1));
    if (words.size() == 2 && words[0] == "Running") matrix = {std::string(words[1]), ""};
    if (matrix.test.ends_with('.')) matrix.test.pop_back();
    if (holds(line.text, "(row)")) {
      matrix.about = line.text;
      inside = matrix.of_rates();
      if (!inside) file.left_out.push_back(matrix.test + ": not a matrix of rates");
      continue;
    }
    if (words.empty() || words[0] == "SUM") inside = false;
    if (!inside || line.text.find_first_not_of(" 0123456789") == std::string_view::npos) continue;
    const auto row = number_in(words[0]);
    for (std::size_t i = 1; row && i < words.size(); ++i)
      add(file, matrix, {static_cast<int>(*row), static_cast<int>(i) - 1}, {words[i], line.number});
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
