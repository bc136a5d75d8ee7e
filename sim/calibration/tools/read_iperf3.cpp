/// iperf3 -J: the rate of each interval, all streams together, at the block size of the run. Each
/// interval that is not omitted is a repetition. Of UDP what arrived counts.

#include <fmt/format.h>

#include <cmath>

#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

bool is_iperf3(const MeasuredFile& file) {
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

/// Bytes by time are the rate; a fault where they are not.
bool agrees(MeasuredFile& file, const JsonValue& sum, const std::string& pointer, double bits) {
  const JsonValue* bytes = sum.find("bytes");
  const JsonValue* seconds = sum.find("seconds");
  for (const JsonValue* figure : {bytes, seconds})
    if (figure == nullptr || !figure->is_number() || !(figure->number() > 0.0)) return true;
  const double by_size = 8.0 * bytes->number() / seconds->number();
  if (std::abs(by_size - bits) <= 0.01 * by_size) return true;
  file.fault(sum, pointer,
             fmt::format("bytes / seconds are {:.4g} bit/s, and bits_per_second says {:.4g}",
                         by_size, bits),
             "keep what iperf3 wrote");
  return false;
}

void read_intervals(MeasuredFile& file, const JsonValue& intervals, const Measurement& base) {
  int stubs = 0;
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
    stubs += stub ? 1 : 0;
    if (stub || (omitted != nullptr && omitted->boolean())) continue;
    const auto bits = file.number(*sum, pointer, "bits_per_second");
    if (!bits || !agrees(file, *sum, pointer, *bits)) continue;
    Measurement row = base;
    row.seconds = row.bytes / BytesPerSecond(*bits / 8.0);
    file.add(std::move(row), sum->place().line);
  }
  if (stubs > 0)
    file.left_out.push_back(fmt::format("{}: {} interval{} of less than 0.1 s", file.name(), stubs,
                                        stubs == 1 ? "" : "s"));
}

/// Of UDP the sender's intervals count what was lost too: the run's receiver counts, once.
void read_received(MeasuredFile& file, Measurement row) {
  const JsonValue* end = file.json()->find("end");
  const JsonValue* received = end == nullptr ? nullptr : end->find("sum_received");
  const JsonValue* sum = end == nullptr ? nullptr : end->find("sum");
  const JsonValue* lost = sum == nullptr ? nullptr : sum->find("lost_percent");
  const double share = lost != nullptr && lost->is_number() ? lost->number() / 100.0 : 0.0;
  const JsonValue& counted = received != nullptr ? *received : sum != nullptr ? *sum : *file.json();
  if (received == nullptr && lost == nullptr) {
    file.left_out.push_back(
        fmt::format("{}: UDP, and what the receiver got is not in it", file.name()));
    return;
  }
  const auto bits = file.number(counted, received != nullptr ? "/end/sum_received" : "/end/sum",
                                "bits_per_second");
  if (!bits) return;
  const double arrived = received != nullptr ? *bits : *bits * (1.0 - share);
  if (!(arrived > 0.0)) {
    file.left_out.push_back(fmt::format("{}: UDP, and nothing arrived", file.name()));
    return;
  }
  if (share >= 0.01) row.marks.push_back(fmt::format("{:.0f} % lost", 100.0 * share));
  row.seconds = row.bytes / BytesPerSecond(arrived / 8.0);
  file.add(std::move(row), counted.place().line);
}

/// The other end, as the file names it; empty: this machine itself.
std::string peer_of(const MeasuredFile& file, const JsonValue& start) {
  const JsonValue* other = start.find("connecting_to");
  if (other == nullptr) other = start.find("accepted_connection");
  const std::string name = other == nullptr ? "" : file.text_of(*other, "host");
  const bool local = name.starts_with("127.") || name == "localhost" || name == "::1";
  return local ? "" : name;
}

void read_test(MeasuredFile& file, const JsonValue& test, const JsonValue& intervals) {
  const auto size = file.number(test, "/start/test_start", "blksize");
  const auto streams = file.count(test, "/start/test_start", "num_streams");
  if (!size || !streams) return;
  const JsonValue* reverse = test.find("reverse");
  const bool back = reverse != nullptr && reverse->number() != 0.0;
  const bool datagrams = file.text_of(test, "protocol") == "UDP";
  Measurement base{.key = {.family = "tcp",
                           .operation = "bandwidth",
                           .path = std::string(file.peer.empty() ? "localhost" : "pair") +
                                   (datagrams ? " udp" : " tcp"),
                           .direction = back ? "reverse" : ""}};
  base.key.streams = *streams;
  base.bytes = Bytes(*size);
  if (datagrams && !back)
    read_received(file, std::move(base));
  else
    read_intervals(file, intervals, base);
}

void read_iperf3(MeasuredFile& file) {
  const JsonValue& start = *file.json()->find("start");
  const std::string failed = file.text_of(*file.json(), "error");
  if (!failed.empty())
    return file.fault(*file.json(), "/error", fmt::format("iperf3 failed: {}", failed),
                      "measure again");
  file.add_host(host_in(file.text_of(start, "system_info")));
  file.peer = peer_of(file, start);
  const JsonValue* test = start.find("test_start");
  const JsonValue* intervals = file.json()->find("intervals");
  if (test == nullptr || intervals == nullptr)
    return file.fault(*file.json(), "",
                      fmt::format("\"{}\" is missing", test ? "intervals" : "test_start"),
                      "iperf3 wrote no results");
  read_test(file, *test, *intervals);
}

}  // namespace

MeasurementTool iperf3_tool() { return {"iperf3", is_iperf3, read_iperf3}; }

}  // namespace gpuscape
