#include "sim/calibration/least_squares.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

constexpr auto kMost = static_cast<int>(kMostCoefficients);
constexpr std::size_t at_most = kMostCoefficients;
using Gram = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMost, kMost>;
using Column = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMost, 1>;

/// Columns scaled to length 1, so that seconds and bytes are on a par.
struct Normal {
  Gram gram = Gram::Zero(kMost, kMost);
  Column target = Column::Zero(kMost);
  Column scale = Column::Zero(kMost);
};

Normal normal_of(std::span<const FitRow> rows, std::span<const double> weights) {
  Normal normal;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Eigen::Map<const Eigen::Matrix<double, kMost, 1>> row(rows[i].data());
    normal.gram += weights[i] * row * row.transpose();
    normal.target += weights[i] * row;
  }
  for (int c = 0; c < kMost; ++c) {
    const double length = std::sqrt(normal.gram(c, c));
    normal.scale(c) = length > 0.0 ? 1.0 / length : 0.0;
  }
  normal.gram = normal.scale.asDiagonal() * normal.gram * normal.scale.asDiagonal();
  normal.target = normal.scale.asDiagonal() * normal.target;
  return normal;
}

/// The free solution for the columns of `mask`; empty where they depend on each other.
Column solve(const Normal& normal, unsigned mask) {
  std::array<int, at_most> columns{};
  int count = 0;
  for (int c = 0; c < kMost; ++c)
    if ((mask >> static_cast<unsigned>(c) & 1U) != 0)
      columns[static_cast<std::size_t>(count++)] = c;
  Gram gram(count, count);
  Column target(count);
  for (int i = 0; i < count; ++i) {
    const int from = columns[static_cast<std::size_t>(i)];
    target(i) = normal.target(from);
    for (int j = 0; j < count; ++j)
      gram(i, j) = normal.gram(from, columns[static_cast<std::size_t>(j)]);
  }
  const Eigen::LLT<Gram> factors(gram);
  if (factors.info() != Eigen::Success || factors.rcond() < 1e-14) return {};
  const Column found = factors.solve(target);
  Column all = Column::Zero(kMost);
  for (int i = 0; i < count; ++i) all(columns[static_cast<std::size_t>(i)]) = found(i);
  return all;
}

}  // namespace

FitCoefficients non_negative_fit(std::span<const FitRow> rows, std::span<const double> weights) {
  const Normal normal = normal_of(rows, weights);
  Column best = Column::Zero(kMost);
  double least = 0.0;  // of the objective without its constant: nothing explained
  // So few coefficients that trying every set of them is the simplest way that cannot cycle.
  for (unsigned mask = 1; mask < 1U << kMostCoefficients; ++mask) {
    bool empty = false;
    for (int c = 0; c < kMost; ++c)
      empty = empty || ((mask >> static_cast<unsigned>(c) & 1U) != 0 && normal.scale(c) == 0.0);
    if (empty) continue;
    const Column found = solve(normal, mask);
    if (found.size() == 0 || found.minCoeff() < 0.0) continue;
    const double objective = found.dot(normal.gram * found) - 2.0 * found.dot(normal.target);
    if (objective < least - 1e-15) {
      least = objective;
      best = found;
    }
  }
  FitCoefficients result{};
  for (std::size_t c = 0; c < kMostCoefficients; ++c)
    result[c] = best(static_cast<int>(c)) * normal.scale(static_cast<int>(c));
  return result;
}

FitCoefficients robust_fit(std::span<const FitRow> rows) {
  constexpr int kIterations = 20;
  constexpr double kHuber = 1.345;
  constexpr double kLeastDeviation = 1e-3;
  std::vector<double> weights(rows.size(), 1.0);
  std::vector<double> residuals(rows.size());
  FitCoefficients found{};
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const FitCoefficients before = found;
    found = non_negative_fit(rows, weights);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double predicted = 0.0;
      for (std::size_t c = 0; c < kMostCoefficients; ++c) predicted += rows[i][c] * found[c];
      residuals[i] = std::abs(predicted - 1.0);
    }
    const double limit = kHuber * std::max(kLeastDeviation, 1.4826 * median_of(residuals));
    for (std::size_t i = 0; i < rows.size(); ++i)
      weights[i] = residuals[i] <= limit ? 1.0 : limit / residuals[i];
    const auto settled = [&](std::size_t c) {
      return std::abs(found[c] - before[c]) <= 1e-9 * std::abs(found[c]);
    };
    if (iteration > 0 && settled(0) && settled(1) && settled(2) && settled(3)) break;
  }
  return found;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::ranges::sort(values);
  return quantile_of(values, 0.5);
}

double quantile_of(std::span<const double> sorted, double share) {
  if (sorted.empty()) return 0.0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double rest = place - static_cast<double>(below);
  if (rest == 0.0) return sorted[below];
  return sorted[below] + rest * (sorted[below + 1] - sorted[below]);
}

}  // namespace gpuscape
