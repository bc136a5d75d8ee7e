/// osu-micro-benchmarks: osu_latency and osu_bw. Its MB are 10^6 bytes.

#include <fmt/format.h>

#include "sim/calibration/measured_file.hpp"

namespace gpuscape {

namespace {

bool recognises(const MeasuredFile& file) {
  return file.json() == nullptr && file.text().find("# OSU ") != std::string::npos;
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

void read_row(MeasuredFile& file, const TextLine& line, const LawKey& key) {
  const auto size = number_in(line.words.front());
  const auto figure = line.words.size() > 1 ? number_in(line.words[1]) : std::nullopt;
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

void read(MeasuredFile& file) {
  LawKey key{.family = "mpi", .operation = "", .path = "pair mpi"};
  for (const TextLine& line : lines_of(file.text())) {
    if (line.words.empty()) continue;
    if (!line.text.starts_with("#")) {
      if (number_in(line.words.front()) && !key.operation.empty()) read_row(file, line, key);
      continue;
    }
    if (holds(line.text, "OSU ") && holds(line.text, "Latency Test")) key.operation = "latency";
    if (holds(line.text, "OSU ") && holds(line.text, "Bandwidth Test")) key.operation = "bandwidth";
    if (holds(line.text, "Bi-Directional")) key.direction = "both ways";
    if (holds(line.text, "DEVICE (D) and Receive Buffer on DEVICE (D)")) key.memory = "device";
  }
  if (key.operation.empty())
    file.fault(0, "neither osu_latency nor osu_bw wrote this",
               "other OSU benchmarks are not read by this version");
}

}  // namespace

MeasurementTool osu_tool() { return {"osu-micro-benchmarks", recognises, read}; }

}  // namespace gpuscape
