/// Sums over replications: some of them are so high that the mean over all cannot be within the
/// limit.

#include <algorithm>
#include <cmath>

#include "sim/plan/judge.hpp"

namespace gpuscape {

namespace {

bool can_be_summed(const SloSpec& slo) { return !slo.at_least && slo.limit > 0.0; }

double sum_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values)
    if (!std::isnan(value)) sum += value;
  return sum;
}

double sum_of(const Sample& sample, std::size_t objective) {
  const bool has_tail = objective < sample.tail_objectives.size();
  return sum_of(sample.objectives[objective]) +
         (has_tail ? sum_of(sample.tail_objectives[objective]) : 0.0);
}

double value_or_zero(double value) { return std::isnan(value) ? 0.0 : value; }

}  // namespace

std::string Judge::missed_by_sum(const Sample& sample, std::size_t most, double beyond) const {
  for (std::size_t i = 0; i < objectives_.size(); ++i) {
    const SloSpec& slo = objectives_[i];
    const double allowed = slo.limit * static_cast<double>(most) * (1.0 + beyond);
    if (can_be_summed(slo) && sum_of(sample, i) > allowed) return slo.name;
  }
  return "";
}

const WarmUp* Judge::warm_up_of_reference(std::size_t most) const {
  if (!reference_ || reference_->sample.count < most || !reference_->sample.warm_up) return nullptr;
  return &*reference_->sample.warm_up;
}

std::vector<std::size_t> Judge::heaviest_first(const Sample& sample, std::size_t most) const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = sample.count; i < most; ++i)
    if (std::ranges::find(sample.tail, i) == sample.tail.end()) numbers.push_back(i);
  if (warm_up_of_reference(most) == nullptr) return numbers;
  const auto weight = [this](std::size_t number) {
    double heaviest = 0.0;
    for (std::size_t i = 0; i < objectives_.size(); ++i)
      if (can_be_summed(objectives_[i]))
        heaviest = std::max(heaviest, value_or_zero(reference_->sample.objectives[i][number]) /
                                          objectives_[i].limit);
    return heaviest;
  };
  std::ranges::stable_sort(numbers, std::ranges::greater(), weight);
  return numbers;
}

std::size_t Judge::foreseen(const Sample& sample, std::size_t most) const {
  if (!reference_ || warm_up_of_reference(most) == nullptr) return most;
  const std::vector<std::size_t> next = heaviest_first(sample, most);
  std::size_t least = most;
  for (std::size_t i = 0; i < objectives_.size(); ++i) {
    if (!can_be_summed(objectives_[i])) continue;
    const std::vector<double>& reference = reference_->sample.objectives[i];
    double of_reference = 0.0;
    for (std::size_t k = 0; k < sample.count; ++k) of_reference += value_or_zero(reference[k]);
    for (const std::size_t k : sample.tail) of_reference += value_or_zero(reference[k]);
    double sum = sum_of(sample, i);
    const double ratio = of_reference > 0.0 ? sum / of_reference : 1.0;
    const double allowed = objectives_[i].limit * static_cast<double>(most);
    for (std::size_t k = 0; k < next.size() && k < least; ++k) {
      sum += ratio * value_or_zero(reference[next[k]]);
      if (sum > allowed) least = k + 1;
    }
  }
  return least;
}

}  // namespace gpuscape
