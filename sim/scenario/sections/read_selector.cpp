#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

namespace {

using Item = std::pair<const JsonValue*, std::string>;

constexpr std::string_view kTexts = "; * is any text, ? any character, a leading ! negates";

TextPatterns read_patterns(ObjectReader& reader, std::string_view key, std::string_view doc) {
  TextPatterns patterns;
  for (const auto& [value, pointer] :
       reader.values(key, FieldType::texts, fmt::format("{}{}.", doc, kTexts))) {
    std::string_view text = value->text();
    const bool negated = text.starts_with('!');
    if (negated) text.remove_prefix(1);
    if (text.empty())
      reader.context().add(value->place(), pointer, "an empty text selects nothing",
                           negated ? "\"!\" goes before what to exclude" : "\"*\" is any text");
    patterns.push_back({std::string(text), negated});
  }
  return patterns;
}

TextPatterns read_states(ObjectReader& reader) {
  static const std::vector<std::string> kStates = {"completed",     "failed",      "cancelled",
                                                   "timed-out",     "node-failed", "preempted",
                                                   "out-of-memory", "running",     "pending"};
  TextPatterns states;
  for (const auto& [value, pointer] :
       reader.values("state", FieldType::texts,
                     fmt::format("How it ended in its log: {}; a leading ! negates.",
                                 fmt::join(kStates, ", ")))) {
    const bool negated = value->text().starts_with('!');
    const std::string name = value->text().substr(negated ? 1 : 0);
    if (std::ranges::find(kStates, name) == kStates.end())
      reader.context().add(value->place(), pointer,
                           fmt::format("unknown state \"{}\"", excerpt(name)),
                           nearest_hint(name, kStates));
    states.push_back({name, negated});
  }
  return states;
}

/// An integer from 0 on that fills the text.
std::optional<std::int64_t> whole(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// "8", ">= 8", "> 8", "<= 4", "< 4", "2..8".
std::optional<CountRange> range_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots != std::string_view::npos) {
    const auto least = whole(text.substr(0, dots));
    const auto most = whole(text.substr(dots + 2));
    if (!least || !most || *most < *least) return std::nullopt;
    return CountRange{*least, *most};
  }
  const std::size_t signs = text.starts_with(">=") || text.starts_with("<=") ? 2
                            : text.starts_with('>') || text.starts_with('<') ? 1
                                                                             : 0;
  const auto number = whole(text.substr(signs));
  if (!number) return std::nullopt;
  if (signs == 0) return CountRange{*number, *number};
  const std::int64_t beyond = signs == 1 ? 1 : 0;
  if (text.starts_with('>'))
    return *number > CountRange{}.most - beyond ? std::nullopt
                                                : std::optional(CountRange{*number + beyond});
  return *number < beyond ? std::nullopt : std::optional(CountRange{0, *number - beyond});
}

std::vector<CountRange> read_ranges(ObjectReader& reader) {
  std::vector<CountRange> ranges;
  for (const auto& [value, pointer] :
       reader.values("gpus", FieldType::ranges,
                     "How many GPUs it asks for: a number, \">= 8\", \"< 4\", \"2..8\".")) {
    const bool number = value->kind() == JsonValue::Kind::integer && value->integer() >= 0;
    const auto range = number             ? CountRange{value->integer(), value->integer()}
                       : value->is_text() ? range_of(value->text())
                                          : std::nullopt;
    if (range) {
      ranges.push_back(*range);
      continue;
    }
    reader.context().add(
        value->place(), pointer,
        fmt::format("{} is neither a number of GPUs nor a range", excerpt(write_json(*value, -1))),
        R"(for example 8, ">= 8", "< 4" or "2..8")");
  }
  return ranges;
}

SelectorSpec read_selector(ObjectReader& reader, SelectorScope scope) {
  SelectorSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.account = read_patterns(reader, "account", "The group or project that it counts for");
  spec.user = read_patterns(reader, "user", "Who sent it");
  spec.partition = read_patterns(reader, "partition", "The partition or queue");
  spec.qos = read_patterns(reader, "qos", "Quality of service");
  spec.gpus = read_ranges(reader);
  if (scope != SelectorScope::jobs) {
    spec.job_name = read_patterns(reader, "job_name", "Name of the job");
    spec.state = read_states(reader);
  }
  if (scope == SelectorScope::row) return spec;
  if (const auto kind = reader.optional_one_of("kind", {"batch", "interactive"},
                                               "What the stream's `applications` say that it is."))
    spec.interactive = *kind == "interactive";
  return spec;
}

}  // namespace

std::optional<SelectorSpec> read_where(ObjectReader& reader, std::string_view doc,
                                       SelectorScope scope) {
  std::optional<SelectorSpec> spec;
  reader.optional_object("where", doc, [&](ObjectReader& r) { spec = read_selector(r, scope); });
  return spec;
}

}  // namespace gpuscape
