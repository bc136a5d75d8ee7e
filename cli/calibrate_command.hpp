#pragma once
/// `gpuscape calibrate MEASUREMENTS… -o PROFILE`: what was measured becomes laws.

#include <iosfwd>
#include <string>
#include <vector>

namespace gpuscape {

struct CalibrateOptions {
  std::vector<std::string> files;
  std::string out;   ///< the profile; empty: none is written
  std::string plot;  ///< folder for pictures; empty: none
  double bound = 0.10;
  std::string verify;  ///< a profile to hold against composites; empty: fit
  std::string dir;     ///< with verify: where the bench that it starts puts storage's file
  bool json = false;   ///< with verify
};

/// Prints what was fitted on `out`. Throws ScenarioError for what is wrong with the measurements.
int calibrate_command(const CalibrateOptions& options, std::ostream& out);

}  // namespace gpuscape
