#pragma once
/// Who causes the cost of a design: by account, user or stream, by the GPU time that jobs hold.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// Over the horizon, as if replication 0 stood for it; amounts in the cost's currency.
struct ShowbackRow {
  std::string name;
  std::int64_t jobs = 0;  ///< of replication 0 that held GPUs in the time of all averages
  double held_gpu_hours = 0.0;
  double useful_gpu_hours = 0.0;
  double cost = 0.0;       ///< the total by held GPU time: rows of a kind sum to the total
  double idle_cost = 0.0;  ///< the part of it that pays for GPUs that nobody holds
};

struct Showback {
  std::string kind;               ///< "account", "user" or "stream"
  std::vector<ShowbackRow> rows;  ///< the largest cost first, then by name
};

/// Of a run with a cost; rows are empty where no job held a GPU.
std::vector<Showback> showback(const StudyResult& result);

}  // namespace gpuscape
