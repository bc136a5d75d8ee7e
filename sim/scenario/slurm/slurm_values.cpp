#include "sim/scenario/slurm/slurm_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/gpu_instance.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/slurm/slurm_hostlist.hpp"

namespace gpuscape {

namespace {

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !(number >= 0))
    return std::nullopt;
  return number;
}

bool is_unbounded(std::string_view value) {
  constexpr std::array<std::string_view, 4> kWords{"UNLIMITED", "INFINITE", "infinite", "NO"};
  return std::ranges::find(kWords, value) != kWords.end();
}

/// "1-02:03:04", "02:03:04", "03:04" (minutes and seconds), "30" (minutes), "300 sec".
std::optional<double> slurm_seconds(std::string_view text) {
  constexpr std::int64_t kMost = 100'000'000'000;
  for (const auto& [unit, seconds] : {std::pair{" sec", 1}, {" min", 60}}) {
    if (!text.ends_with(unit)) continue;
    const auto number = whole_number<std::int64_t>(text.substr(0, text.size() - 4));
    return number && *number < kMost ? std::optional(static_cast<double>(*number * seconds))
                                     : std::nullopt;
  }
  std::int64_t days = 0;
  const std::size_t dash = text.find('-');
  if (dash != std::string_view::npos) {
    const auto number = whole_number<std::int64_t>(text.substr(0, dash));
    if (!number || *number > kMost) return std::nullopt;
    days = *number;
    text.remove_prefix(dash + 1);
  }
  const auto colons = std::ranges::count(text, ':');
  if (colons > 2) return std::nullopt;
  double seconds = 0.0;
  while (true) {
    const std::size_t colon = text.find(':');
    const auto part = whole_number<std::int64_t>(text.substr(0, colon));
    if (!part || *part > kMost) return std::nullopt;
    seconds = 60.0 * seconds + static_cast<double>(*part);
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  // Behind days stand hours first; without colons stand minutes, or hours.
  if (dash != std::string_view::npos)
    seconds *= colons == 0 ? 3600.0 : colons == 1 ? 60.0 : 1.0;
  else if (colons == 0)
    seconds *= 60.0;
  return 86400.0 * static_cast<double>(days) + seconds;
}

/// Without what stands in parentheses: "gpu:4(S:0-1)".
std::string without_details(std::string_view text) {
  std::string result;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) result += c;
    if (c == ')' && depth > 0) --depth;
  }
  return result;
}

}  // namespace

