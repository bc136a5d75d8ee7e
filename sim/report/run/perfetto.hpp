#pragma once

#include "sim/report/format/text_sink.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape {

/// Pools of more processors than this have counters only: as many tracks would show nothing.
inline constexpr std::int32_t kMostPoolTracks = 64;

/// The run as trace events, which ui.perfetto.dev and chrome://tracing open: a process for each
/// group of nodes, tracks for each node (as many as jobs it ever held at once), a slice for each
/// job on each of its nodes, and counters from the timeline. Written piece by piece.
void write_perfetto(const RunResult& run, TextSink& sink);

}  // namespace gpuscape
