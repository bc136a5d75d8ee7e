#pragma once
/// Part of the reader of Slurm's settings: values as Slurm prints them, with faults at their place.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scenario/slurm/slurm_records.hpp"

namespace gpuscape {

class SlurmValues {
 public:
  explicit SlurmValues(ReadingContext& context) : context_(context) {}

  // None where the field is null, or says that there is no bound ("UNLIMITED"). What cannot be read
  // is a fault.
  std::optional<Seconds> time(const SlurmField* field);
  std::optional<std::int64_t> count(const SlurmField* field);
  std::optional<double> number(const SlurmField* field);
  /// GPUs of a list of trackable resources: "cpu=64,gres/gpu=12", "gres/gpu:a100=4".
  std::optional<std::int64_t> gpus_of_tres(const SlurmField* field);
  /// GPUs of a node's Gres: "gpu:a100:4(S:0-1),nic:2".
  std::int64_t gpus_of_gres(const SlurmField* field);
  /// "a100" of "gpu:a100:4"; empty where it says none, or several.
  std::string gpu_type_of_gres(const SlurmField* field);
  /// Node names; empty after a fault.
  std::vector<std::string> hosts(const SlurmField* field);

  void fault(const SlurmField& field, std::string message, std::string hint = "");
  void fault(const SlurmRecord& record, std::string message, std::string hint = "");

  /// Says in the report that Slurm's setting is not modelled.
  void leave_out(std::string what);
  /// Something else that a reader of the result should know.
  void note(std::string phrase) { notes_.push_back(std::move(phrase)); }
  [[nodiscard]] std::vector<std::string> take_notes();

 private:
  static constexpr std::size_t kMostListedNames = 10'000'000;

  ReadingContext& context_;
  std::size_t names_left_ = kMostListedNames;
  std::vector<std::string> left_out_;
  std::set<std::string> known_left_out_;
  std::vector<std::string> notes_;
};

/// The words between `mark`, without blanks around them; empty ones are left out.
std::vector<std::string> slurm_words(std::string_view text, char mark);

/// Where members of an object stand, by name: JsonValue::set goes through all of them.
using MemberPlaces = std::map<std::string, std::size_t>;
/// Adds or replaces a member of an object whose members all came by this.
JsonValue& put(JsonValue& object, MemberPlaces& places, const std::string& key, JsonValue value);

// JSON that stands where the text stood.
JsonValue json_at(JsonValue value, const SourcePlace& place);
JsonValue json_text(std::string text, const SourcePlace& place);
JsonValue json_object(const SourcePlace& place);

}  // namespace gpuscape
