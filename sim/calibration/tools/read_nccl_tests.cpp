/// nccl-tests: the table that all_reduce_perf, sendrecv_perf and their kin print. Columns are taken
/// from the table's own head, which differs between versions.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/calibration/tools/measured_file.hpp"

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

bool is_nccl_tests(const MeasuredFile& file) {
  return file.json() == nullptr && file.text().find("busbw") != std::string::npos &&
         file.text().find("algbw") != std::string::npos;
}

/// Of the first of nccl-tests that the text names; empty where it names none.
std::string_view operation_in(std::string_view text) {
  const auto test = std::ranges::find_if(
      kTests, [&](const Test& t) { return text.find(t.program) != std::string_view::npos; });
  return test == kTests.end() ? std::string_view() : test->operation;
}

/// A file may hold several runs after each other, each of a test of its own.
class NcclTestsReader {
 public:
  explicit NcclTestsReader(MeasuredFile& file) : file_(file), lines_(lines_of(file.text())) {
    const std::string_view in_text = operation_in(file.text());
    unnamed_ = in_text.empty()                                 ? operation_in(file.name())
               : std::ranges::count_if(lines_, starts_run) < 2 ? in_text
                                                               : std::string_view();
  }

  void read() {
    if (operation_in(file_.text()).empty() && unnamed_.empty()) return unknown(0);
    for (const TextLine& line : lines_) {
      if (line.words.empty()) continue;
      name(line.text);
      if (line.words.front() == "#")
        comment(line);
      else if (number_in(line.words.front()))
        row(line);
    }
  }

 private:
  static bool starts_run(const TextLine& line) {
    return line.text.starts_with("#") && line.text.find(" nThread ") != std::string_view::npos;
  }

  void unknown(int line) {
    file_.fault(line,
                line == 0 ? "the file does not say which nccl-tests program wrote it"
                          : "the file does not say which nccl-tests program wrote this table",
                "keep the command in it, or name the file after it: all_reduce_perf.txt");
  }

  /// A line that names a program tells what follows; of another program after rows, a new run.
  void name(std::string_view text) {
    if (text.find("concluded") != std::string_view::npos) return;
    const std::string_view named = operation_in(text);
    if (named.empty()) return;
    if (in_rows_ && named != operation_) start();
    named_ = named;
  }

  void start() {
    in_rows_ = false;
    ranks_ = 0;
    times_.clear();
  }

  /// False where the table's test is not known; said once.
  bool begin_rows(int line) {
    if (in_rows_) return !operation_.empty();
    in_rows_ = true;
    operation_ = named_.empty() ? unnamed_ : named_;
    named_ = {};
    if (operation_.empty()) unknown(line);
    return !operation_.empty();
  }

  void comment(const TextLine& line) {
    const auto& words = line.words;
    if (in_rows_ && (starts_run(line) || (words.size() > 1 && words[1] == "Rank"))) start();
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
      return file_.fault(line.number, "a row comes before the header of its table",
                         "keep all that the program printed");
    if (!begin_rows(line.number)) return;
    for (std::size_t i = 0; i < times_.size(); ++i) {
      const auto time =
          times_[i] < line.words.size() ? number_in(line.words[times_[i]]) : std::nullopt;
      const auto size = number_in(line.words.front());
      if (!time || !size)
        return file_.fault(line.number, "the row breaks off, or its time is not a number",
                           "keep all that the program printed");
      Measurement row{.key = {.family = "nccl",
                              .operation = std::string(operation_),
                              .path = fmt::format("{} gpus", ranks_),
                              .direction = i == 0 ? "out of place" : "in place"}};
      row.bytes = Bytes(*size);
      row.seconds = Seconds(*time * 1e-6);
      wrong(line, times_[i], row);
      if (row.bytes != Bytes(0.0)) file_.add(std::move(row), line.number);
    }
  }

  static void wrong(const TextLine& line, std::size_t time, Measurement& row) {
    if (time + 3 >= line.words.size()) return;
    const auto count = number_in(line.words[time + 3]);
    if (count && *count > 0.0) row.marks.push_back("wrong results");
  }

  MeasuredFile& file_;
  std::vector<TextLine> lines_;
  std::string_view unnamed_;    ///< of a table that no line before names the program of
  std::string_view named_;      ///< since the last table
  std::string_view operation_;  ///< of this table
  bool in_rows_ = false;
  std::vector<std::size_t> times_;  ///< columns, out of place and in place
  int ranks_ = 0;
};

void read_nccl_tests(MeasuredFile& file) { NcclTestsReader(file).read(); }

}  // namespace

MeasurementTool nccl_tests_tool() { return {"nccl-tests", is_nccl_tests, read_nccl_tests}; }

}  // namespace gpuscape
