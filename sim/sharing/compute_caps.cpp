#include "sim/sharing/compute_caps.hpp"

#include <algorithm>
#include <numeric>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// Sums of caps are rounded.
constexpr double kRounding = 1e-9;

double sum_of(std::span<const Ratio> caps) {
  double sum = 0.0;
  for (const Ratio cap : caps) {
    ensure(cap > Ratio(0.0) && cap <= Ratio(1.0), "a cap lies above 0 and is at most 1");
    sum += cap.value();
  }
  return sum;
}

}  // namespace

std::vector<Ratio> capped_shares(std::span<const Ratio> caps) {
  std::vector<Ratio> shares(caps.begin(), caps.end());
  if (sum_of(caps) <= 1.0 + kRounding) return shares;
  std::vector<std::size_t> order(caps.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return caps[i].value(); });
  double left = 1.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double fair = left / static_cast<double>(order.size() - k);
    const double share = std::min(caps[order[k]].value(), fair);
    shares[order[k]] = Ratio(share);
    left -= share;
  }
  return shares;
}

double bucket_slack(std::uint32_t multiprocessors) {
  constexpr double kMeasured = 0.8;  // (46 − 30) ÷ (50 − 30)
  constexpr double kOn = 188.0;
  ensure(multiprocessors >= 1, "a GPU has multiprocessors");
  const double scale = multiprocessors / kOn;
  return std::min(1.0, kMeasured * scale * scale);
}

std::vector<Ratio> bucket_shares(std::span<const Ratio> caps, const TokenBucket& bucket) {
  ensure(sum_of(caps) <= 1.0 + kRounding, "caps of one GPU add up to at most 1");
  std::vector<Ratio> shares(caps.begin(), caps.end());
  if (caps.size() == 1 && !bucket.is_forced) shares.front() = Ratio(1.0);
  if (caps.size() <= 1) return shares;
  const double slack = bucket_slack(bucket.multiprocessors);
  const double equal = 1.0 / static_cast<double>(caps.size());
  for (Ratio& share : shares) share += Ratio(slack * (equal - share.value()));
  return shares;
}

}  // namespace gpuscape
