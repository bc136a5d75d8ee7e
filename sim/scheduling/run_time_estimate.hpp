#pragma once
/// What a policy that orders by run time believes: the user's limit, or the truth with an error.

#include <algorithm>
#include <boost/random/lognormal_distribution.hpp>
#include <cstdint>

#include "sim/base/random.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/scheduling/job_queue.hpp"

namespace gpuscape {

class RunTimeEstimate {
 public:
  /// Reads `estimate`, `error` and `error_seed`.
  explicit RunTimeEstimate(ObjectReader& reader)
      : oracle_(reader.one_of("estimate", {"oracle", "limit"}, "oracle",
                              "Source of run time estimates: oracle uses the true run times, limit "
                              "the user's time limit if there is one.") == "oracle"),
        sigma_(reader.number("error", 0.0,
                             "How wrong estimates are: each is multiplied by a lognormal factor "
                             "of median 1 with this sigma (0.7: half of them are off by 1.6 or "
                             "more).",
                             Bounds{.least = 0.0, .most = 10.0})),
        errors_(static_cast<std::uint64_t>(reader.count(
                    "error_seed", 1, "Seed of those factors; a job's is the same in every run.",
                    kNotNegative)),
                0, "run time estimate") {}

  /// What is believed to be left of a waiting job.
  [[nodiscard]] Seconds left(const WaitingJob& job) const {
    const Seconds in_truth = oracle_ ? job.run_time_left : job.expected_run_time;
    return std::max(Seconds(0.0), (in_truth + job.ran) * factor(job.job) - job.ran);
  }

 private:
  [[nodiscard]] double factor(std::uint32_t job) const {
    if (!(sigma_ > 0.0)) return 1.0;
    RandomStream random = errors_.of(job);
    return boost::random::lognormal_distribution<double>(0.0, sigma_)(random);
  }

  bool oracle_;
  double sigma_;
  RandomStreams errors_;
};

}  // namespace gpuscape
