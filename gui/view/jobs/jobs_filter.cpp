#include "gui/view/jobs/jobs_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "gui/view/jobs/job_fields.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape::gui {

namespace {

using JobTest = std::function<bool(std::uint32_t job)>;
using TextTest = std::function<bool(const std::string& text)>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return lower;
}

/// A term such as "wait>=1h", taken apart.
struct Term {
  std::string name;
  std::string operation;  ///< empty: a word to be looked for
  std::string value;
};

Term term_of(const std::string& text) {
  const std::size_t at = text.find_first_of("<>=:");
  if (at == std::string::npos || at == 0) return {"", "", text};
  const bool two = at + 1 < text.size() && text[at + 1] == '=' && text[at] != ':';
  const std::size_t length = two ? 2 : 1;
  return {text.substr(0, at), text.substr(at, length), text.substr(at + length)};
}

/// "1.5h" or "90" (s) of a time, else a number.
std::optional<double> value_of(const std::string& text, FieldKind kind) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  const std::string unit(end, text.data() + text.size());
  if (unit.empty()) return number;
  if (kind != FieldKind::time) return std::nullopt;
  const std::string written(text.data(), end);
  const UnitReading<Seconds> read = parse<Seconds>(fmt::format("{} {}", written, unit));
  return read.value ? std::optional<double>(read.value->value()) : std::nullopt;
}

/// Numbers that are meant: from `least` to `most`, without the ends where they are open.
struct Range {
  double least = -kInfinity;
  double most = kInfinity;
  bool is_open = false;
  [[nodiscard]] bool holds(double value) const {
    return is_open ? value > least && value < most : value >= least && value <= most;
  }
};

std::optional<Range> range_of(const Term& term, FieldKind kind) {
  const std::size_t dots = term.value.find("..");
  const bool is_equal = term.operation == "=" || term.operation == ":";
  if (is_equal && dots != std::string::npos) {
    const auto least = value_of(term.value.substr(0, dots), kind);
    const auto most = value_of(term.value.substr(dots + 2), kind);
    if (!least || !most) return std::nullopt;
    return Range{*least, *most, false};
  }
  const auto value = value_of(term.value, kind);
  if (!value) return std::nullopt;
  if (is_equal) return Range{*value, *value, false};
  const bool is_open = term.operation.size() == 1;
  return term.operation.starts_with('>') ? Range{*value, kInfinity, is_open}
                                         : Range{-kInfinity, *value, is_open};
}

class Parser {
 public:
  explicit Parser(const RunResult& run) : run_(run) {}

  JobsFilter parse(std::string_view text) {
    std::istringstream stream{std::string(text)};
    for (std::string word; filter_.fault.empty() && stream >> word;) add(term_of(word));
    if (!filter_.fault.empty()) filter_.tests.clear();
    return std::move(filter_);
  }

 private:
  void add(const Term& term) {
    if (term.operation.empty()) return add_word(in_lower_case(term.value));
    const JobField* field = field_of(in_lower_case(term.name));
    if (field == nullptr) return;
    if (field->kind == FieldKind::text) return add_text(*field, term);
    const std::optional<Range> range = range_of(term, field->kind);
    if (!range) {
      filter_.fault =
          fmt::format("{}{}{}: expected a {}, for example {}{}", term.name, term.operation,
                      term.value, field->kind == FieldKind::time ? "time" : "number", term.name,
                      field->kind == FieldKind::time ? ">1h" : ">=8");
      return;
    }
    const auto keys = std::make_shared<const std::vector<double>>(field->keys(run_));
    filter_.tests.emplace_back(
        [keys, range = *range](std::uint32_t job) { return range.holds((*keys)[job]); });
  }

  const JobField* field_of(const std::string& name) {
    std::vector<std::string> known;
    for (const JobField& field : job_fields()) {
      if (!is_present(field, run_)) continue;
      if (field.name == name || field.key == name) return &field;
      known.emplace_back(field.name);
    }
    filter_.fault = fmt::format("jobs have no \"{}\"", name);
    if (const std::string hint = nearest_hint(name, known); !hint.empty())
      filter_.fault += fmt::format("; {}", hint);
    return nullptr;
  }

  void add_text(const JobField& field, const Term& term) {
    if (term.operation != "=" && term.operation != ":") {
      filter_.fault = fmt::format("{} is a text: write {}={}", term.name, term.name, term.value);
      return;
    }
    const bool is_whole = term.operation == "=";
    filter_.tests.push_back(
        text_test(field, [is_whole, wanted = in_lower_case(term.value)](const std::string& text) {
          return is_whole ? text == wanted : text.find(wanted) != std::string::npos;
        }));
  }

  void add_word(const std::string& word) {
    const auto has_word = [word](const std::string& text) {
      return text.find(word) != std::string::npos;
    };
    std::vector<JobTest> tests;
    for (const JobField& field : job_fields())
      if (field.is_searched && is_present(field, run_)) tests.push_back(text_test(field, has_word));
    filter_.tests.emplace_back([tests](std::uint32_t job) {
      return std::ranges::any_of(tests, [job](const JobTest& test) { return test(job); });
    });
  }

  /// Tests texts in small letters, each distinct one once where a key stands for one text.
  [[nodiscard]] JobTest text_test(const JobField& field, const TextTest& test) const {
    auto holds = [run = &run_, text = field.text, test](std::uint32_t job) {
      return test(in_lower_case(text(*run, job)));
    };
    if (field.kind != FieldKind::text || !field.key_is_text) return holds;
    const std::vector<double> keys = field.keys(run_);
    std::map<double, bool> known;
    auto passes = std::make_shared<std::vector<bool>>(keys.size());
    for (std::uint32_t job = 0; job < keys.size(); ++job) {
      if (std::isnan(keys[job])) continue;  // it has no text
      const auto [found, is_new] = known.try_emplace(keys[job], false);
      if (is_new) found->second = holds(job);
      (*passes)[job] = found->second;
    }
    return [passes](std::uint32_t job) -> bool { return (*passes)[job]; };
  }

  const RunResult& run_;
  JobsFilter filter_;
};

}  // namespace

JobsFilter parse_filter(const RunResult& run, std::string_view text) {
  return Parser(run).parse(text);
}

}  // namespace gpuscape::gui
