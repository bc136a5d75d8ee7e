/// nccl-tests: the table that all_reduce_perf, sendrecv_perf and their kin print. Columns are taken
/// from the table's own head, which differs between versions.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/calibration/measured_file.hpp"

namespace gpuscape {

namespace {

struct Test {
  std::string_view program;
  std::string_view operation;
};
constexpr std::array<Test, 9> kTests = {{{"all_reduce_perf", "all-reduce"},
                                         {"all_gather_perf", "all-gather"},
                                         {"reduce_scatter_perf", "reduce-scatter"},
                                         {"alltoall_perf", "all-to-all"},
                                         {"sendrecv_perf", "send-receive"},
                                         {"broadcast_perf", "broadcast"},
                                         {"scatter_perf", "scatter"},
                                         {"gather_perf", "gather"},
                                         {"reduce_perf", "reduce"}}};

bool recognises(const MeasuredFile& file) {
  return file.json() == nullptr && file.text().find("busbw") != std::string::npos &&
         file.text().find("algbw") != std::string::npos;
}

std::string operation_of(const MeasuredFile& file) {
  const auto test = std::ranges::find_if(kTests, [&](const Test& t) {
    return file.text().find(t.program) != std::string::npos ||
           file.name().find(t.program) != std::string::npos;
  });
  return test == kTests.end() ? "" : std::string(test->operation);
}

class Reader {
 public:
  explicit Reader(MeasuredFile& file) : file_(file), operation_(operation_of(file)) {}

  void read() {
    if (operation_.empty())
      return file_.fault(0, "the file does not say which of nccl-tests it is of",
                         "keep the command in it, or name the file after it: all_reduce_perf.txt");
    for (const TextLine& line : lines_of(file_.text())) {
      if (line.words.empty()) continue;
      if (line.words.front() == "#")
        comment(line);
      else if (number_in(line.words.front()))
        row(line);
    }
  }

 private:
  void comment(const TextLine& line) {
    const auto& words = line.words;
    if (words.size() > 2 && words[1] == "size" && words[2] == "count") {
      times_.clear();
      for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i] == "time") times_.push_back(i - 1);
    }
    if (words.size() < 2 || words[1] != "Rank") return;
    ++ranks_;
    const auto on = std::ranges::find(words, "on");
    if (on != words.end() && std::next(on) != words.end()) file_.add_host(*std::next(on));
    const std::size_t model = line.text.find("] ");
    if (model == std::string_view::npos) return;
    file_.devices.push_back({.id = fmt::format("gpu{}", ranks_ - 1),
                             .kind = "gpu",
                             .properties = {{"name", std::string(line.text.substr(model + 2))}}});
  }

  void row(const TextLine& line) {
    if (times_.empty())
      return file_.fault(line.number, "a row stands before the head of its table",
                         "keep all that the program printed");
    for (std::size_t i = 0; i < times_.size(); ++i) {
      const auto time =
          times_[i] < line.words.size() ? number_in(line.words[times_[i]]) : std::nullopt;
      const auto size = number_in(line.words.front());
      if (!time || !size)
        return file_.fault(line.number, "the row breaks off, or its time is no number",
                           "keep all that the program printed");
      Measurement row{.key = {.family = "nccl",
                              .operation = operation_,
                              .path = fmt::format("{} gpus", ranks_),
                              .direction = i == 0 ? "out of place" : "in place"}};
      row.bytes = Bytes(*size);
      row.seconds = Seconds(*time * 1e-6);
      wrong(line, times_[i], row);
      if (row.bytes > Bytes(0.0)) file_.add(std::move(row), line.number);
    }
  }

  static void wrong(const TextLine& line, std::size_t time, Measurement& row) {
    if (time + 3 >= line.words.size()) return;
    const auto count = number_in(line.words[time + 3]);
    if (count && *count > 0.0) row.marks.push_back("wrong results");
  }

  MeasuredFile& file_;
  std::string operation_;
  std::vector<std::size_t> times_;  ///< columns, out of place and in place
  int ranks_ = 0;
};

void read(MeasuredFile& file) { Reader(file).read(); }

}  // namespace

MeasurementTool nccl_tests_tool() { return {"nccl-tests", recognises, read}; }

}  // namespace gpuscape
