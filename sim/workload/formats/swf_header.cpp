#include "sim/workload/formats/swf_header.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "sim/workload/rows/row_reader.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kStandard = 18;
constexpr std::size_t kMostFields = 200;
constexpr std::size_t kMostLines = 500;
constexpr std::size_t kAllocated = 4;

/// The value behind "Key:" at the beginning of a comment.
std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  return trimmed(text.substr(at + key.size()));
}

/// "9408 (in two halves)": 9408.
std::optional<std::int64_t> size_of(std::string_view text, std::string_view key) {
  const auto value = value_of(text, key);
  if (!value) return std::nullopt;
  const std::size_t digits = std::min(value->find_first_not_of("0123456789"), value->size());
  const auto size = integer_text(value->substr(0, digits));
  return size && *size > 0 ? size : std::nullopt;
}

std::string small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

/// What stands between characters that are neither letters nor digits.
std::vector<std::string_view> words_of(std::string_view text) {
  const auto in_word = [](unsigned char c) { return std::isalnum(c) != 0; };
  std::vector<std::string_view> words;
  while (true) {
    const auto* const begin = std::ranges::find_if(text, in_word);
    if (begin == text.end()) return words;
    const auto* const end = std::find_if_not(begin, text.end(), in_word);
    words.emplace_back(begin, static_cast<std::size_t>(end - begin));
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  }
}

bool has_word(std::string_view text, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(words_of(text), [&](std::string_view word) {
    return std::ranges::find(wanted, word) != wanted.end();
  });
}

SwfMeaning meaning_of(std::string_view text) {
  SwfMeaning meaning;
  meaning.gpus = has_word(text, {"gpu", "gpus", "ngpus", "gcd", "gcds", "accelerators"});
  meaning.nodes = has_word(text, {"node", "nodes", "nnodes", "hosts"});
  meaning.cores = has_word(text, {"core", "cores", "cpu", "cpus", "ncpus", "processors", "procs"});
  return meaning;
}

/// What was asked for stands behind what was used.
bool is_request(std::string_view name) {
  return has_word(name, {"req", "requested", "required", "wanted"});
}

bool counts_something_else(std::string_view name) {
  return has_word(name, {"time", "energy", "power", "memory", "mem", "ram", "hours", "seconds",
                         "util", "utilization", "utilisation", "type", "list", "names", "id"});
}

}  // namespace

void SwfHeader::add(std::string_view comment) {
  const std::size_t begin = std::min(comment.find_first_not_of("; \t"), comment.size());
  const std::string_view text = trimmed(comment.substr(begin));
  const auto start = value_of(text, "UnixStartTime:");
  if (start && !unix_start_) {
    const std::optional<double> seconds = number_text(*start);
    if (seconds && *seconds > 0.0 && *seconds < kLongestSeconds.value())
      unix_start_ = Seconds(*seconds);
  }
  if (!max_nodes_) max_nodes_ = size_of(text, "MaxNodes:");
  if (!max_processors_) max_processors_ = size_of(text, "MaxProcs:");
  if (!max_gpus_) max_gpus_ = size_of(text, "MaxGPUs:");
  add_listed(text);
}

/// "18: used_GPUs (sum over nodes)", "19 - used GPUs", "Field 19. Used GPUs -- sum over nodes".
void SwfHeader::add_listed(std::string_view text) {
  if (listed_.size() + lines_.size() >= kMostLines) return;
  std::string small = small_letters(text);
  std::string_view rest = small;
  for (const std::string_view lead : {"field", "column"})
    if (rest.starts_with(lead)) rest = trimmed(rest.substr(lead.size()));
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const auto number = integer_text(rest.substr(0, digits));
  if (!number || *number >= static_cast<std::int64_t>(kMostFields)) {
    lines_.push_back(std::move(small));
    return;
  }
  rest.remove_prefix(std::min(rest.find_first_not_of(":.)-= \t", digits), rest.size()));
  if (rest.empty() || std::isalpha(static_cast<unsigned char>(rest.front())) == 0) return;
  std::size_t end = rest.size();
  for (const std::string_view mark : {"(", "--", "  ", "\t", ":", ","})
    end = std::min(end, rest.find(mark));
  listed_.push_back({static_cast<std::size_t>(*number), std::string(trimmed(rest.substr(0, end))),
                     std::string(rest.substr(end))});
}

std::vector<SwfHeader::Listed> SwfHeader::listed_by_field(std::size_t count) const {
  for (const std::string& line : lines_) {
    std::vector<Listed> named;
    for (std::string_view rest = line; !trimmed(rest).empty();) {
      rest = trimmed(rest);
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      named.push_back({named.size(), std::string(rest.substr(0, end)), ""});
      rest.remove_prefix(end);
    }
    if (named.size() == count && has_word(named.front().name, {"id", "job", "jobid", "number"}))
      return named;
  }
  if (listed_.empty()) return {};
  const std::size_t last = std::ranges::max(listed_, {}, &Listed::number).number;
  const bool from_zero =
      std::ranges::find(listed_, 0U, &Listed::number) != listed_.end() ||
      (last + 1 == count && std::ranges::find(listed_, 1U, &Listed::number) == listed_.end());
  std::vector<Listed> named = listed_;
  if (from_zero) return named;
  for (Listed& field : named) --field.number;
  return named;
}

SwfFields SwfHeader::fields(std::size_t count) const {
  SwfFields fields;
  fields.names.resize(count);
  for (const Listed& field : listed_by_field(count)) {
    if (field.number >= count || !fields.names[field.number].empty()) continue;
    fields.names[field.number] = field.name;
    if (field.number == kAllocated) fields.allocated = meaning_of(field.name + " " + field.note);
  }
  const auto choose = [&](std::optional<std::size_t>& role, std::size_t i) {
    const bool better = !role || (is_request(fields.names[*role]) && !is_request(fields.names[i]));
    if (better) role = i;
  };
  for (std::size_t i = kStandard; i < count; ++i) {
    const SwfMeaning meaning = meaning_of(fields.names[i]);
    const bool amount = !counts_something_else(fields.names[i]);
    if (amount && meaning.gpus) choose(fields.gpus, i);
    if (amount && meaning.nodes && !meaning.gpus) choose(fields.nodes, i);
    if (has_word(fields.names[i], {"properties"})) choose(fields.properties, i);
  }
  for (std::size_t i = kStandard; i < count; ++i) {
    const bool read = i == fields.gpus || i == fields.nodes || i == fields.properties;
    if (!read) fields.passed_over.push_back(fields.names[i]);
  }
  return fields;
}

}  // namespace gpuscape