std::vector<std::string> slurm_words(std::string_view text, char mark) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t first = word.find_first_not_of(' ');
    if (first != std::string_view::npos)
      words.emplace_back(word.substr(first, word.find_last_not_of(' ') - first + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

void SlurmValues::fault(const SlurmField& field, std::string message, std::string hint) {
  context_.add(field.place, "", std::move(message), std::move(hint));
}

void SlurmValues::fault(const SlurmRecord& record, std::string message, std::string hint) {
  context_.add(record.place, "", std::move(message), std::move(hint));
}

std::optional<Seconds> SlurmValues::time(const SlurmField* field) {
  constexpr double kMost = 3.0e12;  // what a scenario's times may be
  if (field == nullptr || is_unbounded(field->value)) return std::nullopt;
  const auto seconds = slurm_seconds(field->value);
  if (seconds && *seconds < kMost) return Seconds(*seconds);
  fault(*field, fmt::format("{} is not a time: \"{}\"", excerpt(field->key), excerpt(field->value)),
        "Slurm writes days-hours:minutes:seconds, for example 7-00:00:00");
  return std::nullopt;
}

std::optional<std::int64_t> SlurmValues::count(const SlurmField* field) {
  constexpr std::int64_t kMost = 1'000'000'000'000;
  if (field == nullptr || is_unbounded(field->value)) return std::nullopt;
  const auto number = whole_number<std::int64_t>(field->value);
  if (number && *number <= kMost) return number;
  fault(*field,
        fmt::format("{} is not an integer: \"{}\"", excerpt(field->key), excerpt(field->value)));
  return std::nullopt;
}

std::optional<double> SlurmValues::number(const SlurmField* field) {
  if (field == nullptr || is_unbounded(field->value)) return std::nullopt;
  const auto number = whole_number<double>(field->value);
  if (number && *number <= 1e12) return number;
  fault(*field, fmt::format("{} is not a non-negative number: \"{}\"", excerpt(field->key),
                            excerpt(field->value)));
  return std::nullopt;
}

SlurmValues::Tres SlurmValues::tres(const SlurmField* field, bool cores) {
  Tres found;
  if (field == nullptr) return found;
  constexpr std::int64_t kMostAmount = 1'000'000'000'000;  // of GPU-minutes
  std::optional<std::int64_t> all;
  std::optional<std::int64_t> of_types;
  for (const std::string& item : slurm_words(field->value, ',')) {
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals);
    const auto amount = equals == std::string::npos
                            ? std::nullopt
                            : whole_number<std::int64_t>(std::string_view(item).substr(equals + 1));
    const bool typed = name.starts_with("gres/gpu:");
    const bool of_cores = cores && name == "cpu";
    if (name != "gres/gpu" && !typed && !of_cores) {
      leave_out(fmt::format("{} of {}", excerpt(field->key), excerpt(name)));
    } else if (!amount || *amount > kMostAmount) {
      fault(*field, fmt::format("{} is not an amount: \"{}\"", excerpt(field->key), excerpt(item)));
    } else if (of_cores) {
      found.cores = amount;
    } else if (typed) {
      add_typed(*field, item, of_types, *amount);
    } else {
      all = amount;
    }
  }
  if (all && of_types) leave_out(fmt::format("{} of GPUs of one type", excerpt(field->key)));
  found.gpus = all ? all : of_types;
  return found;
}

/// A limit on one type of GPU holds for all GPUs where there are no others.
void SlurmValues::add_typed(const SlurmField& field, const std::string& item,
                            std::optional<std::int64_t>& sum, std::int64_t amount) {
  constexpr std::size_t kPrefix = std::string_view("gres/gpu:").size();
  const std::string type = item.substr(kPrefix, item.find('=') - kPrefix);
  const bool others =
      std::ranges::any_of(gpu_types_, [&](const std::string& known) { return known != type; });
  if (others && gpu_types_ != std::set<std::string>{""})
    leave_out(fmt::format("{} of {} (the cluster has other GPUs too)", excerpt(field.key),
                          excerpt(item)));
  else
    sum = sum.value_or(0) + amount;
}

SlurmValues::Gpus SlurmValues::gpus_of_gres(const SlurmField* field) {
  Gpus gpus;
  if (field == nullptr) return gpus;
  std::set<std::string> types;
  for (const std::string& item : slurm_words(without_details(field->value), ',')) {
    const std::vector<std::string> parts = slurm_words(item, ':');
    if (parts.empty() || parts.front() != "gpu") {
      leave_out(fmt::format("Gres {}", parts.empty() ? "" : excerpt(parts.front())));
      continue;
    }
    const bool typed = parts.size() > 1 && !whole_number<std::int64_t>(parts[1]);
    const std::int64_t amount =
        parts.size() < 2 ? 1 : whole_number<std::int64_t>(parts.back()).value_or(1025);
    const auto part = typed ? gpu_instance_thousandths(parts[1]) : std::nullopt;
    if (amount > 1024)
      fault(*field, fmt::format("Gres tells no number of GPUs: \"{}\"", excerpt(item)),
            "for example gpu:8 or gpu:a100:8");
    (part ? gpus.instances : gpus.whole) += amount > 1024 ? 0 : amount;
    if (part) gpus.thousandths += amount * *part;
    if (typed && !part) types.insert(parts[1]);
  }
  if (types.size() > 1) leave_out("types of GPUs where a node has several");
  if (types.size() == 1) gpus.type = *types.begin();
  return gpus;
}

std::vector<std::string> SlurmValues::hosts(const SlurmField* field) {
  if (field == nullptr) return {};
  auto names = expand_hostlist(field->value);
  if (names && names->size() <= names_left_) {
    names_left_ -= names->size();
    return std::move(*names);
  }
  if (names) {
    fault(*field, fmt::format("with these, the lists of nodes hold more than {} names",
                              human_count(kMostListedNames)));
    names_left_ = 0;
    return {};
  }
  fault(*field,
        fmt::format("{} is not a list of nodes, or names more than a million: \"{}\"",
                    excerpt(field->key), excerpt(field->value)),
        "for example n[1-4,7]");
  return {};
}

void SlurmValues::leave_out(std::string what) {
  if (known_left_out_.insert(what).second) left_out_.push_back(std::move(what));
}

void SlurmValues::leave_out_others(const SlurmRecord& record, std::string_view owner,
                                   std::span<const SlurmInert> others) {
  for (const SlurmInert& inert : others) {
    const SlurmField* field = record.find(inert.key);
    if (field != nullptr && field->value != inert.value)
      leave_out(fmt::format("{} {}={}", excerpt(owner), inert.key, excerpt(field->value)));
  }
}

bool SlurmValues::has(const SlurmRecord& record, std::string_view key) {
  if (!record.value(key).empty()) return true;
  fault(record, fmt::format("{} is missing", key));
  return false;
}

JsonValue& put(JsonValue& object, MemberPlaces& places, const std::string& key, JsonValue value) {
  std::vector<JsonMember>& members = object.members();
  const auto [at, added] = places.try_emplace(key, members.size());
  if (!added) return members[at->second].value = std::move(value);
  const SourcePlace place = value.place();
  return members.emplace_back(JsonMember{key, std::move(value), place}).value;
}

std::vector<std::string> SlurmValues::take_notes() {
  constexpr std::size_t kMostNamed = 40;
  std::vector<std::string> result = std::move(notes_);
  if (left_out_.size() > kMostNamed) {
    const std::size_t more = left_out_.size() - kMostNamed;
    left_out_.resize(kMostNamed);
    left_out_.push_back(fmt::format("{} more", more));
  }
  if (!left_out_.empty())
    result.push_back(fmt::format("Slurm's settings not modelled: {}", fmt::join(left_out_, ", ")));
  return result;
}

JsonValue json_at(JsonValue value, const SourcePlace& place) {
  value.set_place(place);
  return value;
}

JsonValue json_text(std::string text, const SourcePlace& place) {
  return json_at(JsonValue::make_text(std::move(text)), place);
}

JsonValue json_object(const SourcePlace& place) { return json_at(JsonValue::make_object(), place); }

}  // namespace gpuscape
