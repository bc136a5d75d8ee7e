#include <fmt/format.h>

#include <array>

#include "sim/base/units/unit_text.hpp"
#include "sim/validation/predict_composite.hpp"

namespace gpuscape {

namespace {

/// What of a row's parts a reader wants to see, and how it is said; in that order.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kParts = {{
    {"pieces", "{} pieces"},
    {"overlap", "overlap {}"},
    {"blocks", "blocks of {} B"},
    {"calls", "{} calls"},
    {"synchronisations", "{} synchronisations"},
}};

}  // namespace

std::string composite_name(const Measurement& composite) {
  const LawKey& key = composite.key;
  std::string name = key.operation;
  if (!key.path.empty()) name += " " + key.path;
  if (composite.bytes > Bytes(0.0)) name += ", " + exact_text(composite.bytes);
  const bool ring = key.operation == "ring-all-reduce";
  if (key.streams > 0) name += fmt::format(", {} {}", key.streams, ring ? "processes" : "readers");
  if (key.depth > 0) name += fmt::format(", depth {}", key.depth);
  for (const auto& [part, text] : kParts)
    if (const auto found = key.more.find(std::string(part)); found != key.more.end())
      name += ", " + fmt::format(fmt::runtime(text), found->second);
  return name;
}

}  // namespace gpuscape
