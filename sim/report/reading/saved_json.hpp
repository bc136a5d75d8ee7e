#pragma once
/// Results that were written before, read value by value: what is not as a result has it is a fault
/// with its line and column. Keys that nobody asks for are let be: a later version may have more.

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Throws a ScenarioError of one fault.
[[noreturn]] void throw_saved_fault(const SourcePlace& place, std::string pointer,
                                    std::string message, std::string hint = "");

/// An object of such a file.
class SavedObject {
 public:
  /// The value must outlive it. Throws ScenarioError where it is no object, as all of these do of
  /// what they read.
  SavedObject(const JsonValue& value, std::string pointer);

  [[nodiscard]] bool has(std::string_view key) const { return value_.find(key) != nullptr; }
  [[nodiscard]] const JsonValue& value() const { return value_; }
  [[nodiscard]] const std::string& pointer() const { return pointer_; }

  // Members that must be there.
  [[nodiscard]] double number(std::string_view key) const;  ///< NaN for null
  [[nodiscard]] std::int64_t count(std::string_view key) const;
  [[nodiscard]] bool boolean(std::string_view key) const;
  [[nodiscard]] const std::string& text(std::string_view key) const;
  [[nodiscard]] SavedObject object(std::string_view key) const;
  [[nodiscard]] const std::vector<JsonValue>& list(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;

  // Where the key is missing, what earlier versions did without.
  [[nodiscard]] std::string text_or(std::string_view key, const std::string& fallback) const;
  [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view key) const;

  /// This object as a value with its interval.
  [[nodiscard]] Estimate estimate() const;

  [[noreturn]] void fail(std::string_view key, std::string message, std::string hint = "") const;

 private:
  [[nodiscard]] const JsonValue& need(std::string_view key, std::string_view kind,
                                      bool is_right(const JsonValue&)) const;

  const JsonValue& value_;
  std::string pointer_;
};

/// Reads a whole file and looks at its `schema`; `known` is the newest that this program writes.
/// Throws ScenarioError, also where the file cannot be read.
JsonValue read_saved_json(const std::string& file, int known);

/// Its `provenance`; empty texts for what earlier versions did not say.
Provenance saved_provenance(const SavedObject& document);

/// `{"order": 12.5, …}`: seconds by reason.
SecondsByReason saved_waits(const SavedObject& waits);

}  // namespace gpuscape
