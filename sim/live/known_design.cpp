#include "sim/live/known_design.hpp"

#include <algorithm>
#include <utility>

namespace gpuscape {

std::shared_ptr<KnownDesign> KnownDesigns::find(const std::string& key) const {
  const auto matches = [&](const std::shared_ptr<KnownDesign>& design) {
    return design != nullptr && design->key == key &&
           std::ranges::all_of(design->files, &InputStamp::is_current);
  };
  const auto found = std::ranges::find_if(newest_, matches);
  if (found != newest_.end()) return *found;
  for (const auto& [name, design] : last_exact_)
    if (matches(design)) return design;
  return nullptr;
}

void KnownDesigns::hold(const std::vector<std::string>& names,
                        std::vector<std::shared_ptr<KnownDesign>> designs) {
  for (std::size_t i = 0; i < newest_.size(); ++i)
    if (newest_[i] != nullptr && newest_[i]->exact != nullptr) last_exact_[names_[i]] = newest_[i];
  std::erase_if(last_exact_, [&](const auto& entry) {
    return std::ranges::find(names, entry.first) == names.end();
  });
  names_ = names;
  newest_ = std::move(designs);
}

}  // namespace gpuscape
