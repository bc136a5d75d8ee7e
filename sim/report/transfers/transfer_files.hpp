#pragma once
/// Transfers as files.

#include <span>
#include <string>
#include <string_view>

#include "sim/report/format/text_sink.hpp"
#include "sim/run/transfers/transfer_result.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// One of the files that a run of transfers leaves beside result.json; none is written without
/// rows.
struct TransferTable {
  std::string_view file;
  bool (*has_rows)(const TransferResult& result);
  void (*write)(const TransferResult& result, TextSink& sink);
};

/// transfers.csv: one line for each transfer and size: from, to, transport, path, bytes,
/// concurrent, in_flight, messages, start_s, end_s, latency_s, bytes_per_s, messages_per_s,
/// bound_by, basis, outside_range, links. collectives.csv: one for each collective and size:
/// operation, among, library, type, in_place, algorithm, protocol, bytes, rounds, start_s, end_s,
/// time_s, latency_s, idle_time_s, algorithm_bytes_per_s, bus_bytes_per_s, bound_by, basis.
/// steps.csv: one for each application.
std::span<const TransferTable> transfer_tables();

/// result.json of a run of transfers.
std::string transfer_json(const ScenarioSpec& scenario, const TransferResult& result,
                          const Provenance& provenance);

}  // namespace gpuscape
