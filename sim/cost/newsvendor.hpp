#pragma once
/// How much to own when demand varies and the rest can be rented by the hour: the newsvendor's
/// question. What is owned costs the same whether used or not; what is rented is paid while used.

#include <vector>

namespace gpuscape {

struct OwnedLevel {
  double level = 0.0;  ///< to own, in the unit of the demand
  /// An hour on average, in rents of one for an hour: of that level, of owning as much as is ever
  /// demanded, of owning nothing.
  double cost = 0.0;
  double all_owned = 0.0;
  double all_rented = 0.0;
};

/// `demand`: values at equal intervals; `ratio`: an owned one for an hour ÷ a rented one for an
/// hour. The level is the quantile of the demand at 1 − ratio (Arrow, Harris and Marschak, 1951):
/// the last one owned is used for just the share `ratio` of the time. Without demand all is 0.
OwnedLevel owned_level(std::vector<double> demand, double ratio);

}  // namespace gpuscape
