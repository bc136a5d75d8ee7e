#include "text/json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace gpuscape::bench {

namespace {

/// Bytes of the UTF-8 sequence that begins there; 0 where none does.
std::size_t sequence_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(at) < 0x80   ? 1
                             : byte(at) < 0xC2 ? 0
                             : byte(at) < 0xE0 ? 2
                             : byte(at) < 0xF0 ? 3
                             : byte(at) < 0xF5 ? 4
                                               : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = at + 1; i < at + length; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  return length;
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return "null";
  // std::to_chars for double came with GCC 11 only.
  std::array<char, 32> buffer{};
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
    if (std::strtod(buffer.data(), nullptr) == value) break;
  }
  return buffer.data();
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t length = sequence_length(text, at);
    if (length == 0) {
      out += '?';
      ++at;
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
      out += escape.data();
    } else {
      out.append(text, at, length);
    }
    at += length;
  }
  return out + '"';
}

Json& Json::set(std::string key, Json value) {
  std::get<Object>(value_).emplace_back(std::move(key), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  std::get<Array>(value_).push_back(std::move(value));
  return *this;
}

std::string Json::text() const {
  std::string out;
  print(out, 0);
  return out + "\n";
}

void Json::print(std::string& out, int indent) const {
  const std::string inner(static_cast<std::size_t>(indent) + 2, ' ');
  const std::string outer(static_cast<std::size_t>(indent), ' ');
  if (const auto* flag = std::get_if<bool>(&value_)) {
    out += *flag ? "true" : "false";
  } else if (const auto* number = std::get_if<double>(&value_)) {
    out += number_text(*number);
  } else if (const auto* integer = std::get_if<std::int64_t>(&value_)) {
    out += std::to_string(*integer);
  } else if (const auto* words = std::get_if<std::string>(&value_)) {
    out += quoted(*words);
  } else if (const auto* object = std::get_if<Object>(&value_)) {
    out += "{";
    for (std::size_t i = 0; i < object->size(); ++i) {
      out += (i == 0 ? "\n" : ",\n") + inner + quoted((*object)[i].first) + ": ";
      (*object)[i].second.print(out, indent + 2);
    }
    out += object->empty() ? "}" : "\n" + outer + "}";
  } else {
    const auto& array = std::get<Array>(value_);
    out += "[";
    for (std::size_t i = 0; i < array.size(); ++i) {
      out += (i == 0 ? "\n" : ",\n") + inner;
      array[i].print(out, indent + 2);
    }
    out += array.empty() ? "]" : "\n" + outer + "]";
  }
}

}  // namespace gpuscape::bench
