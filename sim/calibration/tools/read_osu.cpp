/// osu-micro-benchmarks: osu_latency and osu_bw. Its MB are 10^6 bytes.

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

bool is_osu(const MeasuredFile& file) {
  return file.json() == nullptr && file.text().find("# OSU ") != std::string::npos;
}

bool is_title(const TextLine& line) {
  return line.words.size() > 1 && line.words[0] == "#" && line.words[1] == "OSU";
}

/// "# OSU MPI Latency Test v5.9", "# OSU MPI-CUDA Bi-Directional Bandwidth Test". What stands
/// between tells another benchmark ("Allreduce", "Multi-threaded"): no operation.
LawKey key_of(const TextLine& title) {
  LawKey key{.family = "mpi", .operation = "", .path = "pair mpi"};
  const auto word = [&](std::size_t at) {
    return at < title.words.size() ? title.words[at] : std::string_view();
  };
  if (word(2) != "MPI" && !word(2).starts_with("MPI-")) return key;
  const bool both = word(3) == "Bi-Directional";
  const std::string_view measure = word(both ? 4 : 3);
  if (word(both ? 5 : 4) != "Test") return key;
  if (measure == "Latency" && !both) key.operation = "latency";
  if (measure == "Bandwidth") key.operation = "bandwidth";
  if (both) key.direction = "both ways";
  return key;
}

void read_row(MeasuredFile& file, const TextLine& line, const LawKey& key) {
  const auto size = number_in(line.words.front());
  const auto figure = number_in(line.words.size() > 1 ? line.words[1] : std::string_view());
  if (!size || !figure)
    return file.fault(line.number,
                      fmt::format("expected a size and a figure, found \"{}\"", line.text),
                      "keep what the program printed, and nothing else");
  if (*size == 0.0) return;
  Measurement row{.key = key};
  row.bytes = Bytes(*size);
  row.seconds = key.operation == "latency" ? Seconds(*figure * 1e-6)
                                           : row.bytes / BytesPerSecond(*figure * 1e6);
  file.add(std::move(row), line.number);
}

void read_osu(MeasuredFile& file) {
  LawKey key;
  bool any = false;
  std::vector<std::string> others;
  for (const TextLine& line : lines_of(file.text())) {
    if (line.words.empty()) continue;
    if (is_title(line)) {
      key = key_of(line);
      any = any || !key.operation.empty();
      if (key.operation.empty())
        others.push_back(
            fmt::format("{}:{}: \"{}\" is not read", file.name(), line.number, excerpt(line.text)));
    } else if (line.text.starts_with("#")) {
      if (holds(line.text, "DEVICE (D) and Receive Buffer on DEVICE (D)")) key.memory = "device";
    } else if (number_in(line.words.front()) && !key.operation.empty()) {
      read_row(file, line, key);
    }
  }
  if (!any)
    return file.fault(0, "neither osu_latency nor osu_bw wrote this",
                      "other OSU benchmarks are not read by this version");
  for (std::string& line : others) file.left_out.push_back(std::move(line));
}

}  // namespace

MeasurementTool osu_tool() { return {"osu-micro-benchmarks", is_osu, read_osu}; }

}  // namespace gpuscape
