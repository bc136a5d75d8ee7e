#include "sim/report/format/wrapped_text.hpp"

#include <algorithm>
#include <vector>

#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kBetweenItems = " · ";
constexpr std::size_t kFurther = 2;

std::size_t leading_spaces(std::string_view text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  for (std::size_t end = text.find(kBetweenItems); end != std::string_view::npos;
       end = text.find(kBetweenItems)) {
    items.push_back(text.substr(0, end));
    text.remove_prefix(end + kBetweenItems.size());
  }
  items.push_back(text);
  return items;
}

/// Cut at spaces, of several in a row at the first; with `outside`, only at those that stand in no
/// brackets.
std::vector<std::string_view> words_of(std::string_view text, bool outside) {
  std::vector<std::string_view> words;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = leading_spaces(text); i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    const bool goes_on = i > begin && text[i - 1] == ' ';
    if (text[i] != ' ' || goes_on || (outside && depth > 0)) continue;
    words.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  words.push_back(text.substr(begin));
  return words;
}

/// Of an item, each but the last with its ';'.
std::vector<std::string_view> clauses_of(std::string_view item) {
  std::vector<std::string_view> clauses;
  std::size_t begin = 0;
  std::size_t end = 0;
  for (const std::string_view word : words_of(item, true)) {
    end += word.size() + 1;
    if (!word.ends_with(';') || end >= item.size()) continue;
    clauses.push_back(item.substr(begin, end - 1 - begin));
    begin = end;
  }
  clauses.push_back(item.substr(begin));
  return clauses;
}

class Lines {
 public:
  explicit Lines(const TextPlace& place)
      : column_(place.column),
        items_(place.later),
        parts_(place.later + (place.later > place.column ? 0 : kFurther)) {}

  void add_item(std::string_view item) {
    if (try_add(item, kBetweenItems)) return;
    if (!fits_at(item, at_begin_ ? column_ : items_)) return add_clauses(item);
    begin_line(items_);
    put(item);
  }

  [[nodiscard]] std::string text() const { return text_; }

 private:
  void add_clauses(std::string_view item) {
    begin_line(items_);
    bool is_whole = true;  // what stands on this line is: the next clause may follow it
    for (const std::string_view clause : clauses_of(item)) {
      if (is_whole && try_add(clause, " ")) continue;
      begin_line(parts_);
      is_whole = fits_at(clause, column_);
      if (is_whole)
        put(clause);
      else
        add_words(words_of(clause, true));
    }
    is_full_ = true;
  }

  /// Of what stands in brackets all on one line where it fits.
  void add_words(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
      if (try_add(word, " ")) continue;
      const std::vector<std::string_view> inner = words_of(word, false);
      if (inner.size() > 1 && !fits_at(word, parts_)) {
        add_words(inner);
      } else {
        begin_line(parts_);
        put(word.substr(leading_spaces(word)));
      }
    }
  }

  /// On the line that has been begun, behind what stands there.
  bool try_add(std::string_view part, std::string_view between) {
    if (at_begin_) {
      if (!fits_at(part, column_)) return false;
      put(part);
      return true;
    }
    if (is_full_ || !fits_at(part, column_ + display_width(between))) return false;
    text_ += between;
    column_ += display_width(between);
    put(part);
    return true;
  }

  static bool fits_at(std::string_view part, std::size_t column) {
    return column + display_width(part) <= kReportWidth;
  }

  void begin_line(std::size_t column) {
    is_full_ = false;
    if (at_begin_) return;
    text_ += '\n';
    text_.append(column, ' ');
    column_ = column;
    at_begin_ = true;
  }

  void put(std::string_view part) {
    text_ += part;
    column_ += display_width(part);
    at_begin_ = false;
  }

  std::string text_;
  std::size_t column_;
  std::size_t items_;
  std::size_t parts_;
  bool at_begin_ = true;  ///< nothing stands on this line
  bool is_full_ = false;  ///< its last part took several lines: nothing may follow it
};

}  // namespace

std::string wrapped(std::string_view text, TextPlace place) {
  if (place.column + display_width(text) <= kReportWidth) return std::string(text);
  const std::size_t spaces = leading_spaces(text);
  Lines lines({place.column + spaces, place.later + spaces});
  for (const std::string_view item : items_of(text.substr(spaces))) lines.add_item(item);
  return std::string(spaces, ' ') + lines.text();
}

std::string plain_line(std::string_view text) {
  return wrapped(text, {.column = 0, .later = kFurther}) + '\n';
}

}  // namespace gpuscape
