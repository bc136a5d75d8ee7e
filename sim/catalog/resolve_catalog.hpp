#pragma once
/// Puts what the catalogue says in place of its names in a scenario.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/catalog/catalog.hpp"
#include "sim/catalog/catalog_guesses.hpp"
#include "sim/catalog/measured/profiles_of.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// The entries of a catalogue as models read them, each made once.
class PlainEntries {
 public:
  /// `entry` must be one of a catalogue that stays as it is.
  const JsonValue& of(const JsonValue* entry) {
    const auto [found, is_new] = entries_.try_emplace(entry);
    if (is_new) found->second = plain_entry(*entry);
    return found->second;
  }

 private:
  std::unordered_map<const JsonValue*, JsonValue> entries_;  ///< looked up, never iterated over
};

/// The type of node that an entry is of, and the one of an instance that names no host.
inline constexpr std::string_view kTypeOfEntry = "graph";
inline constexpr std::string_view kTypeOfInstance = "custom";

/// A node whose type is no model's but an entry of the catalogue becomes a node of kTypeOfEntry:
/// the entry, the user's keys over it, and `entry`. A cloud instance is its host with the
/// instance's GPU and memory, or, where it names none, a node of kTypeOfInstance. Entries that a
/// node names where its model has parts go to `parts`; those that a network names there stand in
/// place of the name. The same goes for
/// nodes and networks of a stream's `measured_on`. Applications as resolve_applications() says.
/// Records every name that neither the catalogue nor `models` has.
void resolve_catalog(JsonValue& scenario, const Catalog& catalog, const ModelNames& models,
                     PlainEntries& entries, ReadingContext& context);
/// Whether there is anything to resolve.
[[nodiscard]] bool names_entries(JsonValue& scenario, const ModelNames& models);

/// Resolves scenarios that may name folders of their own; a catalogue is read once for its folders,
/// and not at all where nothing names an entry.
class CatalogResolver {
 public:
  /// `changes` are applied to every catalogue that is read.
  CatalogResolver(ReadingContext& context, ModelNames models,
                  std::vector<CatalogChange> changes = {})
      : context_(context), models_(std::move(models)), changes_(std::move(changes)) {}

  /// `file` is beside which a folder named on the command line lies.
  void resolve(JsonValue& scenario, const std::string& file);
  /// What profiles measured of launches goes over the catalogue's, as lay_launches() says.
  bool lay_launches(JsonValue& scenario, const std::string& file, std::vector<std::string>& notes,
                    ProfileCheck profile_check);
  /// Every transport of the catalogue with the folders that the scenario names, by id.
  JsonValue transports(const JsonValue& scenario, const std::string& file);
  /// Every GPU, likewise.
  JsonValue gpus(const JsonValue& scenario, const std::string& file);
  /// Every library for collectives, likewise.
  JsonValue libraries(const JsonValue& scenario, const std::string& file);
  /// The guesses in what the resolved scenario names, and in its transports (null: none).
  std::vector<CatalogGuess> guesses(const JsonValue& scenario, const JsonValue& transports);
  /// The catalogue with the folders that the scenario names.
  const Catalog& catalog(const JsonValue& scenario, const std::string& file);

 private:
  /// A catalogue, and what is worked out of its entries once.
  struct Opened {
    Opened(Catalog read, std::vector<std::string> from)
        : catalog(std::move(read)), guesses(catalog), folders(std::move(from)) {}
    Opened(const Opened&) = delete;  // guesses and entries refer to the catalogue
    Opened& operator=(const Opened&) = delete;
    ~Opened() = default;

    Catalog catalog;
    CatalogGuesses guesses;
    PlainEntries entries;
    std::vector<std::string> folders;
  };

  std::vector<const JsonValue*> folder_names(const JsonValue* folders);
  Opened& read(const JsonValue* folders, const std::string& file);

  ReadingContext& context_;
  ModelNames models_;
  std::vector<CatalogChange> changes_;
  std::optional<Opened> opened_;
};

}  // namespace gpuscape
