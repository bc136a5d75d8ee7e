#pragma once
/// From measurements to a profile: every path its law, every call its cost, every kind of work its
/// table; what cannot be trusted is refused, with the reason.

#include <string>
#include <vector>

#include "sim/calibration/fit_law.hpp"
#include "sim/calibration/measurement.hpp"

namespace gpuscape {

struct Calibration {
  Profile profile;
  std::vector<std::vector<FitPoint>> points;  ///< of profile.laws, one by one: what they rest on
};

/// A function of the rows as a set: their order changes nothing.
Calibration calibrate(const MeasurementSet& set, const FitOptions& options, std::string name);

}  // namespace gpuscape
