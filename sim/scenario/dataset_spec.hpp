#pragma once
/// What jobs are trained on, and where it lies.

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"

namespace gpuscape {

struct DatasetSpec {
  /// What each node keeps of it, once it has read it.
  struct Cache {
    Bytes size{0.0};
    std::string on = {};  ///< a store in the nodes; empty: in their memory
    bool stays = false;   ///< after the job, until other data that stay need the room
  };
  std::string name;
  std::string on = {};   ///< of the cluster's storage
  Bytes record{0.0};     ///< one sample; 0: as the application has it
  double samples = 0.0;  ///< of an epoch; 0: not known
  Bytes size{0.0};       ///< all of it; 0: not known
  /// What one read asks of the store; none: a record.
  std::optional<Bytes> read = {};
  Seconds open{0.0};         ///< that a reader waits before each read, whatever the store
  std::int64_t readers = 0;  ///< reads under way at once on each node; 0: as many as it takes
  std::optional<Cache> cache = {};
  bool stages_in = false;  ///< nodes are given what they keep before a job works
  SourcePlace place = {};
  std::string pointer = {};
};

/// Bytes that are copied from one store to another, beside what jobs do.
struct CopySpec {
  std::string name;
  std::string from = {};     ///< of the cluster's storage
  std::string to = {};       ///< likewise
  std::string dataset = {};  ///< whose size it is; empty: as `size` has it
  Bytes size{0.0};           ///< 0: not given
  Bytes read{1e6};           ///< what one read asks of the store
  Seconds start{0.0};
  std::optional<Seconds> every = {};           ///< none: once
  std::optional<BytesPerSecond> at_most = {};  ///< what the copying tool can; none: no bound
  SourcePlace place = {};
  std::string pointer = {};
};

}  // namespace gpuscape
