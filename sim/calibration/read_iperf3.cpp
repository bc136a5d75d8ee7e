/// iperf3 -J: the rate of each interval, all streams together, at the block size of the run. Each
/// interval that is not omitted is a repetition.

#include <fmt/format.h>

#include "sim/calibration/measured_file.hpp"

namespace gpuscape {

namespace {

bool recognises(const MeasuredFile& file) {
  const JsonValue* start = file.json() == nullptr ? nullptr : file.json()->find("start");
  return start != nullptr && start->find("version") != nullptr &&
         file.text_of(*start, "version").starts_with("iperf");
}

/// "Linux node17 6.1.0 …": the second word.
std::string host_in(const std::string& system) {
  const auto lines = lines_of(system);
  if (lines.empty() || lines.front().words.size() < 2) return "";
  return std::string(lines.front().words[1]);
}

void read_intervals(MeasuredFile& file, const JsonValue& intervals, const Measurement& base) {
  for (std::size_t i = 0; i < intervals.items().size(); ++i) {
    const JsonValue* sum = intervals.items()[i].find("sum");
    const std::string pointer = fmt::format("/intervals/{}/sum", i);
    if (sum == nullptr) {
      file.fault(intervals.items()[i], pointer, "\"sum\" is missing", "measure again");
      continue;
    }
    const JsonValue* omitted = sum->find("omitted");
    const JsonValue* seconds = sum->find("seconds");
    const bool stub = seconds != nullptr && seconds->number() > 0.0 && seconds->number() < 0.1;
    if (stub || (omitted != nullptr && omitted->boolean())) continue;
    const auto bits = file.number(*sum, pointer, "bits_per_second");
    if (!bits) continue;
    Measurement row = base;
    row.seconds = row.bytes / BytesPerSecond(*bits / 8.0);
    file.add(std::move(row), sum->place().line);
  }
}

void read(MeasuredFile& file) {
  const JsonValue& start = *file.json()->find("start");
  const std::string failed = file.text_of(*file.json(), "error");
  if (!failed.empty())
    return file.fault(*file.json(), "/error", fmt::format("iperf3 failed: {}", failed),
                      "measure again");
  file.add_host(host_in(file.text_of(start, "system_info")));
  const JsonValue* test = start.find("test_start");
  const JsonValue* intervals = file.json()->find("intervals");
  if (test == nullptr || intervals == nullptr)
    return file.fault(*file.json(), "",
                      fmt::format("\"{}\" is missing", test ? "intervals" : "test_start"),
                      "iperf3 wrote no results");
  const auto size = file.number(*test, "/start/test_start", "blksize");
  const auto streams = file.number(*test, "/start/test_start", "num_streams");
  if (!size || !streams) return;
  const JsonValue* connecting = start.find("connecting_to");
  const std::string to = connecting == nullptr ? "" : file.text_of(*connecting, "host");
  const bool local = to.empty() || to.starts_with("127.") || to == "localhost" || to == "::1";
  const JsonValue* reverse = test->find("reverse");
  const bool back = reverse != nullptr && reverse->number() != 0.0;
  Measurement base{.key = {.family = "tcp",
                           .operation = "bandwidth",
                           .path = local ? "localhost tcp" : "pair tcp",
                           .direction = back ? "reverse" : ""}};
  if (file.text_of(*test, "protocol") == "UDP")
    base.key.path = local ? "localhost udp" : "pair udp";
  base.key.streams = static_cast<int>(*streams);
  base.bytes = Bytes(*size);
  read_intervals(file, *intervals, base);
}

}  // namespace

MeasurementTool iperf3_tool() { return {"iperf3", recognises, read}; }

}  // namespace gpuscape
