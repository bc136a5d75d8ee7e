#pragma once
/// Workloads that no fit uses, and the points that predict them.

#include <memory>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "core/options.hpp"
#include "local/channel.hpp"

namespace gpuscape::bench {

using MakePair = ChannelPair (*)();

/// Copy in, compute, copy out, of pieces of a buffer: one thread, or two where copies of one piece
/// and the kernel of another overlap.
std::vector<Measure> pipeline_composites();
/// Sums over processes in a ring, over TCP and through shared memory.
std::vector<Measure> ring_composites();
/// Readers of one file at random, alike and of different block sizes.
std::vector<Measure> reader_composites(const Options& options);
/// Calls, copies and synchronisations sent over TCP to a process that does the work.
std::vector<Measure> remote_composites();

/// The points that predict the first and second: kernel, sum, exchange of a message with a peer.
std::vector<Measure> kernel_points();
std::vector<Measure> exchange_points();

/// A kernel whose time should not change while all this is measured; `place` is where in a round.
Measure control_kernel(const std::string& place);

/// role, family "composite", and that operation.
Measure composite(const std::string& operation, double expected_seconds);

}  // namespace gpuscape::bench
