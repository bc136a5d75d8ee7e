#include "sim/scenario/slurm/node_list_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

using Cells = std::vector<std::string_view>;

Cells cells_of(std::string_view line) {
  Cells cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<std::int64_t> amount(std::string_view text, std::int64_t most) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 0 && value <= most ? std::optional(value) : std::nullopt;
}

struct Kind {
  std::int64_t gpus = 0;
  std::int64_t milli_cores = 0;
  std::int64_t memory_mib = 0;
  std::string model;
  std::int64_t count = 0;
};

class NodeTable {
 public:
  NodeTable(const std::string& file, ReadingContext& context)
      : file_(std::make_shared<const std::string>(file)), context_(context) {}

  bool read_header(std::string_view line) {
    ++line_;
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    const Cells names = cells_of(line);
    width_ = names.size();
    const auto find = [&](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    };
    gpus_ = std::min(find("gpu"), find("gpus"));
    milli_cores_ = find("cpu_milli");
    cores_ = find("cores");
    memory_ = find("memory_mib");
    model_ = find("model");
    if (gpus_ < width_) return true;
    fault("the header names no column gpu",
          "a list of nodes has columns gpu, cpu_milli, memory_mib, model");
    return false;
  }

  void read_row(std::string_view line) {
    ++line_;
    if (line.empty()) return;
    const Cells cells = cells_of(line);
    constexpr std::int64_t kMost = 1'000'000'000'000;
    const auto read = [&](std::size_t column, std::int64_t most) {
      return column < width_ ? amount(cells[column], most) : std::optional<std::int64_t>(0);
    };
    if (cells.size() != width_) return fault("has another number of fields than the header", "");
    const auto gpus = read(gpus_, 10'000);
    const auto milli_cores = read(milli_cores_, kMost);
    const auto cores = read(cores_, kMost / 1000);
    const auto memory = read(memory_, kMost);
    if (!gpus || !milli_cores || !cores || !memory)
      return fault(fmt::format("an amount is not an integer, or too large: {}", excerpt(line)), "");
    Kind kind{*gpus, *milli_cores + 1000 * *cores, *memory,
              model_ < width_ ? std::string(cells[model_]) : "", 0};
    const auto [at, added] = place_of_.try_emplace(
        {kind.gpus, kind.milli_cores, kind.memory_mib, kind.model}, kinds_.size());
    if (added) kinds_.push_back(std::move(kind));
    ++kinds_[at->second].count;
  }

  [[nodiscard]] bool is_sound() const { return sound_; }
  [[nodiscard]] bool is_empty() const { return kinds_.empty(); }

  [[nodiscard]] JsonValue cluster() const {
    JsonValue nodes = JsonValue::make_object();
    Names names;
    for (const Kind& kind : kinds_)
      nodes.members().push_back({name_of(kind, names), node_of(kind), {}});
    JsonValue cluster = JsonValue::make_object();
    cluster.set("nodes", std::move(nodes));
    return cluster;
  }

  void fault(std::string message, std::string hint) {
    context_.add({.file = file_, .line = line_, .column = 1}, "", std::move(message),
                 std::move(hint));
    sound_ = false;
  }

 private:
  struct Names {
    std::set<std::string> taken;
    std::map<std::string, int> last_number;  ///< given behind a name; 0: none, 1: the plain one
  };

  static JsonValue node_of(const Kind& kind) {
    JsonValue node = JsonValue::make_object();
    node.set("type", JsonValue::make_text("custom"));
    node.set("count", JsonValue::make_integer(kind.count));
    node.set("gpus", JsonValue::make_integer(kind.gpus));
    node.set("cores", JsonValue::make_integer(kind.milli_cores / 1000));
    if (!kind.model.empty() && kind.gpus > 0)
      node.set("gpu_model", JsonValue::make_text(kind.model));
    node.set("memory", JsonValue::make_text(fmt::format("{} MiB", kind.memory_mib)));
    return node;
  }

  /// "V100M16-8"; "-kind2" and so on behind it for nodes that differ in cores or memory alone.
  static std::string name_of(const Kind& kind, Names& names) {
    std::string plain = kind.model.empty() ? (kind.gpus > 0 ? "gpu" : "cpu") : kind.model;
    std::ranges::replace(plain, '/', '_');
    plain += fmt::format("-{}", kind.gpus);
    int& last = names.last_number[plain];
    std::string name = plain;
    if (last > 0) name = fmt::format("{}-kind{}", plain, ++last);
    while (!names.taken.insert(name).second)
      name = fmt::format("{}-kind{}", plain, last = std::max(last, 1) + 1);
    last = std::max(last, 1);
    return name;
  }

  std::shared_ptr<const std::string> file_;
  ReadingContext& context_;
  int line_ = 0;
  bool sound_ = true;
  std::size_t width_ = 0, gpus_ = 0, milli_cores_ = 0, cores_ = 0, memory_ = 0, model_ = 0;
  std::vector<Kind> kinds_;
  using Content = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;
  std::map<Content, std::size_t> place_of_;  ///< in kinds_
};

}  // namespace

JsonValue read_node_list(std::string_view text, const std::string& file, ReadingContext& context) {
  NodeTable table(file, context);
  if (!table.read_header(next_line(text))) return {};
  while (!text.empty()) table.read_row(next_line(text));
  if (table.is_sound() && table.is_empty()) table.fault("the list contains no nodes", "");
  return table.is_sound() ? table.cluster() : JsonValue();
}

}  // namespace gpuscape
