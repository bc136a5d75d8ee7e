#include "sim/catalog/check_catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog_kind.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

std::vector<std::string> keys_of(std::string_view path) {
  std::vector<std::string> keys;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('.'), path.size());
    keys.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return keys;
}

/// The first key of each field, once.
std::vector<std::string> first_keys(std::string_view section) {
  std::vector<std::string> keys;
  for (const CatalogField& field : fields_of(section)) {
    std::string key(field.path.substr(0, field.path.find_first_of(".[")));
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
  }
  return keys;
}

class SourceChecker {
 public:
  SourceChecker(const Catalog& catalog, std::string_view section, ReadingContext& context)
      : catalog_(catalog), section_(section), context_(context) {}

  void entry(const JsonValue& entry, const std::string& pointer) {
    const JsonValue* source = entry.find("source");
    const JsonValue* fields = entry.find("verified_fields");
    if (fields != nullptr) names(*fields, child_pointer(pointer, "verified_fields"), "");
    if (source == nullptr) return;
    const std::string at = child_pointer(pointer, "source");
    if (source->is_object()) return by_field(*source, at);
    check_source_list(catalog_, *source, at, context_);
    if (!source->is_array() || !claims(entry, fields)) return;
    const auto telling = std::ranges::count_if(source->items(), [&](const JsonValue& name) {
      return name.is_text() && tells(catalog_, name.text());
    });
    if (telling > 1)
      context_.add(source->place(), at,
                   fmt::format("{} sources, and it is not said which field is from which", telling),
                   R"(write "source": {"a-source": ["memory", "tdp"], "another": ["price"]})");
  }

  bool known(const std::string& source, const SourcePlace& place, const std::string& pointer) {
    if (catalog_.find("sources", source) != nullptr) return true;
    const std::string near = nearest(source, catalog_.ids("sources"));
    context_.add(place, pointer, fmt::format("unknown source \"{}\"", excerpt(source)),
                 near.empty() ? "say what it is under \"sources\""
                              : fmt::format("did you mean \"{}\"?", near));
    return false;
  }

  void topic(const CatalogField& field, const std::string& source, const SourcePlace& place,
             const std::string& pointer) {
    if (!tells(catalog_, source)) return;
    if (!holds_topic(catalog_, source, field.topic))
      return context_.add(
          place, pointer,
          fmt::format("\"{}\" has no {}: it cannot be the source of \"{}\"", excerpt(source),
                      topic_name(field.topic), field.path),
          "name the source that has it, or leave the field out: it is a guess then");
    if (field.topic == CatalogTopic::prices &&
        catalog_.find("sources", source)->find("kind")->text() == "measurement")
      context_.add(place, pointer,
                   fmt::format("\"{}\" is a measurement, and a price is not measured: it cannot be "
                               "the source of \"{}\"",
                               excerpt(source), field.path),
                   "kinds of sources for prices: datasheet (a list price), quote, publication");
  }

 private:
  static bool claims(const JsonValue& entry, const JsonValue* fields) {
    if (fields != nullptr) return !fields->items().empty();
    const JsonValue* verified = entry.find("verified");
    return verified != nullptr && verified->boolean();
  }

  void by_field(const JsonValue& sources, const std::string& pointer) {
    for (const JsonMember& source : sources.members()) {
      const std::string below = child_pointer(pointer, source.key);
      if (known(source.key, source.key_place, below)) names(source.value, below, source.key);
    }
  }

  /// Fields by name, with * for any key or index; `source` says where they are from.
  void names(const JsonValue& value, const std::string& pointer, const std::string& source) {
    if (!value.is_array()) return refuse(value, pointer, "a list of fields");
    for (const JsonValue& name : value.items()) {
      if (!name.is_text()) {
        refuse(name, pointer, "a field's name");
        continue;
      }
      const std::vector<std::string> keys = keys_of(name.text());
      const CatalogField* field = keys.empty() ? nullptr : field_along(section_, keys);
      if (field == nullptr) {
        context_.add(name.place(), pointer,
                     fmt::format("unknown field \"{}\"", excerpt(name.text())),
                     nearest_hint(keys.empty() ? "" : keys.front(), first_keys(section_)));
      } else if (!source.empty() && !field_is_around(keys)) {
        topic(*field, source, name.place(), pointer);
      }
    }
  }

  /// Whether fields on more than one topic lie below: what the source lacks of them is a guess.
  bool field_is_around(const std::vector<std::string>& keys) const {
    const CatalogField* field = field_along(section_, keys);
    return static_cast<std::size_t>(std::ranges::count(field->path, '.') +
                                    std::ranges::count(field->path, '[')) >= keys.size();
  }

  void refuse(const JsonValue& value, const std::string& pointer, std::string_view expected) {
    context_.add(value.place(), pointer,
                 fmt::format("expected {}, found {}", expected, value.kind_name()));
  }

  const Catalog& catalog_;
  std::string_view section_;
  ReadingContext& context_;
};

}  // namespace

void check_entry_sources(const Catalog& catalog, std::string_view section, const JsonValue& entry,
                         const std::string& pointer, ReadingContext& context) {
  SourceChecker(catalog, section, context).entry(entry, pointer);
}

void check_source_list(const Catalog& catalog, const JsonValue& sources, const std::string& pointer,
                       ReadingContext& context) {
  if (!sources.is_array())
    return context.add(sources.place(), pointer,
                       fmt::format("expected a list of sources, found {}", sources.kind_name()));
  for (const JsonValue& source : sources.items()) {
    if (!source.is_text()) {
      context.add(source.place(), pointer,
                  fmt::format("expected a source's key, found {}", source.kind_name()));
    } else {
      SourceChecker(catalog, "", context).known(source.text(), source.place(), pointer);
    }
  }
}

void check_topic(const Catalog& catalog, const CatalogField& field, const JsonValue& sources,
                 const std::string& pointer, ReadingContext& context) {
  for (const JsonValue& source : sources.items())
    if (source.is_text() && catalog.find("sources", source.text()) != nullptr)
      SourceChecker(catalog, "", context).topic(field, source.text(), source.place(), pointer);
}

}  // namespace gpuscape
