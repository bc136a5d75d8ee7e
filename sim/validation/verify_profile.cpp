#include "sim/validation/verify_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim/calibration/least_squares.hpp"
#include "sim/validation/predict_composite.hpp"

namespace gpuscape {

namespace {

VerifiedWorkload verify_one(const Profile& profile, const Measurement& first,
                            const std::vector<double>& seconds) {
  VerifiedWorkload workload{.name = composite_name(first), .measured = Seconds(median_of(seconds))};
  std::vector<double> far;
  far.reserve(seconds.size());
  for (const double value : seconds) far.push_back(std::abs(value - workload.measured.value()));
  workload.spread = 1.4826 * median_of(far) / workload.measured.value();
  ProfileLaws laws(profile);
  try {
    workload.predicted = predict_composite(first, laws);
    workload.beyond = laws.beyond();
  } catch (const NoLaw& lacking) {
    workload.why_not = lacking.what();
  }
  return workload;
}

std::optional<double> drift_of(const std::vector<Measurement>& controls) {
  std::map<int, std::vector<double>> rounds;
  for (const Measurement& control : controls)
    rounds[control.round].push_back(control.seconds.value());
  if (rounds.size() < 3) return std::nullopt;
  std::vector<double> medians;
  medians.reserve(rounds.size());
  for (const auto& [round, seconds] : rounds) medians.push_back(median_of(seconds));
  std::ranges::sort(medians);
  const std::size_t cut = medians.size() >= 5 ? 1 : 0;
  return (medians[medians.size() - 1 - cut] - medians[cut]) / median_of(medians);
}

VerifyVerdict verdict_of(const Verification& found) {
  if (!found.median_error) return VerifyVerdict::nothing;
  if (found.drift && *found.drift > kQuietDrift) return VerifyVerdict::not_quiet;
  if (!found.drift) return VerifyVerdict::not_known;
  return found.not_predicted() == 0 && *found.median_error <= kVerifyGoal ? VerifyVerdict::pass
                                                                          : VerifyVerdict::fail;
}

}  // namespace

std::size_t Verification::not_predicted() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      workloads, [](const VerifiedWorkload& w) { return !w.predicted.has_value(); }));
}

std::optional<double> VerifiedWorkload::error() const {
  if (!predicted) return std::nullopt;
  return std::abs((*predicted - measured) / measured);
}

Verification verify_profile(const Profile& profile, const MeasurementSet& measured) {
  struct Group {
    const Measurement* first = nullptr;
    std::vector<double> seconds;
  };
  std::map<std::pair<LawKey, double>, Group> groups;
  for (const Measurement& row : measured.composites) {
    Group& group = groups[{row.key, row.bytes.value()}];
    if (group.first == nullptr) group.first = &row;
    group.seconds.push_back(row.seconds.value());
  }
  Verification found;
  std::vector<double> errors;
  for (const auto& [key, group] : groups) {
    found.workloads.push_back(verify_one(profile, *group.first, group.seconds));
    if (const auto error = found.workloads.back().error()) errors.push_back(*error);
  }
  if (!errors.empty()) found.median_error = median_of(errors);
  found.drift = drift_of(measured.controls);
  std::set<std::string> marks(measured.marks.begin(), measured.marks.end());
  for (const Measurement& row : measured.composites)
    marks.insert(row.marks.begin(), row.marks.end());
  found.marks.assign(marks.begin(), marks.end());
  found.verdict = verdict_of(found);
  return found;
}

}  // namespace gpuscape
