#include "sim/catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/json/member_index.hpp"
#include "sim/base/nearest.hpp"
#include "sim/catalog/catalog_settling.hpp"
#include "sim/catalog/check_catalog.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

bool is_provenance(std::string_view key) {
  return key == "source" || key == "verified" || key == "verified_fields" || key == "notes" ||
         key == "inherits";
}

JsonValue without_raw(const JsonValue& text) {
  JsonValue result = JsonValue::make_text(plain_rate(text.text()));
  result.set_place(text.place());
  return result;
}

}  // namespace

const std::vector<std::string>& catalog_sections() {
  static const std::vector<std::string> sections = [] {
    std::vector<std::string> names;
    for (const CatalogSectionFields& section : catalog_fields())
      names.emplace_back(section.section);
    return names;
  }();
  return sections;
}

std::string plain_rate(std::string_view text) {
  constexpr std::string_view kRaw = " raw";
  constexpr std::string_view kBoth = " both directions";
  std::string rest(text);
  const std::size_t end = text.ends_with(kBoth) ? text.size() - kBoth.size() : text.size();
  if (text.substr(0, end).ends_with(kRaw)) rest.erase(end - kRaw.size(), kRaw.size());
  return rest;
}

namespace {

bool is_of_another_kind(const JsonValue& base, const JsonValue& over) {
  const JsonValue* before = base.find("kind");
  const JsonValue* after = over.find("kind");
  return before != nullptr && after != nullptr && before->text() != after->text();
}

}  // namespace

void lay_over(JsonValue& base, const JsonValue& over) {
  if (!base.is_object() || !over.is_object() || over.find("value") != nullptr) {
    base = over;
    return;
  }
  std::vector<JsonMember>& members = base.members();
  members.reserve(members.size() + over.members().size());  // keeps the indexed keys in place
  const MemberIndex index(members, over.members().size());
  bool removes = false;
  for (const JsonMember& member : over.members()) {
    const std::size_t found = index.find(member.key);
    if (found == MemberIndex::kNone) {
      if (!member.value.is_null()) members.push_back(member);
    } else if (JsonValue& below = members[found].value; member.value.is_null()) {
      below = JsonValue();
      removes = true;
    } else if (!is_of_another_kind(below, member.value)) {
      lay_over(below, member.value);
    } else {
      below = member.value;
    }
  }
  if (!removes) return;
  const MemberIndex removed(over.members(), members.size());
  std::erase_if(members, [&](const JsonMember& member) {
    const std::size_t found =
        member.value.is_null() ? removed.find(member.key) : MemberIndex::kNone;
    return found != MemberIndex::kNone && over.members()[found].value.is_null();
  });
}

JsonValue plain_entry(const JsonValue& entry) {
  if (entry.is_text()) return without_raw(entry);
  if (entry.is_array()) {
    JsonValue result = JsonValue::make_array();
    result.set_place(entry.place());
    result.items().reserve(entry.items().size());
    for (const JsonValue& item : entry.items()) result.items().push_back(plain_entry(item));
    return result;
  }
  if (!entry.is_object()) return entry;
  if (const JsonValue* value = entry.find("value")) return plain_entry(*value);
  JsonValue result = JsonValue::make_object();
  result.set_place(entry.place());
  result.members().reserve(entry.members().size());
  for (const JsonMember& member : entry.members())
    if (!is_provenance(member.key))
      result.members().push_back({member.key, plain_entry(member.value), member.key_place});
  return result;
}

const JsonMember* Catalog::Section::find(const std::string& id) {
  const auto found = index.find(id);
  if (found == index.end()) return nullptr;
  read(found->second);
  return &entries[found->second];
}

void Catalog::Section::set(JsonMember entry) {
  const auto [at, is_new] = index.emplace(entry.key, entries.size());
  if (is_new) {
    entries.push_back(std::move(entry));
    unread.push_back(nullptr);
  } else {
    entries[at->second] = std::move(entry);
    unread[at->second] = nullptr;
  }
}

void Catalog::Section::set(const ShippedEntry& entry) {
  set({std::string(entry.id), JsonValue(), entry.key_place});
  unread[index.find(entry.id)->second] = &entry;
}

