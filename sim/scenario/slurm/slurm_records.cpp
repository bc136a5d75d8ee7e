#include "sim/scenario/slurm/slurm_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kPointer = "";
constexpr std::string_view kBlanks = " \t";

std::string_view trimmed_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool says_nothing(std::string_view value) {
  constexpr std::array<std::string_view, 5> kNothing{"", "(null)", "N/A", "n/a", "NONE"};
  return std::ranges::find(kNothing, value) != kNothing.end();
}

/// "Key=" at the front of a word: the length of Key, or 0.
std::size_t key_length(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) return 0;
  const auto in_key = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':' || c == '/';
  };
  const bool letter_first = !word.empty() && in_key(word[0]) && (word[0] < '0' || word[0] > '9');
  return letter_first && std::ranges::all_of(word.substr(0, equals), in_key) ? equals : 0;
}

/// `show assoc format=ParentName` without -P heads its column in two words. "FairShare" is no
/// share: the factor that sshare prints.
std::string_view name_of_column(std::string_view name) {
  return name == "Par Name" ? "ParentName" : name;
}

std::vector<std::string_view> cut_columns(std::string_view line) {
  std::vector<std::string_view> columns;
  while (true) {
    const std::size_t bar = line.find('|');
    columns.push_back(line.substr(0, bar));
    if (bar == std::string_view::npos) return columns;
    line.remove_prefix(bar + 1);
  }
}

class TextCutter {
 public:
  TextCutter(const SlurmText& text, SlurmRecords& records, ReadingContext& context)
      : text_(text),
        file_(std::make_shared<const std::string>(text.file)),
        records_(records),
        context_(context) {}

