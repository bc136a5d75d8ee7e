#pragma once
/// The queues of a policy that has some, as the report's table has them, with the jobs that waited.

#include <string>
#include <vector>

#include "sim/study/study_outcome.hpp"

namespace gpuscape::gui {

/// Of replication 0, over the run, those below the queue included but for the jobs that wait.
struct QueueRow {
  std::string name = {};         ///< two blanks further in than the queue above it
  std::string deserved = {};     ///< GPUs; "all" where it is all that it asks for
  std::string limit = {};        ///< "–" where there is none
  std::string fair = {};         ///< mean fair share, GPUs
  std::string allocated = {};    ///< mean
  std::string borrowed = {};     ///< mean of what is allocated beyond what is deserved
  std::string waiting = {};      ///< jobs in it alone, mean
  std::string stopped = {};      ///< its jobs that were stopped for others
  double allocated_share = 0.0;  ///< of the most that any queue was allocated
  double borrowed_share = 0.0;   ///< likewise
};

struct QueuesView {
  std::string kind = {};            ///< "queue" or "part"; empty: the policy has none
  std::vector<QueueRow> rows = {};  ///< in the scenario's order
};
QueuesView queues_view(const StudyOutcome& outcome);

}  // namespace gpuscape::gui
