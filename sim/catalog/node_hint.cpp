#include "sim/catalog/node_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "sim/base/nearest.hpp"

namespace gpuscape {

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

}  // namespace

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
  if (found.empty()) return "";
  std::ranges::stable_sort(found, {}, &std::string::size);
  return offered(found);
}

}  // namespace gpuscape
