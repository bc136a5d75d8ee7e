#pragma once
/// The port through which bytes travel between nodes: our fluid sharing, or SimGrid's as referee.

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// Directed links and who uses which. Latency is not among it: it is an event before the start.
struct NetworkMap {
  std::uint32_t nodes = 0;
  std::vector<BytesPerSecond> links;
  /// Appends the links from one node to another one, in order; none twice, at least one.
  std::function<void(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links)>
      route;
  std::vector<BytesPerSecond> bounds = {};  ///< finite ones that transfers may have, rising
};

struct Transfer {
  std::uint32_t from = 0;  ///< nodes of the map, two different ones
  std::uint32_t to = 0;
  Bytes bytes;
  std::uint32_t token = 0;  ///< what the completion is reported by
  /// Of its rate, whoever shares: infinite, or one of the map's.
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};
};

enum class TransferId : std::uint64_t {};

/// Transfers start at the present date of whatever loop drives the network, which also says to whom
/// completions are reported. An id is used up by completion or cancellation.
class TransferNetwork {
 public:
  virtual ~TransferNetwork() = default;
  virtual TransferId start(const Transfer& transfer) = 0;
  /// Ends it without a completion.
  virtual void cancel(TransferId id) = 0;
};

}  // namespace gpuscape
