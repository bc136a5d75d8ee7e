/// perftest (ib_write_bw, ib_read_lat, ib_send_bw, …): half round trips, and rates of messages.

#include <fmt/format.h>

#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kHead = "#bytes";

bool is_perftest(const MeasuredFile& file) {
  return file.json() == nullptr && file.text().find(kHead) != std::string::npos &&
         (file.text().find("[usec]") != std::string::npos ||
          file.text().find("BW average[") != std::string::npos);
}

/// What stands after "name :", up to a tab or the line's end; empty where that name is not there.
std::string_view value_of(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + name.size());
  const std::size_t colon = line.find_first_not_of(' ');
  if (colon == std::string_view::npos || line[colon] != ':') return {};
  line.remove_prefix(colon + 1);
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line.substr(0, line.find_first_of(" \t["));
}

std::optional<int> count_in(std::string_view line, std::string_view name) {
  const auto number = number_in(value_of(line, name));
  return number ? whole_count(*number) : std::nullopt;
}

class PerftestReader {
 public:
  explicit PerftestReader(MeasuredFile& file) : file_(file) {}

  void read() {
    for (const TextLine& line : lines_of(file_.text())) {
      if (line.words.empty()) continue;
      if (line.text.ends_with("Test") || holds(line.text, " Test "))
        title(line.text);
      else if (line.words.front().starts_with(kHead))
        head(line.text);
      else if (columns_ != Columns::none && number_in(line.words.front()))
        row(line);
      else
        setting(line.text);
    }
    if (columns_ == Columns::none) file_.fault(0, "perftest's table is missing", "measure again");
  }

 private:
  enum class Columns : unsigned char { none, latency, mean_latency, rate };

  void title(std::string_view text) {
    direction_ = holds(text, "Write") ? "write" : holds(text, "Read") ? "read" : "send";
    if (holds(text, "Atomic")) direction_ = "atomic";
    if (holds(text, "Bidirectional")) direction_ += " both ways";
  }

  void setting(std::string_view text) {
    if (const auto value = value_of(text, "Device"); !value.empty()) device_ = value;
    if (const auto value = value_of(text, "Link type"); !value.empty())
      link_ = value == "IB" ? "infiniband" : "ethernet";
    if (const auto value = count_in(text, "Number of qps")) pairs_ = *value;
    if (const auto value = count_in(text, "TX depth")) depth_ = *value;
  }

  void head(std::string_view text) {
    columns_ = holds(text, "t_typical[usec]") ? Columns::latency
               : holds(text, "t_avg[usec]")   ? Columns::mean_latency
               : holds(text, "BW average[")   ? Columns::rate
                                              : Columns::none;
    unit_ = holds(text, "Gb/sec") ? 1e9 / 8.0 : 1048576.0;
  }

  void row(const TextLine& line) {
    constexpr std::size_t kTypical = 4;
    constexpr std::size_t kMean = 2;
    const bool rate = columns_ == Columns::rate;
    const std::size_t column = rate ? 3 : columns_ == Columns::latency ? kTypical : kMean;
    const auto figure =
        number_in(column < line.words.size() ? line.words[column] : std::string_view());
    const auto size = number_in(line.words.front());
    if (!figure || !size)
      return file_.fault(line.number, "the row breaks off, or its figure is not a number",
                         "keep all that the program printed");
    if (is_rounded_away(line, *figure)) {
      file_.left_out.push_back(fmt::format("{}:{}: {} B: perftest rounded the figure to 0",
                                           file_.name(), line.number, line.words.front()));
      return;
    }
    Measurement row{.key = {.family = "rdma",
                            .operation = rate ? "bandwidth" : "latency",
                            .path = device_.empty() ? "pair" : "pair " + device_,
                            .direction = direction_}};
    if (!link_.empty()) row.key.more["link"] = link_;
    row.bytes = Bytes(*size);
    row.seconds = Seconds(*figure * 1e-6);
    if (rate) {
      row.key.streams = pairs_;
      row.key.depth = depth_;
      row.seconds = message_time(line, row.bytes, *figure);
    }
    file_.add(std::move(row), line.number);
  }

  /// Millions of messages a second, which have more digits.
  [[nodiscard]] static std::optional<double> millions_in(const TextLine& line) {
    const auto millions = number_in(line.words.size() > 4 ? line.words[4] : std::string_view());
    return millions && *millions > 0.0 ? millions : std::nullopt;
  }

  [[nodiscard]] bool is_rounded_away(const TextLine& line, double figure) const {
    return figure == 0.0 && (columns_ != Columns::rate || !millions_in(line));
  }

  /// Of small messages the rate of messages has more digits than that of bytes.
  [[nodiscard]] Seconds message_time(const TextLine& line, Bytes size, double rate) const {
    if (const auto millions = millions_in(line)) return Seconds(1e-6 / *millions);
    return size / BytesPerSecond(rate * unit_);
  }

  MeasuredFile& file_;
  std::string direction_ = "send";
  std::string device_;
  std::string link_;
  int pairs_ = 1;
  int depth_ = 0;
  double unit_ = 1048576.0;
  Columns columns_ = Columns::none;
};

void read_perftest(MeasuredFile& file) { PerftestReader(file).read(); }

}  // namespace

MeasurementTool perftest_tool() { return {"perftest", is_perftest, read_perftest}; }

}  // namespace gpuscape
