#pragma once
/// What can be in a rack: GPUs, nodes, adapters, switches, links, transports, cloud instances, each
/// entry with its sources. The shipped catalogue is compiled in; folders of the user's lie over it.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/seeded_hash.hpp"
#include "sim/catalog/catalog_guess.hpp"
#include "sim/catalog/shipped_catalog.hpp"
#include "sim/fields/reading_context.hpp"

namespace gpuscape {

/// Entries that are shipped are parsed when they are asked for: a catalogue serves one thread.
class Catalog {
 public:
  /// What is compiled in.
  static Catalog shipped();

  /// Lays every *.json of a folder over what is there, in the order of their names: a new id adds
  /// an entry, one that exists replaces it. `place` and `pointer` are where the folder was named.
  void overlay(const std::string& folder, const SourcePlace& place, std::string_view pointer,
               ReadingContext& context);
  /// The same for one text; `file` is what messages show.
  void overlay_text(std::string_view text, const std::string& file, ReadingContext& context);

  /// Puts another value into an entry; entries that inherit from it inherit that too. False where
  /// there is no such value.
  [[nodiscard]] bool change(const CatalogChange& change);

  /// Records what is wrong with the entries that are not shipped, when all folders are laid.
  void check_own(ReadingContext& context) const;

  /// The entry with everything it inherits, or null.
  [[nodiscard]] const JsonValue* find(std::string_view section, std::string_view id) const;
  /// In the order of the files and the entries in them.
  [[nodiscard]] std::vector<std::string> ids(std::string_view section) const;

  /// The entry as written; what it inherits is elsewhere.
  [[nodiscard]] const JsonValue* written(std::string_view section, std::string_view id) const;

 private:
  struct Section {
    std::vector<JsonMember> entries;
    std::vector<const ShippedEntry*> unread;  ///< by entry: what is not parsed yet; else null
    /// Looked up, never iterated over.
    std::unordered_map<std::string, std::size_t, SeededHash, std::equal_to<>> index;

    /// Parsed.
    [[nodiscard]] const JsonMember* find(const std::string& id);
    void set(JsonMember entry);
    void set(const ShippedEntry& entry);
    void read(std::size_t entry);
    void read_all();
  };

  struct Settling;

  void lay(JsonValue file, ReadingContext* context, std::map<std::string, SourcePlace>* seen);
  void lay_section(JsonMember& section, ReadingContext* context,
                   std::map<std::string, SourcePlace>* seen);
  static bool may_lie(const std::string& section, const JsonMember& entry,
                      std::map<std::string, SourcePlace>* seen, ReadingContext& context);
  void read_file(const std::string& path, std::map<std::string, SourcePlace>& seen,
                 ReadingContext& context);
  void read_all();
  void settle(ReadingContext& context);
  JsonValue settle_entry(const std::string& section, const JsonMember& entry,
                         Settling& settling) const;
  const JsonMember* base_of(const std::string& section, const JsonMember& entry,
                            Settling& settling) const;

  using Name = std::pair<std::string, std::string>;  // section and id
  mutable std::map<std::string, Section, std::less<>> written_;
  std::set<Name> own_;                         ///< what is not shipped
  mutable std::map<Name, JsonValue> settled_;  ///< entries that inherit, with what they inherit
};

/// The sections that a catalogue may have, by name.
[[nodiscard]] const std::vector<std::string>& catalog_sections();

/// Lays `over` over `base` as an entry lies over the one it inherits: objects by key, null removes,
/// a field with `value` replaces, and so does an object within whose `kind` is another one.
void lay_over(JsonValue& base, const JsonValue& over);

/// "64 GB/s raw both directions" without "raw".
[[nodiscard]] std::string plain_rate(std::string_view text);

/// What models read of an entry: `{"value": v, …}` becomes v, " raw" goes, and so do sources,
/// verification and notes.
[[nodiscard]] JsonValue plain_entry(const JsonValue& entry);

}  // namespace gpuscape
