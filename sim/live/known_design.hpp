#pragma once
/// What is known of designs from one request to the next.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/live/design_reader.hpp"
#include "sim/study/replication_shelf.hpp"

namespace gpuscape {

/// A design without faults, and what was run of it.
struct KnownDesign {
  std::string key;
  std::vector<InputStamp> files;  ///< it rests on
  std::shared_ptr<const CheckedScenario> scenario;
  std::shared_ptr<const StudyOutcome> exact;  ///< null until it is there
  ReplicationShelf shelf;                     ///< of a generated workload
};

/// Holds the designs of the newest request and, of each name, the one answered exactly last: who
/// takes a change back finds its answer.
class KnownDesigns {
 public:
  /// The design of that key whose files are as they were; null where there is none.
  [[nodiscard]] std::shared_ptr<KnownDesign> find(const std::string& key) const;
  /// Holds these, in the order of `names`, and forgets names that are not there. Null: faults.
  void hold(const std::vector<std::string>& names,
            std::vector<std::shared_ptr<KnownDesign>> designs);

 private:
  std::vector<std::string> names_;
  std::vector<std::shared_ptr<KnownDesign>> newest_;
  std::map<std::string, std::shared_ptr<KnownDesign>> last_exact_;  // by name
};

}  // namespace gpuscape
