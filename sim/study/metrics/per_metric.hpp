#pragma once
/// One value for each metric of sim/study/metrics/metrics.hpp.

#include <string_view>
#include <vector>

namespace gpuscape {

std::size_t metric_count();
/// Its row in metrics(). Throws InternalError where no metric has that key.
std::size_t metric_index(std::string_view key);

template <class T>
class PerMetric {
 public:
  PerMetric() : values_(metric_count()) {}
  explicit PerMetric(const T& all) : values_(metric_count(), all) {}

  [[nodiscard]] T& operator[](std::size_t metric) { return values_[metric]; }
  [[nodiscard]] const T& operator[](std::size_t metric) const { return values_[metric]; }
  /// By the key that result.json has: "queue_wait_p95_s".
  [[nodiscard]] T& operator[](std::string_view key) { return values_[metric_index(key)]; }
  [[nodiscard]] const T& operator[](std::string_view key) const {
    return values_[metric_index(key)];
  }

 private:
  std::vector<T> values_;
};

}  // namespace gpuscape
