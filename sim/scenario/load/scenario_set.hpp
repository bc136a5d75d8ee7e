#pragma once
/// A scenario file as the designs that it holds. The file, what it extends and the catalogue are
/// read once; each design is then read from them: a variant, patches over it, and `--set`.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/catalog/catalog_guess.hpp"
#include "sim/catalog/measured/measured_transports.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/fields/reading_context.hpp"
#include "sim/scenario/cost_spec.hpp"
#include "sim/scenario/objective.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// One design of a scenario file.
struct Design {
  std::string variant = {};                ///< "" for the scenario itself
  std::vector<JsonValue> patches = {};     ///< JSON merge patches over the variant, in this order
  std::vector<std::string> sets = {};      ///< "/pointer=value" over the patches, in this order
  std::optional<std::uint64_t> seed = {};  ///< instead of /run/seed; at most 2^63 − 1

  /// True where it is the variant as the file has it.
  [[nodiscard]] bool is_as_written() const { return patches.empty() && sets.empty() && !seed; }
};

/// A cluster, and the models that say what of it jobs can use.
struct OwnCluster {
  ClusterSpec cluster;
  std::vector<PlacedModel> models;
};

/// What a program brings along for reading scenarios.
struct LoadOptions {
  ModelNames models = {};                ///< that it has
  ProfileCheck profile_check = nullptr;  ///< of the profiles that `calibration` names
  /// The whole text of a file, decompressed where it is compressed; throws RunError. Null: as it
  /// is.
  std::string (*read_text)(const std::string& path) = nullptr;
  /// What objectives may be of.
  std::span<const ObjectiveMetric> objectives = kQueueWait;
  std::vector<CatalogChange> changes = {};  ///< of the catalogue
};

/// A design as plain data.
struct DesignSpec {
  ScenarioSpec spec;  ///< incomplete where faults were recorded
  /// Guesses of the catalogue that the design may rest on.
  std::vector<CatalogGuess> guesses = {};
};

/// Whether a stream's `load` is a share of the GPUs of the scenario's own cluster, whatever cluster
/// the design has.
[[nodiscard]] bool means_own_gpus(const StreamSpec& stream);

class ScenarioSet {
 public:
  /// Reads the file, or text in memory under a name beside which other files are looked for. Faults
  /// go to `context`, which must outlive the set.
  static ScenarioSet of_file(const std::string& path, ReadingContext& context,
                             const LoadOptions& options = {});
  static ScenarioSet of_text(std::string_view text, const std::string& name,
                             ReadingContext& context, const LoadOptions& options = {});

  ScenarioSet(ScenarioSet&&) noexcept;
  ~ScenarioSet();

  /// As it was named.
  [[nodiscard]] const std::string& file() const { return file_; }
  /// False where the file holds no object to go on with; then nothing can be read from it.
  [[nodiscard]] bool is_readable() const { return is_readable_; }
  /// Their names in the order written.
  [[nodiscard]] const std::vector<std::string>& variants() const { return names_; }
  /// Records that there is no such variant; true where there is, and for "".
  bool has_variant(const std::string& name);

  /// Reads one design, which must name a variant that is there. Faults go to the context: under the
  /// variant's name where `named`. What is wrong with a folder that several designs name is
  /// recorded with the first of them.
  DesignSpec read(const Design& design, bool named = false);

  /// The cluster of the scenario itself, without variants and `--set`; null where the scenario
  /// itself has faults, which are not recorded here. Read once.
  const OwnCluster* own_cluster();

 private:
  ScenarioSet(std::optional<JsonValue> document, std::string file, ReadingContext& context,
              const LoadOptions& options);

  struct Expansion;

  void take_variants();
  void take_variant(const JsonMember& member);
  void bound_variants(const SourcePlace& place);
  JsonValue merged(const Design& design, std::vector<std::string>& notes);
  void apply_options(JsonValue& document, const Design& design);
  /// Whether a design of the file has something that one of them prices.
  [[nodiscard]] bool are_of_file(const std::vector<PriceQuote>& quotes) const;

  bool is_readable_;
  JsonValue document_;  // without the variants; null where it cannot be read
  std::string file_;
  ReadingContext* context_;
  LoadOptions options_;
  std::unique_ptr<Expansion> expansion_;
  JsonValue patches_;
  std::vector<std::string> names_;
  std::optional<OwnCluster> own_cluster_;
  bool own_cluster_is_sound_ = false;
};

}  // namespace gpuscape
