#include "sim/plan/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/study/statistics/student.hpp"

namespace gpuscape {

namespace {

/// Values this far below a limit are as good as 0: their logarithms are cut off there.
constexpr double kFloor = 1e-3;
/// A mean of fewer is not taken for met: waits are skewed.
constexpr std::size_t kLeastToMeet = 10;
/// A reference says its own mean well enough from so many on.
constexpr std::size_t kLeastOfReference = 20;

/// Logarithms are compared where a limit is an upper one above 0: the mean of a value is at least
/// the exponential of the mean of its logarithm, so that what misses there misses.
bool in_logarithms(const SloSpec& slo) { return !slo.at_least && slo.limit > 0.0; }

std::vector<double> logarithms(const std::vector<double>& values, double limit) {
  std::vector<double> logs;
  logs.reserve(values.size());
  for (const double value : values)
    logs.push_back(std::isnan(value) ? value : std::log(std::max(value, kFloor * limit)));
  return logs;
}

double log_of_limit(const SloSpec& slo) { return std::log(slo.limit * (1.0 + kFloor)); }

std::vector<double> known(const std::vector<double>& values) {
  std::vector<double> kept;
  for (const double value : values)
    if (!std::isnan(value)) kept.push_back(value);
  return kept;
}

bool is_within(const SloSpec& slo, double value) {
  return slo.at_least ? value >= slo.limit : value <= slo.limit;
}

double mean_of(const std::vector<double>& values) { return one_sided(values, 0.5).mean; }

}  // namespace

OneSided one_sided(const std::vector<double>& values, double chance, double spread) {
  const std::vector<double> all = known(values);
  OneSided made{
      .mean = std::nan(""), .half = std::numeric_limits<double>::infinity(), .count = all.size()};
  if (all.empty()) return made;
  const auto count = static_cast<double>(all.size());
  double sum = 0.0;
  for (const double value : all) sum += value;
  made.mean = sum / count;
  double squares = 0.0;
  for (const double value : all) squares += (value - made.mean) * (value - made.mean);
  double degrees = count - 1.0;
  if (spread > 0.0) {
    // What all designs have in common, and what this one shows (Smyth 2004).
    squares += PooledSpread::kDegrees * spread * spread;
    degrees += PooledSpread::kDegrees;
  }
  if (all.size() < 2 || !(chance > 0.0)) return made;
  made.half = squares > 0.0
                  ? student_quantile(degrees, 1.0 - chance) * std::sqrt(squares / degrees / count)
                  : 0.0;
  return made;
}

void Judge::set_reference(Reference reference) {
  if (reference.sample.count >= kLeastOfReference) reference_ = std::move(reference);
}

/// Of logarithms, from the reference's in the same replication; empty where there are none.
std::vector<double> Judge::differences(const Sample& sample, std::size_t objective) const {
  const SloSpec& slo = objectives_[objective];
  if (!reference_ || !in_logarithms(slo)) return {};
  const std::vector<double>& others = reference_->sample.objectives[objective];
  const std::size_t both = std::min(others.size(), sample.count);
  const std::vector<double> own = logarithms(sample.objectives[objective], slo.limit);
  const std::vector<double> of_others = logarithms(others, slo.limit);
  std::vector<double> all;
  all.reserve(both);
  for (std::size_t i = 0; i < both; ++i) all.push_back(own[i] - of_others[i]);
  return known(all);
}

std::vector<double> Judge::spread_of(const Sample& sample) const {
  std::vector<double> all(objectives_.size(), 0.0);
  for (std::size_t i = 0; i < objectives_.size(); ++i) {
    const std::vector<double> by = differences(sample, i);
    if (by.size() < 3) continue;
    const double mean = mean_of(by);
    double squares = 0.0;
    for (const double one : by) squares += (one - mean) * (one - mean);
    all[i] = std::sqrt(squares / static_cast<double>(by.size() - 1));
  }
  return all;
}

bool Judge::is_missed(const Sample& sample, std::size_t objective, double chance) const {
  const SloSpec& slo = objectives_[objective];
  const std::vector<double>& values = sample.objectives[objective];
  if (!in_logarithms(slo)) {
    const OneSided raw = one_sided(values, chance);
    if (std::isnan(raw.mean)) return false;
    return slo.at_least ? raw.mean + raw.half < slo.limit : raw.mean - raw.half > slo.limit;
  }
  const std::vector<double> by = differences(sample, objective);
  if (reference_ && by.size() >= 2) {
    const double spread = objective < spread_.of.size() ? spread_.of[objective] : 0.0;
    const OneSided difference = one_sided(by, chance / 2.0, spread);
    const OneSided reference =
        one_sided(logarithms(reference_->sample.objectives[objective], slo.limit), chance / 2.0);
    return difference.mean - difference.half + reference.mean - reference.half > log_of_limit(slo);
  }
  const OneSided own = one_sided(logarithms(values, slo.limit), chance);
  return own.mean - own.half > log_of_limit(slo);
}

bool Judge::is_met(const Sample& sample, std::size_t objective, double chance) const {
  const SloSpec& slo = objectives_[objective];
  const OneSided raw = one_sided(sample.objectives[objective], chance);
  if (raw.count < kLeastToMeet) return false;
  return slo.at_least ? raw.mean - raw.half >= slo.limit : raw.mean + raw.half <= slo.limit;
}

Judgement Judge::look(const Sample& sample, const Caution& caution) const {
  if (sample.count > 0 && sample.started == 0)
    return {.finding = Finding::misses, .missed = std::string(kNothingStarts)};
  for (std::size_t i = 0; i < objectives_.size(); ++i)
    if (is_missed(sample, i, caution.drop))
      return {.finding = Finding::misses, .missed = objectives_[i].name};
  const OneSided load = one_sided(sample.load, caution.drop);
  if (load.mean - load.half > 1.0)
    return {.finding = Finding::misses, .missed = std::string(kOverloaded)};
  if (load.mean > 1.0 || load.count < kLeastToMeet) return {};
  for (std::size_t i = 0; i < objectives_.size(); ++i)
    if (!is_met(sample, i, caution.take)) return {};
  return {.finding = Finding::meets};
}

Judgement Judge::by_value(const Sample& sample, double confidence) const {
  Judgement made{.finding = Finding::meets};
  const double chance = (1.0 - confidence) / 2.0;
  const auto miss = [&](std::string_view what) {
    if (made.finding == Finding::meets) made.missed = what;
    made.finding = Finding::misses;
  };
  for (std::size_t i = 0; i < objectives_.size(); ++i) {
    const SloSpec& slo = objectives_[i];
    const OneSided mean = one_sided(sample.objectives[i], chance);
    if (!is_within(slo, mean.mean)) miss(slo.name);
    if (std::isfinite(mean.half) &&
        is_within(slo, mean.mean - mean.half) != is_within(slo, mean.mean + mean.half))
      made.is_certain = false;
  }
  if (sample.started == 0) miss(kNothingStarts);
  if (mean_of(sample.load) > 1.0) miss(kOverloaded);
  return made;
}

double Judge::distance(const Sample& sample) const {
  double furthest = 0.0;
  for (std::size_t i = 0; i < objectives_.size(); ++i) {
    const SloSpec& slo = objectives_[i];
    if (!in_logarithms(slo)) continue;
    const double mean = std::max(mean_of(sample.objectives[i]), kFloor * slo.limit);
    if (!std::isnan(mean)) furthest = std::max(furthest, std::abs(std::log(mean / slo.limit)));
  }
  return furthest;
}

double Judge::margin(const Sample& sample) const {
  if (by_value(sample, 0.5).finding != Finding::meets) return 0.0;
  double least = 1.0;
  for (std::size_t i = 0; i < objectives_.size(); ++i) {
    const SloSpec& slo = objectives_[i];
    const double by = std::abs(slo.limit - mean_of(sample.objectives[i]));
    if (slo.limit != 0.0) least = std::min(least, by / std::abs(slo.limit));
  }
  return least;
}

}  // namespace gpuscape
