#pragma once
/// Rows that one law, cost or table is made of.

#include <map>
#include <string_view>
#include <vector>

#include "sim/calibration/fit_law.hpp"
#include "sim/calibration/measurement.hpp"

namespace gpuscape {

using MeasuredGroup = std::vector<const Measurement*>;
using MeasuredGroups = std::map<LawKey, MeasuredGroup>;

/// Files, marks and whether the path is proven, of all rows.
Grounds grounds_of(const MeasuredGroup& group);

/// Repetitions by size, both rising.
std::vector<FitPoint> points_of(const MeasuredGroup& group, double (*size)(const Measurement&));

/// The median and its interval, by drawing repetitions anew.
Fitted<double> median_within(const std::vector<double>& repetitions, std::string_view stream);

CallCost call_cost(const LawKey& key, const MeasuredGroup& group);

/// Costs of a call, a synchronisation, a copy and a copied byte, from steps that hold different
/// numbers of them. Those that the steps do not tell apart are left out; why none is given goes
/// into `refused`.
std::vector<CallCost> call_stream_costs(const LawKey& key, const MeasuredGroup& group,
                                        const FitOptions& options,
                                        std::vector<RefusedFit>& refused);

/// `per_operation` is what each operation counts for: its flops, its bytes, or one.
RateTable rate_table(const LawKey& key, const MeasuredGroup& group,
                     const std::vector<FitPoint>& points, double (*per_operation)(double size));

}  // namespace gpuscape
