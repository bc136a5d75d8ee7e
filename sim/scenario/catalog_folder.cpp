/// Catalogues of the user's: reading folders, and entries that inherit.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/scenario/catalog.hpp"
#include "sim/scenario/json_pointer.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{64} << 20U;
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostInherited = 20;

/// The folder's *.json by name; why there are none, or an empty text.
std::string list_files(const std::string& folder, std::vector<fs::path>& files) {
  std::error_code error;
  if (!fs::exists(folder, error)) return fmt::format("there is no folder {}", excerpt(folder, 200));
  if (!fs::is_directory(folder, error))
    return fmt::format("{} is a file, not a folder", excerpt(folder, 200));
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".json" && at->is_regular_file(error))
      files.push_back(at->path());
  if (error) return fmt::format("cannot read {}: {}", excerpt(folder, 200), error.message());
  if (files.empty()) return fmt::format("{} holds no .json file", excerpt(folder, 200));
  if (files.size() > kMostFiles)
    return fmt::format("{} holds {} files: this is no catalogue", excerpt(folder, 200),
                       files.size());
  std::ranges::sort(files);
  return {};
}

}  // namespace

struct Catalog::Settling {
  ReadingContext& context;
  std::vector<const JsonMember*> under_way = {};
};

void Catalog::overlay(const std::string& folder, const SourcePlace& place, std::string_view pointer,
                      ReadingContext& context) {
  std::vector<fs::path> files;
  const std::string fault = list_files(folder, files);
  if (!fault.empty()) return context.add(place, pointer, fault);
  std::map<std::string, SourcePlace> seen;
  for (const fs::path& file : files) {
    if (read_file(file.string(), seen, context)) continue;
    context.add(place, pointer, fmt::format("cannot read {}", excerpt(file.string(), 200)));
  }
  settle(context);
}

bool Catalog::read_file(const std::string& path, std::map<std::string, SourcePlace>& seen,
                        ReadingContext& context) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error || bytes > kMostBytes) return false;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return false;
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) return false;
  try {
    lay(parse_json(text, path), &context, &seen);
  } catch (const ScenarioError& fault) {
    context.add(fault.issues());
  }
  return true;
}

void Catalog::overlay_text(std::string_view text, const std::string& file,
                           ReadingContext& context) {
  try {
    lay(parse_json(text, file), &context, nullptr);
  } catch (const ScenarioError& fault) {
    return context.add(fault.issues());
  }
  settle(context);
}

void Catalog::settle(ReadingContext& context) {
  settled_.clear();
  Settling settling{context};
  for (const auto& [section, entries] : written_)
    for (const JsonMember& entry : entries.entries)
      if (entry.value.find("inherits") != nullptr)
        settled_[section].set({entry.key, settle_entry(section, entry, settling), entry.key_place});
}

JsonValue Catalog::settle_entry(const std::string& section, const JsonMember& entry,
                                Settling& settling) {
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
    return refuse(fmt::format("there is no \"{}\" in {}", excerpt(name->text()), section),
                  nearest_hint(name->text(), ids(section)));
  if (base == &entry || std::ranges::find(settling.under_way, base) != settling.under_way.end())
    return refuse(fmt::format("\"{}\" inherits from itself", excerpt(name->text())));
  if (settling.under_way.size() >= kMostInherited)
    return refuse(fmt::format("more than {} entries inherit one another", kMostInherited));
  return base;
}

}  // namespace gpuscape
