#pragma once
/// What reading a scenario must know of a program's models: where they stand, what they are called,
/// and which of their parameters name parts of the catalogue.

#include <string>
#include <string_view>
#include <vector>

namespace gpuscape {

/// Where a scenario names the models of a kind.
struct ModelPlace {
  std::string_view section = {};  ///< "scheduler"; empty: the key stands at the top
  std::string_view key = {};      ///< "policy"; empty: a scenario does not name such models
  std::string_view doc = {};      ///< one sentence
  /// The type where the key is missing, of models by name that of one without; empty: no model
  /// then.
  std::string_view fallback = {};
  bool by_name = false;       ///< several, by the user's names; else one
  bool may_be_entry = false;  ///< a type may be an entry of the catalogue's section `key`

  [[nodiscard]] constexpr bool is(const ModelPlace& other) const {
    return section == other.section && key == other.key;
  }
};

/// The kinds of which every program has models.
inline constexpr ModelPlace kNodesPlace{
    .section = "cluster",
    .key = "nodes",
    .doc = "Groups of equal nodes, or pools of processors, by name; needed without from.",
    .by_name = true,
    .may_be_entry = true};
inline constexpr ModelPlace kNetworksPlace{.section = "cluster",
                                           .key = "networks",
                                           .doc = "Networks that join the nodes, by name.",
                                           .by_name = true};
/// One without a type is of the fallback's.
inline constexpr ModelPlace kApplicationsPlace{
    .section = "workload",
    .key = "applications",
    .doc =
        "What jobs compute, step after step, by names that the streams use; an application of "
        "the catalogue may be named without standing here, and one without a type is of `steps`.",
    .fallback = "steps",
    .by_name = true,
    .may_be_entry = true};
inline constexpr ModelPlace kGpuAccessPlace{
    .section = "cluster",
    .key = "gpu_access",
    .doc =
        "How jobs reach GPUs: in their own nodes (\"local\", as without it), or lent by other "
        "nodes."};
inline constexpr ModelPlace kPolicyPlace{.section = "scheduler",
                                         .key = "policy",
                                         .doc = "Order in which waiting jobs are considered.",
                                         .fallback = "fifo"};
inline constexpr ModelPlace kBackfillPlace{.section = "scheduler",
                                           .key = "backfill",
                                           .doc = "Which jobs may pass a head that does not fit.",
                                           .fallback = "none"};
inline constexpr ModelPlace kPlacementPlace{.section = "scheduler",
                                            .key = "placement",
                                            .doc = "Choice of the free nodes and GPUs for a job.",
                                            .fallback = "pack"};

inline constexpr ModelPlace kGpuSharingPlace{
    .section = "scheduler",
    .key = "gpu_sharing",
    .doc =
        "What a job gets that asks for a part of a GPU, and how it gets on with others there "
        "(backfill none or easy, no preemption); `gpu_sharing` of nodes says it of theirs.",
    .fallback = "whole"};

/// A parameter of a model that names an entry of the catalogue, by the path to it: "switch",
/// "nics.*.model" by the user's names, "links[].type" in a list. Texts must outlive the models.
struct CatalogPart {
  std::string_view path;
  std::string_view section;  ///< of the catalogue
};

/// The models that a program knows, as far as reading a scenario depends on them.
struct ModelNames {
  struct Type {
    std::string name;
    std::vector<CatalogPart> parts = {};
  };
  /// Models of a further kind that name parts of the catalogue.
  struct Placed {
    ModelPlace place;
    std::vector<Type> types = {};
  };
  std::vector<ModelPlace> places = {};  ///< of kinds beside those above
  std::vector<Placed> further = {};     ///< of them, those that name parts
  std::vector<Type> nodes = {};         ///< none: what the catalogue lacks is taken for a model
  std::vector<Type> networks = {};
  std::vector<Type> applications = {};  ///< likewise
};

/// Null where there is no such type.
[[nodiscard]] const ModelNames::Type* find_type(const std::vector<ModelNames::Type>& types,
                                                std::string_view name);

}  // namespace gpuscape
