#pragma once
/// Just enough to write JSON: members keep their order, numbers print shortest.

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gpuscape::bench {

class Json {
 public:
  using Member = std::pair<std::string, Json>;

  static Json object() { return Json(Object{}); }
  static Json array() { return Json(Array{}); }
  Json(bool value) : value_(value) {}                            // NOLINT: values convert
  Json(double value) : value_(value) {}                          // NOLINT
  Json(int value) : value_(static_cast<std::int64_t>(value)) {}  // NOLINT
  Json(std::int64_t value) : value_(value) {}                    // NOLINT
  Json(const char* value) : value_(std::string(value)) {}        // NOLINT
  Json(std::string value) : value_(std::move(value)) {}          // NOLINT

  /// Of an object: adds a member and returns the object.
  Json& set(std::string key, Json value);
  /// Of an array.
  Json& push(Json value);

  /// Indented by two; a number that is not finite is null.
  [[nodiscard]] std::string text() const;

 private:
  using Object = std::vector<Member>;
  using Array = std::vector<Json>;
  explicit Json(Object value) : value_(std::move(value)) {}
  explicit Json(Array value) : value_(std::move(value)) {}
  void print(std::string& out, int indent) const;

  std::variant<bool, double, std::int64_t, std::string, Object, Array> value_;
};

/// The text in quotes, with what JSON must escape; bytes that are not UTF-8 become "?".
std::string quoted(const std::string& text);

}  // namespace gpuscape::bench
