#include "sim/catalog/shipped_catalog.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/base/json/json_cursor.hpp"
#include "sim/base/json/json_part.hpp"
#include "sim/catalog/catalog_files.hpp"

namespace gpuscape {

namespace {

/// Finds the entries of one file: an object of sections, each an object of entries. The files are
/// known to be valid JSON, which tests hold.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file)
      : text_(text), cursor_(text, {std::make_shared<const std::string>(file), 1, 1}) {}

  void scan(std::vector<ShippedEntry>& entries) {
    open();
    while (!closes()) {
      const std::string_view section = key();
      open();
      while (!closes()) entries.push_back(entry(section));
    }
  }

 private:
  ShippedEntry entry(std::string_view section) {
    cursor_.skip_filler();
    ShippedEntry found;
    found.section = section;
    found.key_place = cursor_.place();
    found.id = key();
    cursor_.skip_filler();
    found.place = cursor_.place();
    const std::size_t begin = cursor_.offset();
    skip_value();
    found.text = text_.substr(begin, cursor_.offset() - begin);
    return found;
  }

  void open() {
    cursor_.skip_filler();
    ensure(cursor_.rest().starts_with('{'), "a catalogue is an object of objects");
    cursor_.skip_token();
  }

  /// Goes past the end of an object where it is there.
  bool closes() {
    cursor_.skip_filler();
    if (!cursor_.rest().starts_with('}')) return false;
    cursor_.skip_token();
    return true;
  }

  /// Without its quotes; ids have no escapes.
  std::string_view key() {
    cursor_.skip_filler();
    const std::size_t begin = cursor_.offset();
    cursor_.skip_token();
    return text_.substr(begin + 1, cursor_.offset() - begin - 2);
  }

  void skip_value() {
    const std::size_t begin = cursor_.offset();
    if (text_[begin] != '{' && text_[begin] != '[') return cursor_.skip_token();
    cursor_.advance_to(end_of_nested(begin));
  }

  /// Where the object or array ends that begins at `at`.
  [[nodiscard]] std::size_t end_of_nested(std::size_t at) const {
    int depth = 0;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '"') {
        at = end_of_text(at);
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        return at + 1;
      }
    }
    throw InternalError("an entry of the catalogue ends");
  }

  /// The closing quote of the text that begins at `at`.
  [[nodiscard]] std::size_t end_of_text(std::size_t at) const {
    for (++at; text_[at] != '"'; ++at)
      if (text_[at] == '\\') ++at;
    return at;
  }

  std::string_view text_;
  JsonCursor cursor_;
};

/// The texts of the files, each in one piece.
const std::vector<std::string>& shipped_texts() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> joined;
    for (const EmbeddedFile& file : shipped_catalog_files()) joined.push_back(file.text());
    return joined;
  }();
  return texts;
}

}  // namespace

const std::vector<ShippedEntry>& shipped_entries() {
  static const std::vector<ShippedEntry> entries = [] {
    std::vector<ShippedEntry> found;
    const auto files = shipped_catalog_files();
    for (std::size_t i = 0; i < files.size(); ++i)
      Scanner(shipped_texts()[i], fmt::format("models/catalog/{}.json", files[i].name)).scan(found);
    return found;
  }();
  return entries;
}

JsonValue parse_entry(const ShippedEntry& entry) {
  return parse_json_part(entry.text, entry.place);
}

}  // namespace gpuscape
