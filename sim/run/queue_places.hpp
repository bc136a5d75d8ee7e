#pragma once
/// Where interrupted jobs wait that go to the end of the queue.

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A job that is sent to the back stands behind all that were submitted before, and before all that
/// are submitted later, as if it was submitted then.
class QueuePlaces {
 public:
  struct Place {
    Seconds submit{0.0};
    std::uint32_t later = 0;  ///< as WaitingJob::later
  };
  /// `submitted`: how many jobs were by then.
  void send_to_back(std::uint32_t job, Seconds now, std::uint32_t submitted) {
    const auto place = submitted + static_cast<std::uint32_t>(sent_.size());
    sent_.push_back(submitted);
    places_[job] = {now, place - job};
  }
  [[nodiscard]] bool is_at_back(std::uint32_t job) const {
    return !places_.empty() && places_.contains(job);
  }
  [[nodiscard]] Place of(std::uint32_t job, Seconds submit) const {
    if (sent_.empty()) return {.submit = submit};
    const auto back = places_.find(job);
    if (back != places_.end()) return back->second;
    const auto before = std::ranges::upper_bound(sent_, job) - sent_.begin();
    return {submit, static_cast<std::uint32_t>(before)};
  }

 private:
  std::vector<std::uint32_t> sent_;        // jobs submitted by then, each time that one was sent
  std::map<std::uint32_t, Place> places_;  // by job, where it was sent last
};

}  // namespace gpuscape
