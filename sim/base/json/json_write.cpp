#include <fmt/format.h>

#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/json/json.hpp"
#include "sim/base/terminal_filter.hpp"

namespace gpuscape {

namespace {

std::string escaped(char character) {
  switch (character) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  if (!steers_terminal({&character, 1})) return {character};
  return fmt::format("\\u{:04x}", static_cast<unsigned>(character));
}

/// A character of two or three bytes that a terminal would obey: equal JSON, but shown as text.
std::string escaped(std::string_view character) {
  unsigned code =
      static_cast<unsigned char>(character[0]) & (character.size() == 2 ? 0x1FU : 0x0FU);
  for (const char byte : character.substr(1))
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  return fmt::format("\\u{:04x}", code);
}

/// Writes by `indent` spaces a level; with a `width`, on one line what fits there.
class Writer {
 public:
  explicit Writer(int indent, std::size_t width = 0) : indent_(indent), width_(width) {}

  void write(const JsonValue& value) {
    switch (value.kind()) {
      case JsonValue::Kind::null:
        text_ += "null";
        return;
      case JsonValue::Kind::boolean:
        text_ += value.boolean() ? "true" : "false";
        return;
      case JsonValue::Kind::integer:
        text_ += fmt::format("{}", value.integer());
        return;
      case JsonValue::Kind::number:
        text_ += json_number(value.number());
        return;
      case JsonValue::Kind::text:
        text_ += json_quoted(value.text());
        return;
      case JsonValue::Kind::array:
        write_list('[', value.items(), ']', [this](const JsonValue& item) { write(item); });
        return;
      case JsonValue::Kind::object:
        write_list('{', value.members(), '}', [this](const JsonMember& member) {
          text_ += json_quoted(member.key) + (indent_ < 0 ? ":" : ": ");
          write(member.value);
        });
        return;
    }
  }

  std::string take() { return std::move(text_); }

 private:
  template <class Items, class WriteItem>
  void write_list(char open, const Items& items, char close, const WriteItem& write_item) {
    const std::size_t begin = text_.size();
    if (width_ != 0 && !on_one_line_) {
      on_one_line_ = true;
      write_all(open, items, close, write_item);
      on_one_line_ = false;
      const std::size_t line = text_.rfind('\n', begin) + 1;  // 0 where there is none
      if (text_.size() - line < width_) return;
      text_.resize(begin);
    }
    write_all(open, items, close, write_item);
  }

  template <class Items, class WriteItem>
  void write_all(char open, const Items& items, char close, const WriteItem& write_item) {
    text_ += open;
    ++level_;
    bool first = true;
    for (const auto& item : items) {
      if (!first) text_ += on_one_line_ ? ", " : ",";
      first = false;
      break_line();
      write_item(item);
    }
    --level_;
    if (!first) break_line();
    text_ += close;
  }

  void break_line() {
    if (indent_ < 0 || on_one_line_) return;
    text_ += '\n';
    text_.append(static_cast<std::size_t>(indent_) * level_, ' ');
  }

  int indent_;
  std::size_t width_;
  bool on_one_line_ = false;
  std::size_t level_ = 0;
  std::string text_;
};

}  // namespace

std::string json_quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(text.substr(at));
    if (size == 0) {
      result += "\xEF\xBF\xBD";
    } else if (size == 1) {
      result += escaped(text[at]);
    } else if (const std::string_view character = text.substr(at, size);
               steers_terminal(character)) {
      result += escaped(character);
    } else {
      result += character;
    }
    at += size == 0 ? 1 : size;
  }
  return result + "\"";
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string write_json(const JsonValue& value, int indent) {
  Writer writer(indent);
  writer.write(value);
  return writer.take();
}

std::string write_packed_json(const JsonValue& value, std::size_t width) {
  Writer writer(1, width);
  writer.write(value);
  return writer.take() + "\n";
}

}  // namespace gpuscape
