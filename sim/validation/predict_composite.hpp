#pragma once
/// What the laws of a profile say of a composite workload.

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/calibration/measurement.hpp"
#include "sim/calibration/profile.hpp"

namespace gpuscape {

/// The profile lacks what a prediction needs.
class NoLaw : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Asks a profile for times and notes where it was asked beyond what was measured.
class ProfileLaws {
 public:
  explicit ProfileLaws(const Profile& profile) : profile_(profile) {}

  /// Of the law with that family and operation, and streams and depth where they are not 0. Throws
  /// NoLaw.
  Seconds time(const LawKey& wanted, Bytes size);
  /// Of a table of rates: flop/s for work of that many operations. Throws NoLaw.
  double flops_per_second(const LawKey& wanted, double flops);
  /// The most of a table of bytes a second by streams; nothing where there is none.
  [[nodiscard]] std::optional<BytesPerSecond> most_by_streams(const LawKey& wanted) const;
  /// Depths for which there is such a law, rising.
  [[nodiscard]] std::vector<int> depths(const LawKey& wanted) const;

  [[nodiscard]] const std::vector<std::string>& beyond() const { return beyond_; }
  /// That a law was asked for `what` beyond what it rests on.
  void note_beyond(const LawKey& key, const std::string& what);

 private:
  const Profile& profile_;
  std::vector<std::string> beyond_;
};

/// "ring-all-reduce over tcp, 2 processes, 12 MiB".
std::string composite_name(const Measurement& composite);

/// Throws NoLaw; also where the composite is of a kind that nothing predicts, or lacks a number.
Seconds predict_composite(const Measurement& composite, ProfileLaws& laws);

}  // namespace gpuscape
