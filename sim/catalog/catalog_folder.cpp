/// Catalogues of the user's: reading folders, and entries that inherit.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/json/json_size.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/catalog/catalog_settling.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostInherited = 20;

/// The folder's *.json by name; why there are none, or an empty text.
std::string list_files(const std::string& folder, std::vector<fs::path>& files) {
  std::error_code error;
  if (const std::string fault = folder_fault(folder); !fault.empty())
    return fmt::format("{} {}", excerpt(folder, 200), fault);
  if (!fs::exists(folder, error)) return fmt::format("no such folder: {}", excerpt(folder, 200));
  if (!fs::is_directory(folder, error))
    return fmt::format("{} is a file, not a folder", excerpt(folder, 200));
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".json" && at->is_regular_file(error))
      files.push_back(at->path());
  if (error) return fmt::format("cannot read {}: {}", excerpt(folder, 200), error.message());
  if (files.empty()) return fmt::format("{} contains no .json file", excerpt(folder, 200));
  if (files.size() > kMostFiles)
    return fmt::format("{} holds {} files: too many for a catalogue", excerpt(folder, 200),
                       files.size());
  std::ranges::sort(files);
  return {};
}

}  // namespace

void Catalog::overlay(const std::string& folder, const SourcePlace& place, std::string_view pointer,
                      ReadingContext& context) {
  std::vector<fs::path> files;
  const std::string fault = list_files(folder, files);
  if (!fault.empty()) return context.add(place, pointer, fault);
  read_all();
  std::map<std::string, SourcePlace> seen;
  for (const fs::path& file : files) read_file(file.string(), seen, context);
  settle(context);
}

void Catalog::read_file(const std::string& path, std::map<std::string, SourcePlace>& seen,
                        ReadingContext& context) {
  std::string fault;
  const auto text = read_input(path, kMostFileBytes, fault);
  if (!text) {
    context.add({std::make_shared<const std::string>(path), 0, 0}, "", fault);
    return;
  }
  try {
    lay(parse_json(*text, path), &context, &seen);
  } catch (const ScenarioError& error) {
    context.add(error.issues());
  }
}

void Catalog::overlay_text(std::string_view text, const std::string& file,
                           ReadingContext& context) {
  read_all();
  try {
    lay(parse_json(text, file), &context, nullptr);
  } catch (const ScenarioError& fault) {
    return context.add(fault.issues());
  }
  settle(context);
}

/// All entries that inherit, to find what is wrong with any of them.
void Catalog::settle(ReadingContext& context) {
  settled_.clear();
  Settling settling{context};
  for (const auto& [section, entries] : written_)
    for (const JsonMember& entry : entries.entries) {
      const JsonValue* inherits = entry.value.find("inherits");
      if (inherits == nullptr) continue;
      settled_.insert_or_assign(Name(section, entry.key), settle_entry(section, entry, settling));
      if (settling.values <= kMostJsonValues) continue;
      return context.add(
          inherits->place(),
          child_pointer(child_pointer(child_pointer("", section), entry.key), "inherits"),
          fmt::format("with all that they inherit, the entries up to this one hold more than {} "
                      "values",
                      human_count(kMostJsonValues)),
          "let fewer entries inherit, or smaller ones");
    }
}

JsonValue Catalog::settle_entry(const std::string& section, const JsonMember& entry,
                                Settling& settling) const {
  settling.values += values_in(entry.value);
  if (settling.values > kMostJsonValues) return {};  // a fault, which `settle` records
  const JsonMember* base = base_of(section, entry, settling);
  if (base == nullptr) return entry.value;
  settling.under_way.push_back(&entry);
  JsonValue whole = settle_entry(section, *base, settling);
  settling.under_way.pop_back();
  lay_over(whole, entry.value);
  whole.set_place(entry.value.place());
  return whole;
}

/// What the entry inherits, or null; records why there is none where one is named.
const JsonMember* Catalog::base_of(const std::string& section, const JsonMember& entry,
                                   Settling& settling) const {
  const JsonValue* name = entry.value.find("inherits");
  if (name == nullptr) return nullptr;
  const std::string pointer =
      child_pointer(child_pointer(child_pointer("", section), entry.key), "inherits");
  const auto refuse = [&](std::string message, std::string hint = "") {
    settling.context.add(name->place(), pointer, std::move(message), std::move(hint));
    return nullptr;
  };
  if (!name->is_text()) return refuse(fmt::format("expected an id, found {}", name->kind_name()));
  const JsonMember* base = written_.at(section).find(name->text());
  if (base == nullptr)
    return refuse(fmt::format("unknown entry \"{}\" in {}", excerpt(name->text()), section),
                  settling.context.issue_count() < kMostHinted
                      ? nearest_hint(name->text(), ids(section))
                      : "");
  if (base == &entry || std::ranges::find(settling.under_way, base) != settling.under_way.end())
    return refuse(fmt::format("\"{}\" inherits from itself", excerpt(name->text())));
  if (settling.under_way.size() >= kMostInherited)
    return refuse(fmt::format("more than {} entries inherit one another", kMostInherited));
  return base;
}

}  // namespace gpuscape
