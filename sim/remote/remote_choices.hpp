#pragma once
/// By which software, and over what, the GPUs of a scenario's nodes could be lent: each possibility
/// as a design.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/model/check/check.hpp"

namespace gpuscape {

enum class RemoteKind : unsigned char {
  named,     ///< the scenario, or a variant of it, as it is written
  software,  ///< of the catalogue's `remoting`, over a network of its own
  composed,  ///< a PCIe fabric of the catalogue
};

struct PoolDesigns {
  Design today = {};
  Design lent = {};
  std::string own_nodes = {};  ///< names of the two groups
  std::string lent_nodes = {};

  /// With so many nodes that keep their GPUs, and so many that lend them.
  [[nodiscard]] Design with_nodes(std::int64_t own, std::int64_t lends) const;
};

struct RemoteChoice {
  RemoteKind kind = RemoteKind::named;
  std::string software = {};  ///< the catalogue's name of it; empty: none sends calls
  /// The transport or PCIe fabric, as the catalogue names it; of a named design its own name.
  std::string over = {};
  Design lent = {};   ///< GPUs are lent
  Design local = {};  ///< the same jobs with GPUs in their own nodes
  /// The jobs as they are today, and with some nodes that lend their GPUs beside others that keep
  /// them, but for prices, objectives and what fails; nothing where there are several kinds of
  /// nodes with GPUs, or GPUs are in boxes.
  std::optional<PoolDesigns> pool = {};
  /// What the transport needs of every adapter on its way; 0: nothing.
  BytesPerSecond line{0.0};
};

/// What is not among the choices.
struct RemoteLeftOut {
  std::string name;
  std::string why;
};

struct RemoteChoices {
  std::vector<RemoteChoice> choices;
  std::vector<RemoteLeftOut> left_out;
};

/// All of the catalogue, over the design `of`, which `local` is and in which no GPUs are lent.
/// Nodes with GPUs lend theirs to as many nodes of type `client`, each of which uses at most as
/// many GPUs as such a node has. Software that is made for RDMA goes over verbs, other software
/// over TCP, both over one switch. Behind a PCIe fabric the same GPUs are in boxes. Throws
/// ScenarioError where no node can lend any.
[[nodiscard]] RemoteChoices remote_choices(const CheckedScenario& local, const Design& of,
                                           const Catalog& catalog, const std::string& client);

/// Port-to-port latency of that switch: as of cut-through switches of 2017 to 2023.
inline constexpr const char* kRemoteSwitchLatency = "0.3 us";

}  // namespace gpuscape
