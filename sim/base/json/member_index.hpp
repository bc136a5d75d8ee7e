#pragma once
/// Finds members of one object by name, many times: JsonValue::find goes through all of them.

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/seeded_hash.hpp"

namespace gpuscape {

class MemberIndex {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Of these members, which must stay where they are while it is used; `searches`: about how many
  /// will follow.
  MemberIndex(const std::vector<JsonMember>& members, std::size_t searches) : members_(members) {
    constexpr std::size_t kFew = 256;  // comparisons; below it a table costs more than it saves
    if (members.size() * searches <= kFew) return;
    position_.reserve(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) position_.emplace(members[i].key, i);
  }

  /// The place of the first member of that name among those that were there, or kNone.
  [[nodiscard]] std::size_t find(std::string_view key) const {
    if (position_.empty()) {
      for (std::size_t i = 0; i < count_; ++i)
        if (members_[i].key == key) return i;
      return kNone;
    }
    const auto found = position_.find(key);
    return found == position_.end() ? kNone : found->second;
  }

 private:
  const std::vector<JsonMember>& members_;
  std::size_t count_ = members_.size();
  std::unordered_map<std::string_view, std::size_t, SeededHash> position_;  // never iterated over
};

}  // namespace gpuscape
