#include "sim/catalog/catalog_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sim/base/nearest.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"

namespace gpuscape {

namespace {

/// "3500 W" as "3500" and "W"; a text that begins with no number has no unit.
struct Written {
  std::string value;
  std::string unit;
};

bool is_quantity(CatalogType type) {
  return type >= CatalogType::bytes && type < CatalogType::table;
}

std::string scalar_text(const JsonValue& value) {
  return value.is_text() ? value.text() : write_json(value, -1);
}

Written written(const JsonValue& value, CatalogType type) {
  if (value.is_array()) {
    std::vector<std::string> items;
    for (const JsonValue& item : value.items()) {
      std::vector<std::string> pair;
      for (const JsonValue& part : item.items()) pair.push_back(scalar_text(part));
      items.push_back(item.is_array() ? fmt::format("{}", fmt::join(pair, ": "))
                                      : scalar_text(item));
    }
    return {fmt::format("{}", fmt::join(items, ", ")), ""};
  }
  std::string text = scalar_text(value);
  const std::size_t space = text.find(' ');
  if (!is_quantity(type) || space == std::string::npos) return {std::move(text), ""};
  return {text.substr(0, space), text.substr(space + 1)};
}

/// The value times a factor, to four digits; empty where the value is not a number.
std::string scaled(const std::string& value, double factor, double most) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) return "";
  return json_number(std::stod(fmt::format("{:.4g}", std::min(number * factor, most))));
}

class RowWriter {
 public:
  RowWriter(const Catalog& catalog, std::string_view section, std::string_view id)
      : catalog_(catalog), section_(section), id_(id), fields_(fields_of(section)) {}

  std::vector<CatalogRow> rows(const JsonValue& entry) {
    object(entry, "");
    return std::move(rows_);
  }

 private:
  const CatalogField* field_at(std::string_view pattern) const {
    const auto found = std::ranges::find(fields_, pattern, &CatalogField::path);
    return found == fields_.end() ? nullptr : &*found;
  }

  bool leads_on(const std::string& pattern) const {
    return std::ranges::any_of(
        fields_, [&](const CatalogField& field) { return field.path.starts_with(pattern); });
  }

  void any(const JsonValue& value, const std::string& pattern) {
    if (const CatalogField* field = field_at(pattern)) return leaf(value, *field);
    if (value.is_object()) return object(value, pattern);
    if (!value.is_array() || !leads_on(pattern + "[]")) return;
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      path_.push_back(std::to_string(i));
      any(value.items()[i], pattern + "[]");
      path_.pop_back();
    }
  }

  void object(const JsonValue& value, const std::string& pattern) {
    const bool by_name = leads_on(pattern + ".*");
    for (const JsonMember& member : value.members()) {
      path_.push_back(member.key);
      any(member.value,
          pattern.empty() ? member.key : fmt::format("{}.{}", pattern, by_name ? "*" : member.key));
      path_.pop_back();
    }
  }

  void leaf(const JsonValue& value, const CatalogField& field) {
    if (field.path == "about") return;
    const JsonValue* inner = value.find("value");
    const Written text = written(inner == nullptr ? value : *inner, field.type);
    CatalogRow row{.field = fmt::format("{}", fmt::join(path_, ".")),
                   .pattern = std::string(field.path),
                   .value = text.value,
                   .unit = text.unit,
                   .path = path_,
                   .used_by = field.used_by,
                   .type = field.type,
                   .origin = field_origin(catalog_, section_, id_, path_),
                   .low = bound(value, "low", field),
                   .high = bound(value, "high", field)};
    if (row.origin.kind == FieldKind::guess) default_range(row, field.type);
    rows_.push_back(std::move(row));
  }

  static std::string bound(const JsonValue& value, std::string_view key,
                           const CatalogField& field) {
    const JsonValue* found = value.find(key);
    return found == nullptr ? "" : written(*found, field.type).value;
  }

  static void default_range(CatalogRow& row, CatalogType type) {
    const GuessRange range = guess_range(type);
    if (range.quantity.empty()) return;
    const double most = type == CatalogType::share ? 1.0 : 1e300;
    if (row.low.empty()) row.low = scaled(row.value, range.low, most);
    if (row.high.empty()) row.high = scaled(row.value, range.high, most);
  }

  const Catalog& catalog_;
  std::string_view section_;
  std::string_view id_;
  std::span<const CatalogField> fields_;
  std::vector<std::string> path_;
  std::vector<CatalogRow> rows_;
};

}  // namespace

