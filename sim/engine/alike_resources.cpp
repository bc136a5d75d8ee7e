#include "sim/engine/alike_resources.hpp"

#include <algorithm>
#include <tuple>

namespace gpuscape {

std::span<const AlikeResources::Part> AlikeResources::parts(std::span<const Use> uses) {
  sorted_.assign(uses.begin(), uses.end());
  const auto key = [this](const Use& use) {
    return std::tuple(class_of_[use.resource], use.time, use.hidden, use.resource);
  };
  std::ranges::sort(sorted_, {}, key);
  std::size_t count = 0;
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const Use& use = sorted_[i];
    const Class of = class_of_[use.resource];
    if (count == 0 || parts_[count - 1].of != of || parts_[count - 1].time != use.time ||
        parts_[count - 1].hidden != use.hidden) {
      if (count == parts_.size()) parts_.emplace_back();
      Part& part = parts_[count++];
      part.of = of;
      part.time = use.time;
      part.hidden = use.hidden;
      part.resources.clear();
    }
    parts_[count - 1].resources.push_back(use.resource);
  }
  const std::span<Part> found = std::span(parts_).first(count);
  std::ranges::sort(found, {}, [](const Part& part) { return part.resources.front(); });
  return found;
}

AlikeResources::Class AlikeResources::separate(const Part& part) {
  Class separated(used_);
  if (free_.empty()) {
    ++used_;
  } else {
    separated = free_.back();
    free_.pop_back();
  }
  if (!part.of.is_none()) {
    std::vector<std::uint32_t>& whole = members_[part.of.index()];
    remaining_.clear();
    std::ranges::set_difference(whole, part.resources, std::back_inserter(remaining_));
    whole.assign(remaining_.begin(), remaining_.end());
  }
  members_[separated.index()].assign(part.resources.begin(), part.resources.end());
  for (const std::uint32_t resource : part.resources) class_of_[resource] = separated;
  return separated;
}

void AlikeResources::release(Class of) {
  for (const std::uint32_t resource : members_[of.index()]) class_of_[resource] = Class::none();
  members_[of.index()].clear();
  free_.push_back(of);
}

}  // namespace gpuscape
