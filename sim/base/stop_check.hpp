#pragma once
/// How statistics of a million jobs obey a stop while they are taken.

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <utility>
#include <vector>

namespace gpuscape {

/// Looked at every few thousand jobs. A stop asked for before it is made does not count: it has
/// ended the runs, and their statistics are still wanted.
class StopCheck {
 public:
  StopCheck() = default;
  explicit StopCheck(const std::stop_token& stop) {
    if (!stop.stop_requested()) stop_ = stop;
  }

  /// Throws Interrupted once a stop was asked for.
  void look() const {
    if (stop_.stop_requested()) interrupt();
  }
  /// The same for a loop over jobs, cheap enough to be called for each.
  void look_at(std::size_t job) const {
    constexpr std::size_t kJobs = 8192;
    if (job % kJobs == 0) look();
  }

 private:
  [[noreturn]] static void interrupt();

  std::stop_token stop_;
};

/// Sorts in rising order; throws Interrupted, and leaves the values in no order.
template <class Value>
void sort_values(std::vector<Value>& values, const StopCheck& stop) {
  constexpr std::size_t kPiece = 32768;
  const auto at = [](std::vector<Value>& all, std::size_t index) {
    return all.begin() + static_cast<std::ptrdiff_t>(std::min(index, all.size()));
  };
  for (std::size_t begin = 0; begin < values.size(); begin += kPiece) {
    stop.look();
    std::sort(at(values, begin), at(values, begin + kPiece));
  }
  if (values.size() <= kPiece) return;
  std::vector<Value> merged(values.size());
  for (std::size_t width = kPiece; width < values.size(); width *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * width) {
      stop.look();
      const auto middle = at(values, begin + width);
      std::merge(at(values, begin), middle, middle, at(values, begin + 2 * width),
                 at(merged, begin));
    }
    values.swap(merged);
  }
}

}  // namespace gpuscape
