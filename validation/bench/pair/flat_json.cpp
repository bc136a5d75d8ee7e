#include "pair/flat_json.hpp"

#include <cstdlib>
#include <cstring>

#include "core/measure.hpp"

namespace gpuscape::bench {

namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.c_str()) {}

  Json object() {
    Json object = Json::object();
    expect('{');
    if (!next('}')) {
      do {
        std::string key = string();
        expect(':');
        object.set(std::move(key), value());
      } while (next(','));
      expect('}');
    }
    skip();
    if (*at_ != '\0') nonsense();
    return object;
  }

 private:
  [[noreturn]] static void nonsense() { throw Lost("the peer's facts cannot be read"); }
  void skip() {
    while (*at_ == ' ' || *at_ == '\n' || *at_ == '\t') ++at_;
  }
  bool next(char c) {
    skip();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!next(c)) nonsense();
  }
  bool word(const char* text) {
    const std::size_t size = std::strlen(text);
    if (std::strncmp(at_, text, size) != 0) return false;
    at_ += size;
    return true;
  }
  /// With the escapes that our own writer makes; those by number become "?".
  std::string string() {
    expect('"');
    std::string out;
    for (; *at_ != '"'; ++at_) {
      if (*at_ == '\0') nonsense();
      if (*at_ != '\\') {
        out += *at_;
        continue;
      }
      ++at_;
      if (*at_ == '\0') nonsense();
      const bool known = *at_ == '"' || *at_ == '\\' || *at_ == '/';
      out += known ? *at_ : '?';
    }
    ++at_;
    return out;
  }
  Json value() {
    skip();
    if (*at_ == '"') return string();
    if (word("true")) return true;
    if (word("false")) return false;
    char* end = nullptr;
    const double number = std::strtod(at_, &end);
    if (end == at_) nonsense();
    at_ = end;
    return number;
  }

  const char* at_;
};

}  // namespace

Json flat_object(const std::string& text) { return Reader(text).object(); }

}  // namespace gpuscape::bench
