#pragma once
/// Least squares with coefficients that are not negative, and its form that outliers do not carry
/// away. Targets are 1: rows are divided by what was measured, so residuals are relative.

#include <array>
#include <span>
#include <vector>

namespace gpuscape {

inline constexpr std::size_t kMostCoefficients = 4;
/// A row of as many figures as there are coefficients; the others are zero.
using FitRow = std::array<double, kMostCoefficients>;
using FitCoefficients = std::array<double, kMostCoefficients>;

/// The coefficients, none below zero, with the least Σ w (row·c − 1)². A column of zeros gets 0.
FitCoefficients non_negative_fit(std::span<const FitRow> rows, std::span<const double> weights);

/// The same with Huber's weights by iteration: what is more than 1.345 deviations off counts less.
FitCoefficients robust_fit(std::span<const FitRow> rows);

/// The median; 0 of none.
double median_of(std::vector<double> values);
/// Between sorted values, linear.
double quantile_of(std::span<const double> sorted, double share);

}  // namespace gpuscape
