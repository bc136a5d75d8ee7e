#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "sim/base/excerpt.hpp"
#include "sim/base/json/json.hpp"
#include "sim/base/json/json_cursor.hpp"
#include "sim/base/json/json_part.hpp"
#include "sim/base/json/json_syntax.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

Issue issue_at(const SourcePlace& place, std::string message, std::string hint = "") {
  return {.file = *place.file,
          .line = place.line,
          .column = place.column,
          .pointer = "",
          .message = std::move(message),
          .hint = std::move(hint)};
}

/// Builds the tree from the library's events; function names and parameters are the library's.
class TreeBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(std::string_view text, const SourcePlace& begin, bool last_counts)
      : cursor_(text, begin), last_counts_(last_counts) {}

  bool null() override { return add(JsonValue::make_null()); }
  bool boolean(bool value) override { return add(JsonValue::make_boolean(value)); }
  bool number_integer(std::int64_t value) override { return add(JsonValue::make_integer(value)); }
  bool number_unsigned(std::uint64_t value) override {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return add(JsonValue::make_integer(static_cast<std::int64_t>(value)));
    return add(JsonValue::make_number(static_cast<double>(value)));
  }
  bool number_float(double value, const std::string& /*text*/) override {
    return add(JsonValue::make_number(value));
  }
  bool string(std::string& value) override { return add(JsonValue::make_text(std::move(value))); }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*members*/) override { return open(JsonValue::make_object()); }
  bool start_array(std::size_t /*items*/) override { return open(JsonValue::make_array()); }
  bool end_object() override {
    if (last_counts_)
      keep_last(open_.back().value.members());
    else
      refuse_duplicates(open_.back().value.members());
    return close();
  }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    cursor_.skip_filler();
    open_.back().key_place = cursor_.place();
    open_.back().key = std::move(name);
    cursor_.skip_token();
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    std::optional<SourcePlace> innermost;
    if (!open_.empty()) innermost = open_.back().value.place();
    const SyntaxFault fault = describe_syntax_fault(cursor_, error.what(), position, innermost);
    issues_.push_back(issue_at(cursor_.place(), fault.message, fault.hint));
    return false;
  }

  /// The whole document. Throws what was found wrong.
  JsonValue take() {
    refuse_remainder();
    std::ranges::sort(issues_, [](const Issue& a, const Issue& b) {
      return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
    if (duplicates_ > kMostDuplicates)
      issues_.push_back(issue_at(
          cursor_.place(),
          fmt::format("{} more keys are duplicated in their objects",
                      human_count(static_cast<std::int64_t>(duplicates_ - kMostDuplicates)))));
    if (!issues_.empty()) throw ScenarioError(std::move(issues_));
    return std::move(root_);
  }

 private:
  struct Open {
    JsonValue value;
    std::string key;
    SourcePlace key_place;
  };

  bool add(JsonValue value) {
    cursor_.skip_filler();
    if (is_full()) return false;
    value.set_place(cursor_.place());
    cursor_.skip_token();
    attach(std::move(value));
    return true;
  }

  void attach(JsonValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Open& parent = open_.back();
    if (parent.value.is_array()) {
      parent.value.items().push_back(std::move(value));
    } else {
      parent.value.members().push_back(
          {std::move(parent.key), std::move(value), std::move(parent.key_place)});
    }
  }

  bool open(JsonValue value) {
    cursor_.skip_filler();
    value.set_place(cursor_.place());
    if (is_full()) return false;
    if (open_.size() == kMaxJsonDepth) {
      issues_.push_back(
          issue_at(cursor_.place(), fmt::format("nested deeper than {} levels", kMaxJsonDepth)));
      return false;
    }
    cursor_.skip_token();
    open_.push_back({.value = std::move(value), .key = {}, .key_place = {}});
    return true;
  }

  bool close() {
    cursor_.skip_filler();
    cursor_.skip_token();
    JsonValue value = std::move(open_.back().value);
    open_.pop_back();
    attach(std::move(value));
    return true;
  }

  /// A value takes twenty times the bytes that it is written with.
  bool is_full() {
    if (values_++ < kMostJsonValues) return false;
    issues_.push_back(issue_at(cursor_.place(), fmt::format("more than {} values in one document",
                                                            human_count(kMostJsonValues))));
    return true;
  }

  static bool has_duplicates(const std::vector<JsonMember>& members) {
    for (std::size_t i = 1; i < members.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (members[i].key == members[j].key) return true;
    return false;
  }

  /// Of the members of one key the last stays.
  static void keep_last(std::vector<JsonMember>& members) {
    std::set<std::string, std::less<>> known;
    std::vector<JsonMember> kept;
    for (auto member = members.rbegin(); member != members.rend(); ++member)
      if (known.insert(member->key).second) kept.push_back(std::move(*member));
    std::ranges::reverse(kept);
    members = std::move(kept);
  }

  void refuse_duplicates(const std::vector<JsonMember>& members) {
    constexpr std::size_t kFew = 12;  // comparing all pairs is faster than sorting up to about here
    if (members.size() <= kFew && !has_duplicates(members)) return;
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return std::tie(members[a].key, a) < std::tie(members[b].key, b);
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
      const JsonMember& first = members[order[i - 1]];
      const JsonMember& second = members[order[i]];
      if (first.key != second.key) continue;
      if (++duplicates_ > kMostDuplicates) continue;
      issues_.push_back(
          issue_at(second.key_place,
                   fmt::format("the key \"{}\" is duplicated in this object; first at {}:{}",
                               excerpt(second.key), first.key_place.line, first.key_place.column),
                   "keep one of the two"));
    }
  }

  /// The library takes a zero byte for the end of the text and says nothing about what follows.
  void refuse_remainder() {
    if (!issues_.empty()) return;
    cursor_.skip_filler();
    if (!cursor_.at_end())
      issues_.push_back(
          issue_at(cursor_.place(), "unexpected zero byte after the end of the document"));
  }

  static constexpr std::size_t kMostDuplicates = 99;  ///< that are named

  JsonCursor cursor_;
  std::vector<Open> open_;
  JsonValue root_;
  bool last_counts_;  ///< of members of one key; else they are refused
  std::size_t values_ = 0;
  std::size_t duplicates_ = 0;
  std::vector<Issue> issues_;
};

bool is_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         (text.size() > 1 && (text[0] == '\0' || text[1] == '\0'));
}

JsonValue parse(std::string_view text, const SourcePlace& begin, bool last_counts) {
  TreeBuilder builder(text, begin, last_counts);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder,
                            nlohmann::json::input_format_t::json, true, true);
  return builder.take();
}

JsonValue parse_file(std::string_view text, const std::string& file, bool last_counts) {
  const auto name = std::make_shared<const std::string>(file);
  if (is_utf16(text))
    throw ScenarioError(
        {issue_at({name, 1, 1}, "this is not UTF-8 text (it looks like UTF-16, or like no text)",
                  "save the file as UTF-8")});
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return parse(text, {name, 1, 1}, last_counts);
}

}  // namespace

JsonValue parse_json(std::string_view text, const std::string& file) {
  return parse_file(text, file, false);
}

JsonValue parse_tool_json(std::string_view text, const std::string& file) {
  return parse_file(text, file, true);
}

JsonValue parse_json_part(std::string_view text, const SourcePlace& begin) {
  return parse(text, begin, false);
}

}  // namespace gpuscape
