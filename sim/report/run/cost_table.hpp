#pragma once
/// The cost of a run as tables: the ledger in cost.csv, who causes it in showback.csv.

#include "sim/report/format/text_sink.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Columns item, what, pool, year, kind, amount, tax, currency: a row per line of the ledger. Only
/// of a run with a cost.
void write_cost_csv(const StudyResult& result, TextSink& sink);

/// showback.csv: columns by, name, jobs, held_gpu_hours, useful_gpu_hours, cost, idle_cost,
/// currency. Likewise.
void write_showback_csv(const StudyResult& result, TextSink& sink);

}  // namespace gpuscape
