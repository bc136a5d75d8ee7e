#pragma once
/// Names that say nothing, the same for the same name wherever it occurs.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/workload/job_table.hpp"

namespace gpuscape {

struct AnonymityOptions {
  bool keep_partitions = false;  ///< partitions and QOS keep their names
  /// Numbers are shuffled by this seed; else they follow the order of first appearance.
  std::optional<std::uint64_t> shuffle_seed;
};

/// Rename users to u1, u2, …, accounts to a1, …, partitions to p1, …, QOS to q1, …, job names to
/// j1, …. Each kind is numbered on its own; an empty name stays empty.
class AnonymousNames {
 public:
  AnonymousNames(const JobTable& table, const AnonymityOptions& options);

  [[nodiscard]] const JobOrigin& origin(std::uint32_t number) const { return origins_[number]; }
  [[nodiscard]] const std::string& job_name(const std::string& name) const {
    return job_names_.at(name);
  }

 private:
  std::vector<JobOrigin> origins_;
  std::map<std::string, std::string> job_names_;
};

}  // namespace gpuscape
