#include "sim/base/json/json_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "sim/base/excerpt.hpp"

namespace gpuscape {

namespace {

/// The word or character that stands where the library stumbled.
std::string_view word_at(std::string_view text) {
  const auto ends_word = [](char c) {
    return std::string_view(" \t\r\n,:{}[]\"'/").find(c) != std::string_view::npos;
  };
  const auto end = std::ranges::find_if(text, ends_word);
  const std::size_t size = static_cast<std::size_t>(end - text.begin());
  return text.substr(0, std::max<std::size_t>(size, 1));
}

bool says(std::string_view complaint, std::string_view part) {
  return complaint.find(part) != std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// What the library expected, in its words; empty if it did not say.
std::string_view expectation(std::string_view complaint) {
  static constexpr std::string_view kMark = "; expected ";
  const std::size_t at = complaint.find(kMark);
  return at == std::string_view::npos ? "" : complaint.substr(at + kMark.size());
}

SyntaxFault fault_at_end(const JsonCursor& cursor, const std::optional<SourcePlace>& innermost) {
  if (innermost)
    return {.message = fmt::format("the text ends, but what was opened at {}:{} is not closed",
                                   innermost->line, innermost->column),
            .hint = "add the missing } or ]"};
  if (cursor.before() == '\0') return {.message = "the file is empty", .hint = ""};
  return {.message = "the text ends in the middle of a value", .hint = ""};
}

SyntaxFault fault_in_string(std::string_view complaint) {
  if (says(complaint, "missing closing quote"))
    return {.message = "this text has no closing quote", .hint = ""};
  if (says(complaint, "UTF-8"))
    return {.message = "this text is not valid UTF-8", .hint = "save the file as UTF-8"};
  if (says(complaint, "control character"))
    return {.message = "a text may not hold a line break, a tab or another control character",
            .hint = "close the quote on the same line, or write \\n or \\t"};
  return {.message = "this text holds an escape that JSON does not know",
          .hint = "a backslash is written \\\\"};
}

SyntaxFault fault_in_word(std::string_view word, std::string_view complaint) {
  const std::string plain =
      lower(word.starts_with('-') || word.starts_with('+') ? word.substr(1) : word);
  if (plain == "nan" || plain == "inf" || plain == "infinity")
    return {.message = fmt::format("{} is not a number in JSON", excerpt(word)),
            .hint = "write a finite number"};
  if (plain == "true" || plain == "false" || plain == "null")
    return {.message = fmt::format("unexpected {}", excerpt(word)),
            .hint = fmt::format("write {} in small letters", plain)};
  if (word.starts_with('\''))
    return {.message = "unexpected '", .hint = "texts and keys must be in double quotes"};
  if (says(complaint, "invalid comment"))
    return {.message = "unexpected /", .hint = "a comment begins with //"};
  if (says(complaint, "invalid number"))
    return {.message = fmt::format("\"{}\" is not a number in JSON", excerpt(word)),
            .hint = "write 0.5, 12 or 1e6; a quantity with a unit must be in quotes: \"20 min\""};
  return {.message = fmt::format("unexpected {}", excerpt(word)),
          .hint = "texts and keys must be in double quotes"};
}

std::string_view expectation_in_words(std::string_view expected) {
  struct Words {
    std::string_view library;
    std::string_view ours;
  };
  static constexpr std::array<Words, 6> kWords = {{
      {"string literal", "a key in double quotes"},
      {"object separator", "a comma or }"},
      {"'}'", "a comma or }"},
      {"']'", "a comma or ]"},
      {"':'", "a colon after the key"},
      {"end of input", "the end of the file"},
  }};
  for (const Words& words : kWords)
    if (expected.starts_with(words.library)) return words.ours;
  return "a value";
}

SyntaxFault fault_at_token(const JsonCursor& cursor, std::string_view complaint) {
  const std::string_view found = word_at(cursor.rest());
  if (cursor.before() == ',' && (found == "}" || found == "]"))
    return {.message = fmt::format("unexpected comma before {}", found),
            .hint = "remove the comma after the last entry"};
  const std::string_view expected = expectation_in_words(expectation(complaint));
  if (expected == "the end of the file")
    return {.message = fmt::format("{} found after the end of the document", excerpt(found)),
            .hint = "a file holds one object"};
  return {.message = fmt::format("expected {}, found {}", expected, excerpt(found)), .hint = ""};
}

}  // namespace

SyntaxFault describe_syntax_fault(JsonCursor& cursor, std::string_view complaint,
                                  std::size_t position,
                                  const std::optional<SourcePlace>& innermost) {
  complaint = complaint.substr(0, complaint.find("; last read"));
  cursor.skip_filler();
  if (cursor.at_end()) return fault_at_end(cursor, innermost);
  if (says(complaint, "invalid string")) {
    if (!says(complaint, "missing closing quote") && position > 0) cursor.advance_to(position - 1);
    return fault_in_string(complaint);
  }
  if (says(complaint, "number overflow"))
    return {
        .message = fmt::format("the number {} is too large", excerpt(word_at(cursor.rest()), 24)),
        .hint = "numbers up to 1.8e308 are read"};
  // Any file may be named as one of JSON: of what is none, nothing is shown.
  if (cursor.before() == '\0' &&
      expectation_in_words(expectation(complaint)) != "the end of the file")
    return {.message = "this is not JSON: an object begins with {", .hint = ""};
  if (says(complaint, "invalid")) return fault_in_word(word_at(cursor.rest()), complaint);
  return fault_at_token(cursor, complaint);
}

}  // namespace gpuscape
