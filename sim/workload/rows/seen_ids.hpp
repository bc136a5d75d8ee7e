#pragma once
/// Part of the trace readers: which ids a log has held so far.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "sim/base/seeded_hash.hpp"

namespace gpuscape {

/// Ids that rise from row to row, as most do, cost eight bytes each and no hashing.
class SeenIds {
 public:
  /// False when the id was there before.
  bool add(std::int64_t id) {
    if (rising_.empty() || id > rising_.back()) {
      rising_.push_back(id);
      return true;
    }
    return !std::ranges::binary_search(rising_, id) && others_.insert(id).second;
  }

  void reserve(std::size_t ids) { rising_.reserve(ids); }

 private:
  std::vector<std::int64_t> rising_;
  /// Each below the last of rising_ when it came; never iterated over.
  std::unordered_set<std::int64_t, SeededHash> others_;
};

}  // namespace gpuscape
