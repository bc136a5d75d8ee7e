#pragma once
/// Transfers as files.

#include <string>

#include "sim/report/format/text_sink.hpp"
#include "sim/run/transfers/transfer_result.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// One line for each transfer and size: from, to, transport, path, bytes, concurrent, in_flight,
/// messages, start_s, end_s, latency_s, bytes_per_s, messages_per_s, bound_by, basis,
/// outside_range, links.
void write_transfers_csv(const TransferResult& result, TextSink& sink);

/// One line for each collective and size: operation, among, library, type, in_place, algorithm,
/// protocol, bytes, rounds, start_s, end_s, time_s, latency_s, idle_time_s, algorithm_bytes_per_s,
/// bus_bytes_per_s, bound_by, basis.
void write_collectives_csv(const TransferResult& result, TextSink& sink);
/// `steps.csv`, likewise.
void write_steps_csv(const TransferResult& result, TextSink& sink);

/// result.json of a run of transfers.
std::string transfer_json(const ScenarioSpec& scenario, const TransferResult& result,
                          const Provenance& provenance);

}  // namespace gpuscape
