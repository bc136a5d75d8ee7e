#pragma once
/// Resources in classes: those of one class are used by the same jobs, by each for the same time on
/// all of them, and so whatever is computed from jobs and times is equal on them. The links of a
/// node's adapters are such: a job on the whole node sends the same over each.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/id.hpp"

namespace gpuscape {

class AlikeResources {
 public:
  /// By its number below the count of resources; released ones are given again.
  using Class = Id<struct AlikeResourcesTag>;

  struct Use {
    std::uint32_t resource = 0;
    double time = 0.0;
    double hidden = 0.0;  ///< of it, whatever that means to the user
  };

  /// Resources of one class that a job uses for the same time, of which as much is hidden.
  struct Part {
    Class of;  ///< none: nobody uses them
    double time = 0.0;
    double hidden = 0.0;
    std::vector<std::uint32_t> resources;  ///< rising
  };

  explicit AlikeResources(std::size_t resources) : class_of_(resources), members_(resources) {}

  /// What one job uses, each resource once, by rising first resources of the parts. Valid until the
  /// next call.
  [[nodiscard]] std::span<const Part> parts(std::span<const Use> uses);
  [[nodiscard]] bool is_whole_class(const Part& part) const {
    return !part.of.is_none() && members_[part.of.index()].size() == part.resources.size();
  }
  /// The part becomes a class of its own; the rest of its class stays one.
  Class separate(const Part& part);
  /// Nobody uses its resources any more.
  void release(Class of);
  /// The one with the lowest number.
  [[nodiscard]] std::uint32_t first_of(Class of) const { return members_[of.index()].front(); }

 private:
  std::vector<Class> class_of_;                      // by resource
  std::vector<std::vector<std::uint32_t>> members_;  // by class, rising
  std::vector<Class> free_;
  std::uint32_t used_ = 0;                // classes that were ever given
  std::vector<Use> sorted_;               // scratch
  std::vector<Part> parts_;               // scratch: its first `part_count`
  std::vector<std::uint32_t> remaining_;  // scratch
};

}  // namespace gpuscape
