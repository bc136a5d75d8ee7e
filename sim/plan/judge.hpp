#pragma once
/// Whether the runs of a design show that it meets its objectives, or that it does not.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/plan/trial.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// How sure a decision is to be. A search errs where it drops its answer, which is one design, and
/// where it takes one that does not meet, which may be any: the second is divided by how many may
/// still be taken.
struct Caution {
  double drop = 0.0;  ///< the chance of dropping a design that meets, at one look
  double take = 0.0;  ///< the chance of taking a design that does not, at one look
};

/// A design that was run often, on the same jobs: what others differ from it by varies less than
/// what they are.
struct Reference {
  Sample sample = {};
};

/// How far designs' differences from the reference spread from one replication to the next, by
/// objective: the 90th percentile over designs that were run often enough to say it. 0: not known.
struct PooledSpread {
  std::vector<double> of = {};
  static constexpr double kDegrees = 4.0;  ///< for how many degrees of freedom it counts
};

/// What is in the way beside objectives.
inline constexpr std::string_view kOverloaded = "overloaded";
inline constexpr std::string_view kNothingStarts = "no job starts";

enum class Finding : std::uint8_t { open, misses, meets };

struct Judgement {
  Finding finding = Finding::open;
  std::string missed = {};  ///< the objective's name, or "overloaded", "no job starts"
  bool is_certain = true;   ///< false: by its value, while its interval holds the limit
};

class Judge {
 public:
  /// `objectives` are those that are asked for, in the order of a sample's.
  explicit Judge(std::vector<SloSpec> objectives) : objectives_(std::move(objectives)) {}

  void set_reference(Reference reference);
  [[nodiscard]] bool has_reference() const { return reference_.has_value(); }
  void set_spread(PooledSpread spread) { spread_ = std::move(spread); }

  /// What a look at the sample shows.
  [[nodiscard]] Judgement look(const Sample& sample, const Caution& caution) const;
  /// By its means, as a sweep judges when no more replications are run.
  [[nodiscard]] Judgement by_value(const Sample& sample, double confidence) const;
  /// The objective whose values add up to more than its limit allows in `most` replications, though
  /// only some of them were run: waits, shares and costs are never below zero. A part `beyond` of
  /// the limit more is asked for. Empty: none.
  [[nodiscard]] std::string missed_by_sum(const Sample& sample, std::size_t most,
                                          double beyond) const;
  /// The replications that were not run, those first in which the reference's values are highest.
  [[nodiscard]] std::vector<std::size_t> heaviest_first(const Sample& sample,
                                                        std::size_t most) const;
  /// How many more of those it will take until a sum is too large, if the design's values are to
  /// the reference's as in those that were run; `most` where it will not be.
  [[nodiscard]] std::size_t foreseen(const Sample& sample, std::size_t most) const;
  /// Of the reference, where it was run that often; null: there is none.
  [[nodiscard]] const WarmUp* warm_up_of_reference(std::size_t most) const;
  /// By objective, how far the sample's differences from the reference spread; 0: not known.
  [[nodiscard]] std::vector<double> spread_of(const Sample& sample) const;
  /// How far from its limit the objective is that is furthest from it: |ln(value ÷ limit)|.
  [[nodiscard]] double distance(const Sample& sample) const;
  /// How far inside its limit the mean of the objective is that is nearest to it, as a share of the
  /// limit; 0 where one is missed.
  [[nodiscard]] double margin(const Sample& sample) const;
  [[nodiscard]] const std::vector<SloSpec>& objectives() const { return objectives_; }

 private:
  [[nodiscard]] bool is_missed(const Sample& sample, std::size_t objective, double chance) const;
  [[nodiscard]] bool is_met(const Sample& sample, std::size_t objective, double chance) const;
  [[nodiscard]] std::vector<double> differences(const Sample& sample, std::size_t objective) const;

  std::vector<SloSpec> objectives_;
  std::optional<Reference> reference_;
  PooledSpread spread_;
};

/// The mean of values, those that are not NaN, with the half-width of a one-sided interval that is
/// left with that chance. Infinite for fewer than two values, unless `spread` is known.
struct OneSided {
  double mean = 0.0;
  double half = 0.0;
  std::size_t count = 0;
};
OneSided one_sided(const std::vector<double>& values, double chance, double spread = 0.0);

}  // namespace gpuscape
