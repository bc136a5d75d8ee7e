#include "sim/platform/gpu_chooser.hpp"

#include <algorithm>

namespace gpuscape {

/// Takes GPUs by rising number or leaves them out; what is taken only adds pairs, so that a set
/// that is no better than the best before it is complete can be dropped. The first of equal sets
/// has the lowest numbers.
class GpuChooser::Search {
 public:
  Search(const GpuChooser& chooser, const GpuSet& free, std::uint32_t count)
      : chooser_(chooser),
        free_(free),
        count_(count),
        ranks_(chooser.distances_.ranks()),
        pairs_(ranks_, 0) {
    free.for_each([&](std::uint32_t gpu) { gpus_.push_back(gpu); });
  }

  GpuSet best() {
    extend(0);
    return best_;
  }

 private:
  void extend(std::size_t from) {
    if (taken_.size() == count_) {
      best_pairs_ = pairs_;
      best_ = GpuSet();
      for (const std::uint32_t gpu : taken_) best_.insert(gpu);
      ++compared_;
      return;
    }
    for (std::size_t i = from; i + count_ - taken_.size() <= gpus_.size(); ++i) {
      if (compared_ >= kMostCompared) return;
      const std::uint32_t gpu = gpus_[i];
      if (!comes_next(gpu)) continue;
      add_pairs(gpu, 1);
      taken_.push_back(gpu);
      in_.insert(gpu);
      if (best_pairs_.empty() || pairs_ < best_pairs_)
        extend(i + 1);
      else
        ++compared_;
      in_.erase(gpu);
      taken_.pop_back();
      add_pairs(gpu, -1);
    }
  }
  /// Of equal free GPUs the lowest go first.
  [[nodiscard]] bool comes_next(std::uint32_t gpu) const {
    return in_.contains_all(chooser_.alike_before_[gpu] & free_);
  }
  void add_pairs(std::uint32_t gpu, int sign) {
    for (const std::uint32_t other : taken_)
      pairs_[ranks_ - 1 - chooser_.distances_.rank(gpu, other)] += static_cast<std::uint32_t>(sign);
  }

  const GpuChooser& chooser_;
  GpuSet free_;
  std::uint32_t count_;
  std::uint32_t ranks_;
  std::vector<std::uint32_t> gpus_;   // free, by rising number
  std::vector<std::uint32_t> taken_;  // so far
  GpuSet in_;                         // the same
  std::vector<std::uint32_t> pairs_;  // of them, the farthest first
  std::vector<std::uint32_t> best_pairs_;
  GpuSet best_;
  std::uint32_t compared_ = 0;
};

GpuChooser::GpuChooser(GpuDistances distances) : distances_(std::move(distances)) {
  const std::uint32_t gpus = distances_.gpus();
  alike_before_.resize(gpus);
  for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
    for (std::uint32_t other = 0; other < gpu; ++other)
      if (distances_.are_alike(gpu, other)) alike_before_[gpu].insert(other);
  if (gpus <= kTabled) table_.assign((std::size_t{1} << gpus) * (gpus + 1), 0);
}

GpuSet GpuChooser::choose(const GpuSet& free, std::uint32_t count) {
  if (count == 0) return {};
  if (count == free.size()) return free;
  if (!table_.empty()) {
    std::uint8_t& answer = table_[free.bits() * (distances_.gpus() + 1) + count];
    if (answer == 0) answer = static_cast<std::uint8_t>(Search(*this, free, count).best().bits());
    return GpuSet(answer);
  }
  const auto [at, is_new] = known_.try_emplace({free, count});
  if (is_new) at->second = Search(*this, free, count).best();
  return at->second;
}

}  // namespace gpuscape
