#pragma once
/// Which library runs on what GPUs, and which algorithms and protocols it may take.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/model/collective.hpp"
#include "sim/model/collectives/rank_hardware.hpp"
#include "sim/model/collectives/rank_routes.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

/// Why a collective cannot be.
struct CollectiveRefusal {
  std::string key = {};      ///< of what says so; empty: the collective as a whole
  std::string message = {};  ///< empty: nothing is wrong
  std::string hint = {};
};

/// How an algorithm would do it.
struct CollectiveOffer {
  std::string_view algorithm;
  std::string_view protocol;  ///< "LL128"; empty: the algorithm has one only
  CollectivePlan plan;
};

class CollectiveChooser {
 public:
  /// `libraries`: the catalogue's entries by id; what is wrong with one goes to the context.
  CollectiveChooser(const Registry& registry, const JsonValue& libraries, ReadingContext& context);

  /// The one called so, or that for GPUs of the vendor where the name is empty. Null after a
  /// refusal.
  [[nodiscard]] const CollectiveLibrary* library(std::string_view name, const std::string& vendor,
                                                 CollectiveRefusal& refusal) const;
  /// What the links and switches on these routes do for it. `of` has its library.
  static void fit_out(CollectiveCase& of, const RankHardware& hardware, RankRoutes& routes,
                      std::string_view type);
  /// Why the algorithm of that name, or for "auto" each among which the library chooses, cannot do
  /// it.
  [[nodiscard]] CollectiveRefusal refusal(std::string_view algorithm,
                                          const CollectiveCase& of) const;
  /// Visits how the algorithm of that name does it, or for "auto" all among which the library
  /// chooses by itself; until a visit returns false. With `launched` the launch from the host
  /// counts.
  [[nodiscard]] CollectiveRefusal for_each_offer(
      std::string_view algorithm, bool launched, const CollectiveCase& of,
      const std::function<bool(const CollectiveOffer&)>& visit) const;

 private:
  struct Algorithm {
    std::string name;
    std::unique_ptr<const Collective> model;
  };
  [[nodiscard]] std::vector<const Algorithm*> candidates(std::string_view name,
                                                         const CollectiveCase& of,
                                                         CollectiveRefusal& refusal) const;
  [[nodiscard]] static CollectiveRefusal protocol_refusal(const CollectiveCase& of);
  [[nodiscard]] static bool does(const Algorithm& algorithm, CollectiveOperation operation);
  [[nodiscard]] static CollectiveFault fault_of(const Algorithm& algorithm,
                                                const CollectiveCase& of);

  std::vector<Algorithm> algorithms_;
  std::vector<CollectiveLibrary> libraries_;
};

}  // namespace gpuscape
