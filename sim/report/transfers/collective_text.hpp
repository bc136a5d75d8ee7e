#pragma once

#include <string>
#include <vector>

#include "sim/run/transfers/transfer_result.hpp"

namespace gpuscape {

/// What collectives took, one line for each and size, with the bandwidths of nccl-tests. Nothing
/// where there are none.
std::string collectives_table(const std::vector<CollectiveRow>& rows);

}  // namespace gpuscape
