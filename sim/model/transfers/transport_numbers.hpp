#pragma once
/// The numbers that every transport has, as its catalogue entry gives them.

#include <vector>

#include "sim/fields/object_reader.hpp"
#include "sim/model/transport.hpp"

namespace gpuscape {

/// What holds for messages up to some size.
struct TransportRegime {
  Bytes up_to{std::numeric_limits<double>::infinity()};
  Seconds latency{0.0};
  Seconds cpu_per_message{0.0};
  std::optional<BytesPerSecond> core_rate = {};  ///< what one core moves of this
  std::optional<BytesPerSecond> most = {};       ///< attainable, however fast the links
};

struct TransportNumbers {
  int ends = 1;                          ///< whose CPU takes part in each message
  std::vector<TransportRegime> regimes;  ///< by rising size; the last has no end
  /// Latency and rate are of the whole way, as measured: nothing is added, no bound but theirs.
  bool end_to_end = false;
  Bytes least_measured{0.0};  ///< of the sizes that were
  Bytes most_measured{std::numeric_limits<double>::infinity()};
  std::string basis = "guess";

  /// Of one message: latency, CPU time and bounds that hang on nothing but its size.
  [[nodiscard]] MessageCost cost(Bytes message) const;
};

/// Regimes and sizes alone, of `numbers` in another direction.
TransportNumbers read_direction(ObjectReader& reader, const TransportNumbers& numbers);

/// Reads them, and passes over what entries say for other purposes.
TransportNumbers read_transport_numbers(ObjectReader& reader);

}  // namespace gpuscape
