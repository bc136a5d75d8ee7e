#pragma once
/// Holds a profile against workloads that were not used in its fit: what its laws and the sharing
/// engine predict for them, beside what they took.

#include <optional>
#include <string>
#include <vector>

#include "sim/calibration/measurement.hpp"
#include "sim/calibration/profile.hpp"

namespace gpuscape {

/// One composite workload.
struct VerifiedWorkload {
  std::string name;       ///< "remote-gpu tcp, 10 calls, …"
  Seconds measured{0.0};  ///< median over rounds
  double spread = 0.0;    ///< median absolute deviation × 1.4826, over the median
  std::optional<Seconds> predicted = {};
  std::string why_not = {};              ///< where nothing is predicted
  std::vector<std::string> beyond = {};  ///< laws asked beyond what they were fitted to

  /// |predicted − measured| ÷ measured.
  [[nodiscard]] std::optional<double> error() const;
};

enum class VerifyVerdict : unsigned char {
  pass,  ///< every workload was predicted, and the median error is within the goal
  fail,
  not_quiet,  ///< the machine's own speed changed too much to say either
  not_known,  ///< whether it did: no controls, or of fewer than three rounds
  nothing,    ///< no workload that the profile predicts
};

struct Verification {
  std::vector<VerifiedWorkload> workloads;
  std::optional<double> median_error = {};
  /// Of the control kernel's time over rounds: largest − smallest over the median, the fastest and
  /// the slowest round left out where there are five or more. Nothing with fewer than three.
  std::optional<double> drift = {};
  /// Of the measurement as a whole and of its workloads: "incomplete measurement".
  std::vector<std::string> marks = {};
  VerifyVerdict verdict = VerifyVerdict::nothing;

  [[nodiscard]] std::size_t not_predicted() const;
};

constexpr double kVerifyGoal = 0.15;  ///< largest median error
constexpr double kQuietDrift = 0.10;  ///< largest drift at which a verdict is given

/// Only composites and controls of the set are looked at.
Verification verify_profile(const Profile& profile, const MeasurementSet& measured);

}  // namespace gpuscape
