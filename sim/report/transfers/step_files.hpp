#pragma once
/// Rows of steps in steps.csv and result.json.

#include "sim/base/json/json.hpp"
#include "sim/report/format/text_sink.hpp"
#include "sim/run/transfers/transfer_result.hpp"

namespace gpuscape {

JsonValue step_json(const StepRow& row);
void write_steps_csv(const TransferResult& result, TextSink& sink);

}  // namespace gpuscape
