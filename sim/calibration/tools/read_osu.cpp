/// osu-micro-benchmarks: osu_latency and osu_bw. Its MB are 10^6 bytes.

#include <fmt/format.h>

#include <algorithm>

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

/// Of the buffers, as key_of's `memory` and `more` have it: "D" device, "M" managed, "H" host.
void place_buffers(LawKey& key, char sender, char receiver) {
  const auto name = [](char place) {
    return place == 'D' ? "device" : place == 'M' ? "managed" : "host";
  };
  key.more.erase("buffers");
  key.memory = sender == 'H' && receiver == 'H' ? "" : name(sender == 'H' ? receiver : sender);
  if (sender != receiver)
    key.more["buffers"] = fmt::format("{} to {}", name(sender), name(receiver));
}

/// The places of the buffers in a command: "srun -n2 osu_bw -m 1:4096 D H".
std::optional<std::pair<char, char>> places_in_command(const TextLine& line) {
  const auto is_place = [](std::string_view word) {
    return word.size() == 1 && std::string_view("DHM").find(word[0]) != std::string_view::npos;
  };
  const auto& words = line.words;
  const auto program = std::ranges::find_if(words, [](std::string_view word) {
    const std::string_view name = word.substr(word.rfind('/') + 1);
    return name == "osu_bw" || name == "osu_bibw" || name == "osu_latency";
  });
  if (program == words.end() || words.end() - program < 3) return std::nullopt;
  const std::string_view sender = words[words.size() - 2];
  if (!is_place(sender) || !is_place(words.back())) return std::nullopt;
  return std::pair(sender[0], words.back()[0]);
}

/// "# Send Buffer on DEVICE (D) and Receive Buffer on HOST (H)".
std::optional<std::pair<char, char>> places_in_comment(std::string_view text) {
  const auto place = [&](std::string_view before) {
    std::size_t at = text.find(before);
    if (at == std::string_view::npos) return '\0';
    at = text.find('(', at);
    return at == std::string_view::npos || at + 1 >= text.size() ? '\0' : text[at + 1];
  };
  const char sender = place("Send Buffer on");
  const char receiver = place("Receive Buffer on");
  if (sender == '\0' || receiver == '\0') return std::nullopt;
  return std::pair(sender, receiver);
}

/// What the head of the figures names, where it names another unit than `key`'s operation has.
std::string_view other_unit(std::string_view head, const LawKey& key) {
  const std::string_view expected = key.operation == "latency" ? "(us)" : "(MB/s)";
  const std::size_t open = head.find('(');
  if (open == std::string_view::npos) return {};
  const std::string_view unit = head.substr(open, head.find(')', open) - open + 1);
  return unit == expected ? std::string_view() : unit;
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

class OsuReader {
 public:
  explicit OsuReader(MeasuredFile& file) : file_(file) {}

  void read() {
    for (const TextLine& line : lines_of(file_.text())) {
      if (line.words.empty()) continue;
      if (is_title(line))
        title(line);
      else if (line.text.starts_with("#"))
        comment(line);
      else if (const auto places = places_in_command(line))
        command_ = places;
      else if (number_in(line.words.front()) && !key_.operation.empty())
        read_row(file_, line, key_);
    }
    if (!any_)
      return file_.fault(0, "neither osu_latency nor osu_bw wrote this",
                         "other OSU benchmarks are not read by this version");
    for (std::string& line : others_) file_.left_out.push_back(std::move(line));
  }

 private:
  /// A title "MPI-CUDA" is of buffers on the GPU, unless the command or a comment says otherwise.
  void title(const TextLine& line) {
    key_ = key_of(line);
    any_ = any_ || !key_.operation.empty();
    if (key_.operation.empty())
      others_.push_back(
          fmt::format("{}:{}: \"{}\" is not read", file_.name(), line.number, excerpt(line.text)));
    if (command_)
      place_buffers(key_, command_->first, command_->second);
    else if (line.words[2] != "MPI")
      place_buffers(key_, 'D', 'D');
    command_.reset();
  }

  void comment(const TextLine& line) {
    if (const auto places = places_in_comment(line.text))
      place_buffers(key_, places->first, places->second);
    if (const auto places = places_in_command(line)) command_ = places;
    if (key_.operation.empty() || line.words.size() < 2 || line.words[1] != "Size") return;
    if (const std::string_view unit = other_unit(line.text, key_); !unit.empty())
      file_.fault(line.number, fmt::format("figures in {} are not read", unit),
                  "osu_bw prints MB/s, osu_latency us");
  }

  MeasuredFile& file_;
  LawKey key_;
  std::optional<std::pair<char, char>> command_;  ///< of the table that follows
  bool any_ = false;
  std::vector<std::string> others_;
};

void read_osu(MeasuredFile& file) { OsuReader(file).read(); }

}  // namespace

MeasurementTool osu_tool() { return {"osu-micro-benchmarks", is_osu, read_osu}; }

}  // namespace gpuscape