void Catalog::Section::read(std::size_t entry) {
  if (unread[entry] == nullptr) return;
  entries[entry].value = parse_entry(*unread[entry]);
  unread[entry] = nullptr;
}

void Catalog::Section::read_all() {
  for (std::size_t i = 0; i < entries.size(); ++i) read(i);
}

Catalog Catalog::shipped() {
  Catalog catalog;
  for (const ShippedEntry& entry : shipped_entries())
    catalog.written_[std::string(entry.section)].set(entry);
  return catalog;
}

void Catalog::read_all() {
  for (auto& [section, entries] : written_) entries.read_all();
}

const JsonValue* Catalog::find(std::string_view section, std::string_view id) const {
  const JsonValue* entry = written(section, id);
  if (entry == nullptr || entry->find("inherits") == nullptr) return entry;
  const Name name(section, id);
  const auto [settled, is_new] = settled_.try_emplace(name);
  if (is_new) {
    ReadingContext recorded_already;  // when the folder was laid; nothing is wrong with the shipped
    Settling settling{recorded_already};
    settled->second =
        settle_entry(name.first, *written_.at(name.first).find(name.second), settling);
  }
  return &settled->second;
}

const JsonValue* Catalog::written(std::string_view section, std::string_view id) const {
  const auto found = written_.find(section);
  if (found == written_.end()) return nullptr;
  const JsonMember* entry = found->second.find(std::string(id));
  return entry == nullptr ? nullptr : &entry->value;
}

std::vector<std::string> Catalog::ids(std::string_view section) const {
  std::vector<std::string> result;
  const auto found = written_.find(section);
  if (found == written_.end()) return result;
  for (const JsonMember& entry : found->second.entries) result.push_back(entry.key);
  return result;
}

void Catalog::check_own(ReadingContext& context) const {
  for (const auto& [section, entries] : written_)
    for (const JsonMember& entry : entries.entries)
      if (own_.contains({section, entry.key})) check_catalog_entry(*this, section, entry, context);
}

void Catalog::lay(JsonValue file, ReadingContext* context,
                  std::map<std::string, SourcePlace>* seen) {
  if (!file.is_object()) {
    if (context != nullptr)
      context->add(file.place(), "",
                   fmt::format("a catalogue is an object of sections, found {}", file.kind_name()));
    return;
  }
  for (JsonMember& section : file.members()) lay_section(section, context, seen);
}

void Catalog::lay_section(JsonMember& section, ReadingContext* context,
                          std::map<std::string, SourcePlace>* seen) {
  const std::string pointer = child_pointer("", section.key);
  if (context != nullptr &&
      std::ranges::find(catalog_sections(), section.key) == catalog_sections().end())
    return context->add(section.key_place, pointer,
                        fmt::format("unknown section \"{}\"", excerpt(section.key)),
                        nearest_hint(section.key, catalog_sections()));
  if (!section.value.is_object()) {
    if (context != nullptr)
      context->add(section.value.place(), pointer,
                   fmt::format("expected entries by id, found {}", section.value.kind_name()));
    return;
  }
  Section& entries = written_[section.key];
  for (JsonMember& entry : section.value.members()) {
    if (context != nullptr && !may_lie(section.key, entry, seen, *context)) continue;
    if (context != nullptr) own_.emplace(section.key, entry.key);
    entries.set(std::move(entry));
  }
}

bool Catalog::may_lie(const std::string& section, const JsonMember& entry,
                      std::map<std::string, SourcePlace>* seen, ReadingContext& context) {
  const std::string pointer = child_pointer(child_pointer("", section), entry.key);
  const bool is_source_text = section == "sources" && entry.value.is_text();
  if (entry.key.empty()) {
    context.add(entry.key_place, pointer, "an entry's id may not be empty");
    return false;
  }
  if (!entry.value.is_object() && !is_source_text) {
    context.add(entry.value.place(), pointer,
                fmt::format("an entry is an object, found {}", entry.value.kind_name()));
    return false;
  }
  if (seen == nullptr) return true;
  const auto [first, is_new] = seen->emplace(pointer, entry.key_place);
  if (is_new) return true;
  context.add(entry.key_place, pointer,
              fmt::format("\"{}\" is defined twice in this folder: also at {}:{}",
                          excerpt(entry.key), *first->second.file, first->second.line));
  return false;
}

}  // namespace gpuscape
