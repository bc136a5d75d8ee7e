#pragma once
/// The ledger of a run's cost as a table: cost.csv.

#include "sim/report/format/text_sink.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Columns item, what, pool, year, kind, amount, currency: a row per line of the ledger. Only of a
/// run with a cost.
void write_cost_csv(const StudyResult& result, TextSink& sink);

}  // namespace gpuscape
