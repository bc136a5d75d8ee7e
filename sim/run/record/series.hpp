#pragma once
/// What is recorded of a run over time. A series is one row of the table of the meter that samples
/// it: timeline.csv and the reference page follow.

#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A column of timeline.csv; `now` is its value at an instant, of which means are recorded.
template <class Input>
struct SeriesRow {
  std::string_view name;   ///< with its unit, if it has one: "host_links_used_share"
  std::string_view about;  ///< for the reference page
  double (*now)(const Input&);
};

/// The values of all rows of a table at an instant.
template <const auto& kRows, class Input>
std::array<double, std::size(kRows)> values_now(const Input& input) {
  return [&]<std::size_t... row>(std::index_sequence<row...>) {
    return std::array<double, std::size(kRows)>{kRows[row].now(input)...};
  }(std::make_index_sequence<std::size(kRows)>());
}

/// The cluster over time: time averages over equal intervals from date 0 on.
class Timeline {
 public:
  struct Series {
    std::string_view name;
    std::vector<double> values;  ///< mean in each interval
  };

  Seconds interval{60.0};

  /// In the order of timeline.csv.
  [[nodiscard]] const std::vector<Series>& series() const { return series_; }
  /// Of no intervals where the run has no such series.
  [[nodiscard]] const std::vector<double>& operator[](std::string_view name) const {
    static const std::vector<double> kNone;
    for (const Series& one : series_)
      if (one.name == name) return one.values;
    return kNone;
  }
  /// Added where it is missing; `name` must stay as long as this does.
  [[nodiscard]] std::vector<double>& operator[](std::string_view name) {
    for (Series& one : series_)
      if (one.name == name) return one.values;
    return series_.emplace_back(Series{name, {}}).values;
  }
  /// Appended; the name is kept.
  std::vector<double>& add(std::string name) {
    names_.push_back(std::make_shared<const std::string>(std::move(name)));
    return series_.emplace_back(Series{*names_.back(), {}}).values;
  }
  /// How many intervals there are.
  [[nodiscard]] std::size_t size() const {
    return series_.empty() ? 0 : series_.front().values.size();
  }

 private:
  std::vector<Series> series_;
  std::vector<std::shared_ptr<const std::string>> names_;  // of those that were added with theirs
};

}  // namespace gpuscape
