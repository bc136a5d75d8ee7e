#pragma once
/// The models that a program knows, by kind and name. Programs fill one with
/// `register_builtin_models` (generated from models/CMakeLists.txt) and hand it in.

#include <memory>
#include <vector>

#include "sim/model/application.hpp"
#include "sim/model/collective.hpp"
#include "sim/model/model_shelf.hpp"
#include "sim/model/network.hpp"
#include "sim/model/node.hpp"
#include "sim/model/transport.hpp"
#include "sim/platform/gpu_sharing.hpp"
#include "sim/scheduling/backfill.hpp"
#include "sim/scheduling/placement_policy.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape {

class Registry {
 public:
  ModelShelf<NodeModel> nodes{kNodesPlace};
  ModelShelf<NetworkModel> networks{kNetworksPlace};
  ModelShelf<Transport> transports{ModelPlace{}};    ///< by the `kind` of a catalogue entry
  ModelShelf<Collective> collectives{ModelPlace{}};  ///< by the name of an algorithm
  ModelShelf<Application> applications{kApplicationsPlace};
  ModelShelf<Scheduler> schedulers{kPolicyPlace};
  ModelShelf<Backfill> backfills{kBackfillPlace};
  ModelShelf<PlacementPolicy> placements{kPlacementPlace};
  ModelShelf<GpuSharing> gpu_sharings{kGpuSharingPlace};

  /// The shelf of a further kind, whose interface says where a scenario names its models:
  /// `static constexpr ModelPlace kPlace`. Added when it is first asked for.
  template <class Interface>
  ModelShelf<Interface>& of() {
    for (const auto& shelf : further_)
      if (auto* found = dynamic_cast<ModelShelf<Interface>*>(shelf.get())) return *found;
    return static_cast<ModelShelf<Interface>&>(
        add(std::make_unique<ModelShelf<Interface>>(Interface::kPlace)));
  }
  /// Null where no model of the kind is registered.
  template <class Interface>
  [[nodiscard]] const ModelShelf<Interface>* find() const {
    for (const auto& shelf : further_)
      if (const auto* found = dynamic_cast<const ModelShelf<Interface>*>(shelf.get())) return found;
    return nullptr;
  }

  /// Those of all kinds.
  [[nodiscard]] std::vector<const Shelf*> shelves() const;
  /// The one whose models stand at that place; null where there is none.
  [[nodiscard]] const Shelf* at(const ModelPlace& place) const;
  /// What reading a scenario must know of the models.
  [[nodiscard]] ModelNames names() const;

 private:
  Shelf& add(std::unique_ptr<Shelf> shelf);

  std::vector<std::unique_ptr<Shelf>> further_;
};

}  // namespace gpuscape
