#pragma once
/// The same transfers on SimGrid's network. SimGrid allows one engine in a process, so this is for
/// a process of its own.

#include <functional>

#include "sim/engine/simgrid_network.hpp"
#include "sim/run/transfers/transfer_exchange.hpp"

namespace gpuscape {

/// When the messages of one size of one transfer, by index over all of both, have ended.
using OnTransferEnd = std::function<void(std::size_t row, const TransferDates& dates)>;

/// Dates by row, as SimGrid's model makes them. `on_end` may be empty.
std::vector<TransferDates> run_transfers_on_simgrid(const TransferTask& transfers,
                                                    SimGridOptions options,
                                                    const OnTransferEnd& on_end = {});

}  // namespace gpuscape