std::vector<CatalogRow> catalog_rows(const Catalog& catalog, std::string_view section,
                                     std::string_view id) {
  const JsonValue* entry = catalog.find(section, id);
  if (entry == nullptr) return {};
  return RowWriter(catalog, section, id).rows(*entry);
}

namespace {

/// Letters and digits alone, small: "NVIDIA H100" and "nvidia-h100" are one word.
std::string plain(std::string_view text) {
  std::string letters;
  for (const char letter : text)
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return letters;
}

std::string gpu_of(const Catalog& catalog, const std::string& node) {
  const JsonValue* entry = catalog.find("nodes", node);
  const JsonValue* gpu = entry == nullptr ? nullptr : entry->find("gpu");
  const JsonValue* model = gpu == nullptr || !gpu->is_object() ? nullptr : gpu->find("model");
  return model != nullptr && model->is_text() ? model->text() : "";
}

/// "a", "b" or "c"; of many the first.
std::string offered(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 4;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    const bool is_last = i + 1 == names.size();
    list += fmt::format("{}\"{}\"", i == 0 ? "" : is_last ? " or " : ", ", names[i]);
  }
  if (names.size() > kMost) list += fmt::format(" or {} more", names.size() - kMost);
  return fmt::format("did you mean {}?", list);
}

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kMostNames = 1000;  // lists of a file's own names may be of any length

/// "b300" of "b300-sxm": letters and the number behind them.
struct NamePart {
  std::string letters = {};
  double number = 0.0;  ///< 0: none
};

std::vector<NamePart> parts_of(std::string_view name) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::vector<NamePart> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      parts.emplace_back();
    } else if (is_digit(c)) {
      parts.back().number = parts.back().number * 10.0 + (c - '0');
    } else if (parts.back().number > 0.0) {
      while (i + 1 < name.size() && std::isalnum(static_cast<unsigned char>(name[i + 1])) != 0) ++i;
    } else {
      parts.back().letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return parts;
}

/// How unlike two names of one family are; nothing where no number follows the same letters.
std::optional<std::pair<std::size_t, double>> unlikeness(const std::vector<NamePart>& a,
                                                         const std::vector<NamePart>& b) {
  std::size_t others = 0;
  std::optional<double> apart;
  for (const NamePart& part : a) {
    const auto like = std::ranges::find_if(b, [&](const NamePart& other) {
      return other.letters == part.letters && (other.number > 0.0) == (part.number > 0.0);
    });
    if (like == b.end()) ++others;
    if (like == b.end() || part.number == 0.0 || part.letters.empty()) continue;
    const double far = std::abs(std::log(part.number / like->number));
    apart = apart ? std::min(*apart, far) : far;
  }
  if (!apart) return std::nullopt;
  return std::pair{others, *apart};
}

}  // namespace

std::string nearest_sibling(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > kLongestName) return "";
  const std::vector<NamePart> wanted = parts_of(word);
  std::optional<std::pair<std::size_t, double>> least;
  std::string result;
  for (const std::string& candidate :
       std::span(candidates).first(std::min(candidates.size(), kMostNames))) {
    const auto found = unlikeness(wanted, parts_of(candidate));
    if (!found || (least && *found >= *least)) continue;
    least = found;
    result = candidate;
  }
  return result;
}

std::string name_hint(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string sibling =
      nearest(word, candidates).empty() ? nearest_sibling(word, candidates) : "";
  return sibling.empty() ? nearest_hint(word, candidates)
                         : fmt::format("the nearest that is known here is \"{}\"", sibling);
}

std::string node_hint(const std::string& word, const std::vector<std::string>& names,
                      const Catalog& catalog) {
  constexpr std::size_t kShortest = 2;
  if (!nearest(word, names).empty()) return nearest_hint(word, names);
  const std::string wanted = plain(word);
  std::vector<std::string> found;
  if (wanted.size() >= kShortest) {
    const auto has_it = [&](const std::string& text) {
      return plain(text).find(wanted) != std::string::npos;
    };
    std::ranges::copy_if(names, std::back_inserter(found), has_it);
    if (found.empty())
      std::ranges::copy_if(catalog.ids("nodes"), std::back_inserter(found),
                           [&](const std::string& node) { return has_it(gpu_of(catalog, node)); });
  }
  if (found.empty()) {
    const std::string sibling = nearest_sibling(word, catalog.ids("nodes"));
    return sibling.empty() ? "" : fmt::format("the nearest that is known here is \"{}\"", sibling);
  }
  std::ranges::stable_sort(found, {}, &std::string::size);
  return offered(found);
}

}  // namespace gpuscape