  /// True when the file held something.
  bool cut() {
    std::string_view rest = text_.text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      take(line);
    }
    if (found_)
      for (const auto& [place, message] : faults_) context_.add(place, kPointer, message, kHint);
    return found_;
  }

 private:
  enum class Kind : unsigned char { none, config, record, table };
  static constexpr const char* kHint =
      "files hold what scontrol show config, show partition, show node, show res and sacctmgr -P "
      "show qos, show assoc print";

  [[nodiscard]] SourcePlace place(std::size_t column = 0) const {
    return {file_, line_, static_cast<int>(column) + 1};
  }

  void take(std::string_view line) {
    if (line.find('\0') != std::string_view::npos)
      return fault("contains a NUL byte: not a text file, or part of it is lost");
    const std::string_view content = trimmed_blanks(line);
    if (begins_something(line, content)) return;
    if (content.empty()) {
      if (kind_ != Kind::config) kind_ = Kind::none;
    } else if (kind_ == Kind::config) {
      take_setting(content);
    } else if (kind_ == Kind::record) {
      take_fields(line);
    } else if (kind_ == Kind::table) {
      take_row(line);
    } else if (!content.starts_with("No reservations")) {
      fault("belongs to nothing known");
    }
  }

  bool begins_something(std::string_view line, std::string_view content) {
    if (content.starts_with("Configuration data as of")) return begin(Kind::config);
    if (kind_ == Kind::none && content.starts_with("SchedulerType") &&
        content.find('=') != std::string_view::npos) {
      begin(Kind::config);
      return false;
    }
    if (line.starts_with("NodeName=")) return begin_record(records_.nodes, line);
    if (line.starts_with("PartitionName=")) return begin_record(records_.partitions, line);
    if (line.starts_with("ReservationName=")) return begin_record(records_.reservations, line);
    return kind_ != Kind::config && kind_ != Kind::table &&
           line.find('|') != std::string_view::npos && begin_table(line);
  }

  bool begin(Kind kind) {
    kind_ = kind;
    found_ = true;
    return true;
  }

  bool begin_record(std::vector<SlurmRecord>& into, std::string_view line) {
    record_ = &into.emplace_back();
    record_->place = place();
    begin(Kind::record);
    take_fields(line);
    return true;
  }

  bool begin_table(std::string_view line) {
    std::vector<std::string> names;
    for (const std::string_view column : cut_columns(line))
      names.emplace_back(name_of_column(trimmed_blanks(column)));
    const auto has = [&](std::string_view name) {
      return std::ranges::find(names, name) != names.end();
    };
    if (has("Account") && (has("Share") || has("ParentName")) && has("User"))
      table_ = &records_.associations;
    else if (has("Name") && has("Priority"))
      table_ = &records_.qos;
    else
      return false;
    header_ = std::move(names);
    return begin(Kind::table);
  }

  void take_setting(std::string_view content) {
    const std::size_t equals = content.find('=');
    if (equals == std::string_view::npos) return;  // "Slurmctld(primary) at ctl is UP"
    const std::string_view key = trimmed_blanks(content.substr(0, equals));
    add(records_.config, key, trimmed_blanks(content.substr(equals + 1)), 0);
    if (records_.config.place.file == nullptr) records_.config.place = place();
  }

  /// "Key=Value Key=Value with blanks Key=Value"
  void take_fields(std::string_view line) {
    std::size_t at = line.find_first_not_of(kBlanks);
    std::string_view key;
    std::size_t value_begin = 0;
    std::size_t value_end = 0;
    const auto finish = [&] {
      if (!key.empty())
        add(*record_, key, trimmed_blanks(line.substr(value_begin, value_end - value_begin)),
            value_begin);
    };
    while (at != std::string_view::npos && at < line.size()) {
      const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
      const std::string_view word = line.substr(at, end - at);
      if (const std::size_t length = key_length(word)) {
        finish();
        key = word.substr(0, length);
        value_begin = at + length + 1;
      } else if (key.empty()) {
        return fault("is not a list of Key=Value pairs");
      }
      value_end = end;
      at = line.find_first_not_of(kBlanks, end);
    }
    finish();
  }

  void take_row(std::string_view line) {
    std::vector<std::string_view> cells = cut_columns(line);
    if (cells.size() == header_.size() + 1 && cells.back().empty()) cells.pop_back();  // -p
    if (cells.size() != header_.size())
      return fault(fmt::format("has {} fields, its header has {}", cells.size(), header_.size()));
    SlurmRecord& row = table_->emplace_back();
    row.place = place();
    for (std::size_t i = 0; i < cells.size(); ++i)
      add(row, header_[i], trimmed_blanks(cells[i]),
          static_cast<std::size_t>(cells[i].data() - line.data()));
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (header_[i] == "Account") row.level = cells[i].find_first_not_of(kBlanks);
  }

  void add(SlurmRecord& record, std::string_view key, std::string_view value, std::size_t column) {
    if (says_nothing(value)) return;
    record.fields.push_back({std::string(key), std::string(value), place(column)});
  }

  void fault(std::string message) { faults_.emplace_back(place(), std::move(message)); }

  const SlurmText& text_;
  std::shared_ptr<const std::string> file_;
  SlurmRecords& records_;
  ReadingContext& context_;
  Kind kind_ = Kind::none;
  SlurmRecord* record_ = nullptr;
  std::vector<SlurmRecord>* table_ = nullptr;
  std::vector<std::string> header_;
  std::vector<std::pair<SourcePlace, std::string>> faults_;
  int line_ = 0;
  bool found_ = false;
};

}  // namespace

const SlurmField* SlurmRecord::find(std::string_view key) const {
  const auto at = std::ranges::find(fields, key, &SlurmField::key);
  return at == fields.end() ? nullptr : &*at;
}

std::string_view SlurmRecord::value(std::string_view key) const {
  const SlurmField* field = find(key);
  return field == nullptr ? std::string_view() : std::string_view(field->value);
}

SlurmRecords cut_slurm_texts(const std::vector<SlurmText>& texts, ReadingContext& context) {
  SlurmRecords records;
  for (const SlurmText& text : texts)
    if (!TextCutter(text, records, context).cut()) records.unread.push_back(text.file);
  return records;
}

}  // namespace gpuscape
