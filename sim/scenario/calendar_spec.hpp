#pragma once
/// When growth is reached, and on what terms machines are bought meanwhile.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/fields/uncertain.hpp"

namespace gpuscape {

struct CalendarSpec {
  SourcePlace place = {};
  /// Values of the axis in `for_each`, and when each is reached, from today.
  std::vector<std::pair<std::string, Seconds>> reached = {};
  Seconds ends{0.0};            ///< nothing is bought, owned or rented behind it
  double price_path = 0.0;      ///< of hardware, by year, as a share: -0.15 falls
  Seconds delivery_least{0.0};  ///< from the order on; any time up to the most is as likely
  Seconds delivery_most{0.0};
  std::optional<UncertainPrice> rent =
      {};                             ///< of a GPU, for what has not come; none: none is rented
  std::optional<Seconds> lasts = {};  ///< then it is bought anew; none: to the end
  double residual = 0.0;  ///< share of its price that is left when it has lasted so long
  double discount = 0.0;  ///< by year, as a share: what money costs
};

}  // namespace gpuscape
