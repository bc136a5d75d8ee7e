#include <fmt/format.h>

#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/base/json.hpp"

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
  if (static_cast<unsigned char>(character) >= 0x20) return {character};
  return fmt::format("\\u{:04x}", static_cast<unsigned>(character));
}

class Writer {
 public:
  explicit Writer(int indent) : indent_(indent) {}

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
    text_ += open;
    ++level_;
    bool first = true;
    for (const auto& item : items) {
      if (!first) text_ += ',';
      first = false;
      break_line();
      write_item(item);
    }
    --level_;
    if (!first) break_line();
    text_ += close;
  }

  void break_line() {
    if (indent_ < 0) return;
    text_ += '\n';
    text_.append(static_cast<std::size_t>(indent_) * level_, ' ');
  }

  int indent_;
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
    } else {
      result += text.substr(at, size);
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

}  // namespace gpuscape
