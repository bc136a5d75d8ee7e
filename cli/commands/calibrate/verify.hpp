#pragma once
/// `gpuscape calibrate --verify PROFILE [MEASUREMENTS…]`: predicted against measured.

#include <iosfwd>
#include <string>
#include <vector>

namespace gpuscape {

struct VerifyOptions {
  std::string profile;
  std::vector<std::string> files;  ///< empty: gpuscape-bench --composites is run
  std::string dir;                 ///< for it: where storage goes
  bool json = false;
};

/// kDone for pass and for a machine that was not quiet, kCheckFailed for fail. Throws ScenarioError
/// for what is wrong with the files, and where they hold no composites; RunError where
/// gpuscape-bench is not found or fails.
int verify_command(const VerifyOptions& options, std::ostream& out);

}  // namespace gpuscape
