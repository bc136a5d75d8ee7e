/// perftest (ib_write_bw, ib_read_lat, ib_send_bw, …): half round trips, and rates of messages.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
    for (const std::string_view gpu :
         {"allocated GPU buffer", "of a GPU buffer", "--use_cuda", "--use_rocm", "GPU memory"})
      on_gpu_ = on_gpu_ || holds(text, gpu);
    if (const auto value = value_of(text, "Device"); !value.empty()) device_ = value;
    if (const auto value = value_of(text, "Link type"); !value.empty())
      link_ = value == "IB" ? "infiniband" : "ethernet";
    if (const auto value = count_in(text, "Number of qps")) pairs_ = *value;
    if (const auto value = count_in(text, "TX depth")) depth_ = *value;
  }

  /// Columns by their names, which have a space in them: two stand between names, or a tab.
  void head(std::string_view text) {
    names_.clear();
    while (!text.empty()) {
      const std::size_t end =
          std::min({text.find("  "), text.find(" \t"), text.find('\t'), text.size()});
      std::string_view name = text.substr(0, end);
      name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
      add_name(name);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    columns_ = column("t_typical[usec]") ? Columns::latency
               : column("t_avg[usec]")   ? Columns::mean_latency
               : column("BW average[")   ? Columns::rate
                                         : Columns::none;
  }

  /// "#bytes #iterations" stand one space apart in heads of latency.
  void add_name(std::string_view name) {
    if (name.empty()) return;
    const bool two = name.starts_with("#") && name.find(' ') != std::string_view::npos;
    if (two) names_.emplace_back(name.substr(0, name.find(' ')));
    names_.emplace_back(two ? name.substr(name.find(' ') + 1) : name);
    if (holds(name, "BW average[")) unit_ = holds(name, "Gb/sec") ? 1e9 / 8.0 : 1048576.0;
  }

  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const {
    const auto at = std::ranges::find_if(
        names_, [&](const std::string& other) { return other.starts_with(name); });
    if (at == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(at - names_.begin());
  }

  [[nodiscard]] std::optional<double> figure(const TextLine& line, std::string_view name) const {
    const auto at = column(name);
    return at && *at < line.words.size() ? number_in(line.words[*at]) : std::nullopt;
  }

  void row(const TextLine& line) {
    const bool rate = columns_ == Columns::rate;
    const auto figure = this->figure(line, rate                           ? "BW average["
                                           : columns_ == Columns::latency ? "t_typical[usec]"
                                                                          : "t_avg[usec]");
    const auto size = number_in(line.words.front());
    if (!figure || !size)
      return file_.fault(line.number, "the row breaks off, or its figure is not a number",
                         "keep all that the program printed");
    if (is_rounded_away(line, *figure)) {
      file_.left_out.push_back(fmt::format("{}:{}: {} B: perftest rounded the figure to 0",
                                           file_.name(), line.number, line.words.front()));
      return;
    }
    if (rate ? !agrees(line, *size, *figure) : !is_within(line, *figure)) return;
    Measurement row{.key = {.family = "rdma",
                            .operation = rate ? "bandwidth" : "latency",
                            .path = device_.empty() ? "pair" : "pair " + device_,
                            .direction = direction_}};
    if (!link_.empty()) row.key.more["link"] = link_;
    if (on_gpu_) row.key.memory = "device";
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
  [[nodiscard]] std::optional<double> millions_in(const TextLine& line) const {
    const auto millions = figure(line, "MsgRate[Mpps]");
    return millions && *millions > 0.0 ? millions : std::nullopt;
  }

  /// Size times messages is the rate; a fault where it is not, as of columns taken for others.
  bool agrees(const TextLine& line, double size, double rate) {
    const auto millions = millions_in(line);
    if (!millions || rate == 0.0) return true;
    const double by_messages = size * *millions * 1e6 / unit_;
    constexpr double kPart = 0.01;
    constexpr double kRate = 0.01;  // of what is printed, whatever its digits
    constexpr double kMillions = 1.0e-6;
    const double rounding = kRate + size * kMillions * 1e6 / unit_;
    if (std::abs(by_messages - rate) <= kPart * rate + rounding) return true;
    file_.fault(
        line.number,
        fmt::format("{} B x {} million messages a second are {:.4g}, and BW average says {}", size,
                    *millions, by_messages, rate),
        "keep the table as perftest printed it");
    return false;
  }

  bool is_within(const TextLine& line, double figure) {
    const auto least = this->figure(line, "t_min[usec]");
    const auto most = this->figure(line, "t_max[usec]");
    if (!least || !most || (*least <= figure && figure <= *most)) return true;
    file_.fault(
        line.number,
        fmt::format("{} us is not between t_min {} us and t_max {} us", figure, *least, *most),
        "keep the table as perftest printed it");
    return false;
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
  bool on_gpu_ = false;
  Columns columns_ = Columns::none;
  std::vector<std::string> names_;  ///< of the columns
};

void read_perftest(MeasuredFile& file) { PerftestReader(file).read(); }

}  // namespace

MeasurementTool perftest_tool() { return {"perftest", is_perftest, read_perftest}; }

}  // namespace gpuscape
