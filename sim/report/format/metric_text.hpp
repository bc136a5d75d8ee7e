#pragma once
/// How values of metrics are printed, and which metrics a table has.

#include <string>
#include <string_view>
#include <vector>

#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

/// "1 h 13 min", "64.0 %", "1.20"; a dash where there is no value.
std::string metric_text(double value, MetricPrint print);

/// "12.3 us", "1.5 ms", "2.25 s": three digits.
std::string short_time_text(Seconds time);

/// An amount without its currency: "3.23 M", "185 k", "2.51".
std::string money_text(double amount);

/// A value that an objective is of.
std::string slo_value_text(const SloSpec& slo, double value);
/// "queue_wait p95 ≤ 1 h".
std::string slo_goal_text(const SloSpec& slo);
/// "22 min (15–40), 38 min below it"; empty where there is no value.
std::string slo_margin_text(const SloVerdict& slo);

/// The metrics that have a place in a table (Metric::column or Metric::compared), by that place.
std::vector<const Metric*> in_order(int Metric::* place);

/// "GPUs allocated" of "{} allocated", with what the cluster has.
std::string metric_label(std::string_view label, const RunResult& run);

/// Whether tables show it: GPUs are stranded only on nodes.
bool is_printed(const Metric& metric, const RunResult& run);

}  // namespace gpuscape
