#pragma once
/// What the readers of one tool's files share: a file, how its faults are told, what it yields.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/calibration/measurement.hpp"

namespace gpuscape {

/// One file on its way into a set.
class MeasuredFile {
 public:
  MeasuredFile(const MeasurementText& text, const JsonValue* json, ReadingContext& context)
      : text_(text), json_(json), context_(context) {}

  [[nodiscard]] const std::string& name() const { return text_.name; }
  [[nodiscard]] const std::string& text() const { return text_.text; }
  /// Null where the file is no JSON.
  [[nodiscard]] const JsonValue* json() const { return json_; }

  /// Records a fault at a line (0: the file as a whole).
  void fault(int line, std::string message, std::string hint = "");
  void fault(const JsonValue& at, std::string_view pointer, std::string message,
             std::string hint = "");

  /// The member's number; a fault, and nothing, where it is missing or no number.
  std::optional<double> number(const JsonValue& object, const std::string& pointer,
                               std::string_view key);
  /// As `number`, and a fault too where it is not a number of things.
  std::optional<int> count(const JsonValue& object, const std::string& pointer,
                           std::string_view key);
  std::string text_of(const JsonValue& object, std::string_view key) const;

  /// A time that is negative, zero or not finite is a fault at that line, as is a size below zero
  /// or not finite.
  void add(Measurement row, int line);

  /// Names a machine that the file is of, if the name is not empty.
  void add_host(std::string_view name);

  std::string peer;                ///< that it was measured with; empty where it does not say
  std::vector<std::string> hosts;  ///< hidden, as named; none where the file does not say
  std::map<std::string, std::string> machine;
  std::vector<ProfileDevice> devices;
  std::vector<std::string> marks;
  std::vector<std::string> left_out;
  std::vector<Measurement> rows;

 private:
  const MeasurementText& text_;
  const JsonValue* json_;
  ReadingContext& context_;
};

/// How one tool's files are known and read.
struct MeasurementTool {
  std::string_view name;
  bool (*recognises)(const MeasuredFile& file);
  void (*read)(MeasuredFile& file);
};

MeasurementTool own_tool();
MeasurementTool fio_tool();
MeasurementTool iperf3_tool();
MeasurementTool nvbandwidth_tool();
MeasurementTool nccl_tests_tool();
MeasurementTool perftest_tool();
MeasurementTool osu_tool();

/// A host's name as gpuscape-bench hides it ("host-08cf3707b570"); one that is hidden stays.
[[nodiscard]] std::string hidden_host(std::string_view name);

struct TextLine {
  int number = 0;  ///< 1-based
  std::string_view text;
  std::vector<std::string_view> words = {};  ///< apart by spaces and tabs
};
[[nodiscard]] std::vector<TextLine> lines_of(std::string_view text);
[[nodiscard]] bool holds(std::string_view text, std::string_view part);
/// All of the word as a number.
[[nodiscard]] std::optional<double> number_in(std::string_view word);
/// The value where it can count things: whole, from 0 to a million.
[[nodiscard]] std::optional<int> whole_count(double value);

}  // namespace gpuscape
