#pragma once
/// JSON as this project reads it: comments allowed, duplicate keys refused, every value knows the
/// file, line and column it came from. No type of the parsing library appears here.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/base/error.hpp"

namespace gpuscape {

/// Where a value stands. `file` is shared by all values of one file; null for values made in code.
struct SourcePlace {
  std::shared_ptr<const std::string> file;
  int line = 0;    ///< 1-based; 0 for the file as a whole
  int column = 0;  ///< 1-based, bytes
};

struct JsonMember;

/// A JSON value with its place. Objects keep the order in which their keys were written.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { null, boolean, integer, number, text, array, object };

  JsonValue();
  JsonValue(const JsonValue&);
  JsonValue(JsonValue&&) noexcept;
  JsonValue& operator=(const JsonValue&);
  JsonValue& operator=(JsonValue&&) noexcept;
  ~JsonValue();
  static JsonValue make_null();
  static JsonValue make_boolean(bool value);
  static JsonValue make_integer(std::int64_t value);
  static JsonValue make_number(double value);
  static JsonValue make_text(std::string value);
  static JsonValue make_array();
  static JsonValue make_object();

  [[nodiscard]] Kind kind() const { return static_cast<Kind>(data_.index()); }
  [[nodiscard]] bool is_null() const { return kind() == Kind::null; }
  [[nodiscard]] bool is_object() const { return kind() == Kind::object; }
  [[nodiscard]] bool is_array() const { return kind() == Kind::array; }
  [[nodiscard]] bool is_text() const { return kind() == Kind::text; }
  [[nodiscard]] bool is_boolean() const { return kind() == Kind::boolean; }
  [[nodiscard]] bool is_number() const { return kind() == Kind::number || kind() == Kind::integer; }

  // The content; false, 0 or empty for a value of another kind.
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t integer() const;
  /// The number, also for integers.
  [[nodiscard]] double number() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] const std::vector<JsonValue>& items() const;
  [[nodiscard]] const std::vector<JsonMember>& members() const;
  /// For changing the content: only for an array, an object.
  [[nodiscard]] std::vector<JsonValue>& items();
  [[nodiscard]] std::vector<JsonMember>& members();

  /// The member of that name, or null. Linear in the number of members.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] JsonValue* find(std::string_view key);
  /// Adds or replaces a member; a new one goes to the end. Linear in the number of members.
  JsonValue& set(std::string key, JsonValue value);
  void erase(std::string_view key);

  [[nodiscard]] const SourcePlace& place() const { return place_; }
  void set_place(SourcePlace place) { place_ = std::move(place); }

  /// "a number", "an object", … for messages.
  [[nodiscard]] std::string_view kind_name() const;

 private:
  /// Alternatives in the order of Kind.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<JsonValue>,
               std::vector<JsonMember>>
      data_;
  SourcePlace place_;
};

struct JsonMember {
  std::string key;
  JsonValue value;
  SourcePlace key_place;
};

/// Whether two values have the same content, wherever they come from; members in the same order.
[[nodiscard]] bool same_content(const JsonValue& a, const JsonValue& b);

/// Deepest nesting that is read; deeper input is refused with its place.
inline constexpr int kMaxJsonDepth = 200;

/// Parses `text` in linear time; `file` is the name that messages show. A UTF-8 byte order mark is
/// skipped. Throws ScenarioError on a syntax error, duplicate keys (all of them), nesting beyond
/// kMaxJsonDepth, text that is not UTF-8, or a number that a double cannot hold.
JsonValue parse_json(std::string_view text, const std::string& file);

/// `text` as a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_quoted(std::string_view text);

/// A number in the shortest form that reads back equal; "null" for NaN and infinities, which JSON
/// does not have.
std::string json_number(double value);

/// Writes a value as JSON text: keys in their order, `indent` spaces a level (`indent` < 0: one
/// line), numbers as json_number writes them, strings as json_quoted does. No final newline.
std::string write_json(const JsonValue& value, int indent = 2);

/// The same content for files that people compare: what fits on a line of `width` columns stands on
/// one, with a space a level before it. A final newline.
std::string write_packed_json(const JsonValue& value, std::size_t width = 120);

}  // namespace gpuscape
