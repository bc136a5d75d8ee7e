/// nccl-tests: the table that all_reduce_perf, sendrecv_perf and their kin print. Columns are taken
/// from the table's own head, which differs between versions.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "sim/calibration/tools/nccl_table.hpp"

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
    finish_table();
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
    finish_table();
    in_rows_ = false;
    ranks_.clear();
    head_.reset();
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
    const bool rank = words.size() > 2 && words[1] == "Rank";
    if (in_rows_ && (starts_run(line) || rank)) start();
    if (auto head = NcclHead::of(line)) head_ = std::move(head);
    const auto number = rank ? number_in(words[2]) : std::nullopt;
    const auto which = number ? whole_count(*number) : std::nullopt;
    if (which) add_rank(line, *which);
  }

  void add_rank(const TextLine& line, int rank) {
    const auto& words = line.words;
    const auto after = [&](std::string_view word) {
      const auto at = std::ranges::find(words, word);
      return at == words.end() || std::next(at) == words.end() ? std::string_view()
                                                               : *std::next(at);
    };
    ranks_[after("Group")].insert(rank);
    file_.add_host(after("on"));
    const std::size_t model = line.text.find("] ");
    if (model == std::string_view::npos) return;
    file_.devices.push_back({.id = fmt::format("gpu{}", rank),
                             .kind = "gpu",
                             .properties = {{"name", std::string(line.text.substr(model + 2))}}});
  }

  void row(const TextLine& line) {
    if (!head_)
      return file_.fault(line.number, "a row comes before the header of its table",
                         "keep all that the program printed");
    if (!begin_rows(line.number)) return;
    NcclRow row;
    if (std::string why = head_->read(line, row); !why.empty())
      return file_.fault(line.number, std::move(why), "keep all that the program printed");
    rows_.push_back(std::move(row));
  }

  /// Those of the list, of which lines may have been taken out; where there is no list, those that
  /// the widest bus bandwidth tells. None, with a fault, where neither does.
  std::optional<int> participants() {
    if (ranks_.empty()) return of_bus_bandwidth();
    int ranks = 0;
    bool gaps = false;
    for (const auto& [group, listed] : ranks_) {
      const int first = ranks_.size() > 1 ? *listed.begin() : 0;
      ranks = std::max(ranks, *listed.rbegin() + 1 - first);
      gaps = gaps || static_cast<int>(listed.size()) != *listed.rbegin() + 1 - first;
    }
    if (ranks_.size() > 1)  // ranks of all groups are numbered on
      for (const auto& [group, listed] : ranks_) ranks = static_cast<int>(listed.size());
    for (const NcclRow& row : rows_)
      for (const NcclResult& result : row.results)
        if (!fits_ranks(result, operation_, ranks)) return contradicted(row, result, ranks);
    if (!gaps || tells_ranks()) return ranks;
    file_.fault(rows_.front().line, "lines \"# Rank\" of this table are missing",
                "keep all that the program printed");
    return std::nullopt;
  }

  std::optional<int> contradicted(const NcclRow& row, const NcclResult& result, int ranks) {
    const double busbw = result.busbw.value_or(0.0);
    file_.fault(row.line,
                fmt::format("busbw {} is {:.3f} times algbw {}; of {} among {} GPU{} it is {:.3f} "
                            "times",
                            busbw, busbw / result.algbw, result.algbw, operation_, ranks,
                            ranks == 1 ? "" : "s", nccl_bus_factor(operation_, ranks)),
                "are lines \"# Rank\" missing, or is the table another program's?");
    return std::nullopt;
  }

  /// Whether the operation's bus bandwidth depends on the number of ranks, and the rows have one.
  [[nodiscard]] bool tells_ranks() const {
    return nccl_bus_factor(operation_, 2) != nccl_bus_factor(operation_, 3) && widest() != nullptr;
  }

  [[nodiscard]] const NcclResult* widest() const {
    const NcclResult* found = nullptr;
    for (const NcclRow& row : rows_)
      for (const NcclResult& result : row.results)
        if (result.busbw && (found == nullptr || *result.busbw > found->busbw.value_or(0.0)))
          found = &result;
    return found;
  }

  std::optional<int> of_bus_bandwidth() {
    constexpr int kMostTried = 4096;
    std::vector<int> fitting;
    if (tells_ranks())
      for (int n = 2; n <= kMostTried; ++n)
        if (fits_ranks(*widest(), operation_, n)) fitting.push_back(n);
    if (fitting.size() == 1) return fitting.front();
    file_.fault(rows_.front().line, "no line \"# Rank\" tells how many GPUs took part",
                "keep all that the program printed");
    return std::nullopt;
  }

  void finish_table() {
    const std::vector<NcclRow> rows = rows_;
    const auto gpus = rows.empty() ? std::nullopt : participants();
    rows_.clear();
    if (!gpus) return;
    for (const NcclRow& row : rows) {
      if (row.bytes == 0.0) continue;
      for (const NcclResult& result : row.results) {
        Measurement measured{.key = key_of(row, *gpus)};
        measured.key.direction = result.direction;
        measured.bytes = Bytes(row.bytes);
        measured.seconds = Seconds(result.microseconds * 1e-6);
        if (result.wrong) measured.marks.emplace_back("wrong results");
        file_.add(std::move(measured), row.line);
      }
    }
  }

  /// What nccl-tests does unless it is told otherwise has no name: floats, sums, the root 0.
  [[nodiscard]] LawKey key_of(const NcclRow& row, int gpus) const {
    LawKey key{.family = "nccl",
               .operation = std::string(operation_),
               .path = fmt::format("{} gpus", gpus)};
    if (!row.type.empty() && row.type != "float") key.more["type"] = row.type;
    if (!row.redop.empty() && row.redop != "sum" && row.redop != "none")
      key.more["redop"] = row.redop;
    if (!row.root.empty() && row.root != "-1" && row.root != "0") key.more["root"] = row.root;
    if (ranks_.size() > 1) key.more["groups"] = fmt::format("{}", ranks_.size());
    return key;
  }

  MeasuredFile& file_;
  std::vector<TextLine> lines_;
  std::string_view unnamed_;    ///< of a table that no line before names the program of
  std::string_view named_;      ///< since the last table
  std::string_view operation_;  ///< of this table
  bool in_rows_ = false;
  std::optional<NcclHead> head_;
  std::vector<NcclRow> rows_;                        ///< of this table
  std::map<std::string_view, std::set<int>> ranks_;  ///< that are listed, by their group
};

void read_nccl_tests(MeasuredFile& file) { NcclTestsReader(file).read(); }

}  // namespace

MeasurementTool nccl_tests_tool() { return {"nccl-tests", is_nccl_tests, read_nccl_tests}; }

}  // namespace gpuscape
