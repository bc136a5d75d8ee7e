#include "sim/catalog/check_catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog_kind.hpp"
#include "sim/catalog/check_catalog_value.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

/// Keys that any object of an entry may have.
constexpr std::array<std::string_view, 3> kOfAnyObject = {"notes", "source", "verified"};
constexpr std::array<std::string_view, 2> kOfEntries = {"inherits", "verified_fields"};
constexpr std::array<std::string_view, 3> kOfValues = {"high", "low", "value"};

bool among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

class EntryChecker {
 public:
  EntryChecker(const Catalog& catalog, std::string_view section, ReadingContext& context)
      : catalog_(catalog), section_(section), fields_(fields_of(section)), context_(context) {}

  void check(const JsonMember& entry, const std::string& pointer) {
    object(entry.value, "", pointer);
    check_entry_sources(catalog_, section_, entry.value, pointer, context_);
  }

 private:
  const CatalogField* field_at(std::string_view path) const {
    const auto found = std::ranges::find(fields_, path, &CatalogField::path);
    return found == fields_.end() ? nullptr : &*found;
  }

  bool leads_on(std::string_view path, std::string_view by) const {
    const std::string prefix = fmt::format("{}{}", path, by);
    return std::ranges::any_of(
        fields_, [&](const CatalogField& field) { return field.path.starts_with(prefix); });
  }

  void value(const JsonValue& value, const std::string& path, const std::string& pointer) {
    if (const CatalogField* field = field_at(path)) return leaf(value, *field, pointer);
    if (leads_on(path, "[]")) {
      if (!value.is_array()) return refuse_kind(value, pointer, "a list");
      for (std::size_t i = 0; i < value.items().size(); ++i)
        this->value(value.items()[i], path + "[]", fmt::format("{}/{}", pointer, i));
      return;
    }
    object(value, path, pointer);
  }

  void object(const JsonValue& value, const std::string& path, const std::string& pointer) {
    if (!value.is_object()) return refuse_kind(value, pointer, "an object");
    const bool by_name = leads_on(path, ".*");
    for (const JsonMember& member : value.members()) {
      const std::string below = child_pointer(pointer, member.key);
      if (member.value.is_null()) continue;
      if (!by_name && provenance(member, path.empty(), below)) continue;
      std::string next = path;
      if (!path.empty()) next += '.';
      next += by_name ? "*" : member.key;
      if (field_at(next) == nullptr && !leads_on(next, ".") && !leads_on(next, "[]")) {
        context_.add(member.key_place, below,
                     fmt::format("unknown key \"{}\"", excerpt(member.key)),
                     nearest_hint(member.key, keys_at(path)));
      } else {
        this->value(member.value, next, below);
      }
    }
  }

  /// The keys that an object at `path` may have.
  std::vector<std::string> keys_at(const std::string& path) const {
    std::vector<std::string> keys;
    const std::string prefix = path.empty() ? "" : path + ".";
    for (const CatalogField& field : fields_) {
      if (!field.path.starts_with(prefix)) continue;
      const std::string_view rest = field.path.substr(prefix.size());
      const std::string key(rest.substr(0, rest.find_first_of(".[")));
      if (keys.empty() || keys.back() != key) keys.push_back(key);
    }
    for (const std::string_view key : kOfAnyObject) keys.emplace_back(key);
    if (path.empty())
      for (const std::string_view key : kOfEntries) keys.emplace_back(key);
    return keys;
  }

  /// True for a key that says where values are from; checks it.
  bool provenance(const JsonMember& member, bool of_entry, const std::string& pointer) {
    if (of_entry && among(kOfEntries, member.key)) return true;
    if (!among(kOfAnyObject, member.key)) return false;
    if (member.key == "source") {
      if (!of_entry) check_source_list(catalog_, member.value, pointer, context_);
    } else if (member.key == "verified") {
      if (!member.value.is_boolean()) refuse_kind(member.value, pointer, "true or false");
    } else if (!member.value.is_text()) {
      refuse_kind(member.value, pointer, "a text");
    }
    return true;
  }

  void leaf(const JsonValue& value, const CatalogField& field, const std::string& pointer) {
    if (!value.is_object()) return plain(value, field, pointer);
    for (const JsonMember& member : value.members()) {
      const std::string below = child_pointer(pointer, member.key);
      if (among(kOfValues, member.key)) {
        plain(member.value, field, below);
      } else if (!provenance(member, false, below)) {
        std::vector<std::string> known(kOfAnyObject.begin(), kOfAnyObject.end());
        known.insert(known.end(), kOfValues.begin(), kOfValues.end());
        context_.add(member.key_place, below,
                     fmt::format("unknown key \"{}\"", excerpt(member.key)),
                     nearest_hint(member.key, known));
      }
    }
    if (const JsonValue* source = value.find("source"))
      check_topic(catalog_, field, *source, child_pointer(pointer, "source"), context_);
    if (value.find("value") == nullptr)
      return context_.add(value.place(), pointer, "\"value\" is missing");
    in_order(value, "low", "value", field, pointer);
    in_order(value, "value", "high", field, pointer);
  }

  void in_order(const JsonValue& value, const std::string& less, const std::string& more,
                const CatalogField& field, const std::string& pointer) {
    const auto low = catalog_number(value.find(less), field);
    const auto high = catalog_number(value.find(more), field);
    if (low && high && *low > *high)
      context_.add(value.find(more)->place(), child_pointer(pointer, more),
                   fmt::format("\"{}\" is less than \"{}\"", more, less));
  }

  void plain(const JsonValue& value, const CatalogField& field, const std::string& pointer) {
    const ValueFault fault = catalog_value_fault(value, field, catalog_);
    if (!fault.message.empty()) context_.add(value.place(), pointer, fault.message, fault.hint);
  }

  void refuse_kind(const JsonValue& value, const std::string& pointer, std::string_view expected) {
    context_.add(value.place(), pointer,
                 fmt::format("expected {}, found {}", expected, value.kind_name()));
  }

  const Catalog& catalog_;
  std::string_view section_;
  std::span<const CatalogField> fields_;
  ReadingContext& context_;
};

}  // namespace

void check_catalog_entry(const Catalog& catalog, std::string_view section, const JsonMember& entry,
                         ReadingContext& context) {
  if (section == "sources" && entry.value.is_text()) return;
  const std::string pointer = child_pointer(child_pointer("", section), entry.key);
  EntryChecker(catalog, section, context).check(entry, pointer);
}

}  // namespace gpuscape
