#pragma once
/// What the comments of an SWF log say of its machine and its fields.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What a name can say that a field counts.
struct SwfMeaning {
  bool gpus = false;
  bool nodes = false;
  bool cores = false;
};

/// Which fields a log has beyond the format's 18, by their names; counted from 0.
struct SwfFields {
  std::optional<std::size_t> gpus;        ///< used by the job
  std::optional<std::size_t> nodes;       ///< likewise
  std::optional<std::size_t> properties;  ///< "all:excl:2x4": two nodes with four cores each
  SwfMeaning allocated;                   ///< what field 5 counts, by its name
  std::vector<std::string> passed_over;   ///< names of those that nothing here reads
  std::vector<std::string> names;         ///< by field; empty where the header names none
};

class SwfHeader {
 public:
  /// Takes a comment line, beginning with `;`.
  void add(std::string_view comment);

  /// The header's UnixStartTime: when the log's clock was 0, in seconds since 1970.
  [[nodiscard]] std::optional<Seconds> unix_start() const { return unix_start_; }
  // How large the machine was, where the header says.
  [[nodiscard]] std::optional<std::int64_t> max_nodes() const { return max_nodes_; }
  [[nodiscard]] std::optional<std::int64_t> max_processors() const { return max_processors_; }
  [[nodiscard]] std::optional<std::int64_t> max_gpus() const { return max_gpus_; }

  /// Of rows with `count` fields. A list such as "; 18: used_GPUs (sum over nodes)" counts from 0
  /// where it names a field 0 or ends before `count`, else from 1; a comment of `count` words names
  /// the fields in their order.
  [[nodiscard]] SwfFields fields(std::size_t count) const;

 private:
  struct Listed {
    std::size_t number;
    std::string name;  ///< in small letters
    std::string note;
  };
  void add_listed(std::string_view text);
  [[nodiscard]] std::vector<Listed> listed_by_field(std::size_t count) const;

  std::vector<Listed> listed_;
  std::vector<std::string> lines_;  // that may be a list of names
  std::optional<Seconds> unix_start_;
  std::optional<std::int64_t> max_nodes_;
  std::optional<std::int64_t> max_processors_;
  std::optional<std::int64_t> max_gpus_;
};

}  // namespace gpuscape
