#pragma once
/// The tree that accounts form by their parents.

#include <map>
#include <string>
#include <vector>

#include "models/scheduler/slurm/settings.hpp"
#include "sim/scheduling/fair_share.hpp"
#include "sim/workload/origin_table.hpp"

namespace gpuscape::slurm {

class AccountTree {
 public:
  /// The settings must outlive it.
  explicit AccountTree(const Settings& settings);

  /// From the account up to the one at the top; empty where it is not described.
  [[nodiscard]] std::vector<const Account*> lineage(const std::string& name) const;
  /// True where some account lies below another.
  [[nodiscard]] bool has_levels() const { return has_levels_; }

  /// Adds accounts and users to an empty tree of shares; the user of each origin there.
  [[nodiscard]] std::vector<std::size_t> grow(const OriginTable& origins, FairShare& shares) const;
  /// What a reader of a result should know of jobs whose account is not in the tree; empty:
  /// nothing.
  [[nodiscard]] std::string note(const OriginTable& origins) const;

  /// Records an issue for a parent that is not described, and for accounts that lie below
  /// themselves.
  void refuse_faults(ObjectReader& reader) const;

 private:
  [[nodiscard]] const Account* find(const std::string& name) const;

  const std::vector<Account>& accounts_;
  std::map<std::string, const Account*> by_name_;
  bool has_levels_ = false;
};

}  // namespace gpuscape::slurm
