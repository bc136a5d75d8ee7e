#pragma once
/// Part of the reader of Slurm's settings: values as Slurm prints them, with faults at their place.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/scenario/slurm/slurm_records.hpp"

namespace gpuscape {

/// What Slurm knows and is not modelled, with the value at which it does nothing.
struct SlurmInert {
  std::string_view key;
  std::string_view value;
};

class SlurmValues {
 public:
  explicit SlurmValues(ReadingContext& context) : context_(context) {}

  // None where the field is null, or says that there is no bound ("UNLIMITED"). What cannot be read
  // is a fault.
  std::optional<Seconds> time(const SlurmField* field);
  std::optional<std::int64_t> count(const SlurmField* field);
  std::optional<double> number(const SlurmField* field);
  /// Of a list of trackable resources: "cpu=64,gres/gpu=12", "gres/gpu:a100=4".
  struct Tres {
    std::optional<std::int64_t> gpus, cores;
  };
  /// `cores`: without it, those are left out, too.
  Tres tres(const SlurmField* field, bool cores);
  /// False where the record does not say what it is called: a fault.
  bool has(const SlurmRecord& record, std::string_view key);
  /// GPUs of a node's Gres: "gpu:a100:4(S:0-1),nic:2".
  struct Gpus {
    std::int64_t whole = 0;
    std::int64_t instances = 0;    ///< that GPUs were cut into (MIG)
    std::int64_t thousandths = 0;  ///< of a GPU, all instances together
    std::string type = {};         ///< of the whole ones; empty where it says none, or several
  };
  Gpus gpus_of_gres(const SlurmField* field);
  /// The cluster has such GPUs: a limit on those of one type holds where there are no others.
  void add_gpu_type(const std::string& type) { gpu_types_.insert(type); }
  /// Node names; empty after a fault.
  std::vector<std::string> hosts(const SlurmField* field);

  void fault(const SlurmField& field, std::string message, std::string hint = "");
  void fault(const SlurmRecord& record, std::string message, std::string hint = "");

  /// Says in the report that Slurm's setting is not modelled.
  void leave_out(std::string what);
  /// Those of `others` that do something in the record, which is called `owner`.
  void leave_out_others(const SlurmRecord& record, std::string_view owner,
                        std::span<const SlurmInert> others);
  /// Something else that a reader of the result should know.
  void note(std::string phrase) { notes_.push_back(std::move(phrase)); }
  [[nodiscard]] std::vector<std::string> take_notes();

 private:
  void add_typed(const SlurmField& field, const std::string& item, std::optional<std::int64_t>& sum,
                 std::int64_t amount);

  static constexpr std::size_t kMostListedNames = 10'000'000;

  ReadingContext& context_;
  std::size_t names_left_ = kMostListedNames;
  std::vector<std::string> left_out_;
  std::set<std::string> known_left_out_;
  std::vector<std::string> notes_;
  std::set<std::string> gpu_types_;  ///< of the nodes; "" for GPUs whose type is not said
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
