#include "sim/workload/node_asks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_in_either_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// Reads "(a|b)&c" as it goes.
class FeatureReader {
 public:
  FeatureReader(std::string_view text, const std::vector<std::string>& features)
      : rest_(text), features_(features) {}

  std::optional<bool> read() {
    const bool has = either(0);
    return is_broken_ || !rest_.empty() ? std::nullopt : std::optional(has);
  }

 private:
  static constexpr int kDeepest = 32;

  bool either(int depth) {
    bool any = all(depth);
    while (take('|')) any = all(depth) || any;
    return any;
  }
  bool all(int depth) {
    bool every = one(depth);
    while (take('&') || take(',')) every = one(depth) && every;
    return every;
  }
  bool one(int depth) {
    const bool round = take('(');
    if (round || take('[')) {
      is_broken_ = is_broken_ || depth >= kDeepest;
      const bool inner = !is_broken_ && either(depth + 1);
      is_broken_ = is_broken_ || !take(round ? ')' : ']');
      return inner;
    }
    const std::string_view name = rest_.substr(0, rest_.find_first_of("|&,()[]*: "));
    is_broken_ = is_broken_ || name.empty();
    rest_.remove_prefix(name.size());
    return std::ranges::find(features_, name) != features_.end();
  }
  bool take(char mark) {
    if (is_broken_ || rest_.empty() || rest_.front() != mark) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
  const std::vector<std::string>& features_;
  bool is_broken_ = false;
};

}  // namespace

std::optional<std::uint16_t> NodeAsks::intern(std::string_view gpu_models,
                                              std::string_view features, GpusFrom gpus_from) {
  return intern({std::string(gpu_models), std::string(features), gpus_from});
}

std::optional<std::uint16_t> NodeAsks::intern(const NodeAsk& ask) {
  if (ask == NodeAsk{}) return 0;
  const auto known = number_of_.find(ask);
  if (known != number_of_.end()) return known->second;
  if (asks_.size() > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  const auto number = static_cast<std::uint16_t>(asks_.size());
  asks_.push_back(ask);
  number_of_.emplace(ask, number);
  return number;
}

void ask_for_part(const GpuPartAsk& part, NodeAsk& ask, Demand& demand) {
  if (!part.any()) return;
  ask.gpu_profile = part.profile;
  ask.gpu_memory = part.memory;
  demand.gpu_milli = Demand::kWholeGpu / 2;
}

bool is_gpu_model(std::string_view asked, std::string_view model) {
  if (asked.empty() || asked.size() > model.size()) return false;
  if (!equal_in_either_case(asked, model.substr(0, asked.size()))) return false;
  return asked.size() == model.size() ||
         std::string_view("-_ ").find(model[asked.size()]) != std::string_view::npos;
}

std::optional<bool> has_features(std::string_view expression,
                                 const std::vector<std::string>& features) {
  return FeatureReader(expression, features).read();
}

NodeFacts node_facts(const std::vector<NodeGroup>& groups) {
  NodeFacts facts;
  for (const NodeGroup& group : groups) {
    facts.models = facts.models || !group.gpu_model.empty();
    facts.features = facts.features || !group.features.empty();
    facts.profiles = facts.profiles || (group.cuts != nullptr && !group.cuts->profiles.empty() &&
                                        !group.cuts->profiles.front().name.empty());
  }
  return facts;
}

std::string plain_profile_name(std::string_view name) {
  std::string plain(name.substr(name.find_last_of("/- ") + 1));
  std::ranges::transform(plain, plain.begin(), lower);
  return plain;
}

namespace {

bool has_profile(const NodeGroup& group, std::string_view name) {
  if (group.cuts == nullptr) return false;
  const std::string plain = plain_profile_name(name);
  return group.cuts->of_name(plain) ||
         std::ranges::find(group.cuts->whole, plain) != group.cuts->whole.end();
}

GpuPartOfAsk part_of_cuts(const GpuCuts& cuts, std::optional<std::uint8_t> profile) {
  if (!profile) return {.is_asked = true};
  return {.is_asked = true, .milli = cuts.profiles[*profile].milli, .profile = *profile};
}

/// What a job gets of a GPU there that asks for a profile, or for memory.
GpuPartOfAsk part_of(const NodeAsk& ask, const NodeGroup& group) {
  if (!group.shares_gpus) return {};
  if (!ask.gpu_profile.empty() && group.cuts != nullptr)
    return part_of_cuts(*group.cuts, group.cuts->of_name(plain_profile_name(ask.gpu_profile)));
  if (!(ask.gpu_memory > Bytes(0.0))) return {};
  const bool by_memory = group.cuts != nullptr && !group.cuts->profiles.empty() &&
                         group.cuts->profiles.front().memory > Bytes(0.0);
  if (by_memory) return part_of_cuts(*group.cuts, group.cuts->of_memory(ask.gpu_memory));
  if (!(group.gpu_memory > Bytes(0.0))) return {};
  // As large a part as the memory is of the GPU's.
  const double part = std::ceil(Demand::kWholeGpu * (ask.gpu_memory / group.gpu_memory));
  const auto milli = static_cast<std::uint16_t>(part < Demand::kWholeGpu ? part : 0.0);
  if (group.cuts != nullptr && milli > 0)
    return part_of_cuts(*group.cuts, group.cuts->of_size(milli));
  return {.is_asked = true, .milli = milli};
}

}  // namespace

bool will_do(const NodeAsk& ask, const NodeGroup& group, const NodeFacts& facts) {
  if (facts.features && !ask.features.empty() &&
      !has_features(ask.features, group.features).value_or(true))
    return false;
  if (facts.profiles && !ask.gpu_profile.empty() && !has_profile(group, ask.gpu_profile))
    return false;
  if (group.gpu_memory > Bytes(0.0) && ask.gpu_memory > group.gpu_memory) return false;
  if (group.cuts != nullptr && group.cuts->only_parts && ask.gpu_memory > Bytes(0.0) &&
      !group.cuts->of_memory(ask.gpu_memory))
    return false;
  if (!facts.models || ask.gpu_models.empty()) return true;
  for (std::string_view rest = ask.gpu_models; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    if (is_gpu_model(rest.substr(0, end), group.gpu_model)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::string ask_text(const NodeAsk& ask) {
  std::string text;
  if (!ask.gpu_models.empty()) text = fmt::format("GPU model {}", excerpt(ask.gpu_models));
  if (!ask.features.empty())
    text += fmt::format("{}features {}", text.empty() ? "" : ", ", excerpt(ask.features));
  if (!ask.gpu_profile.empty())
    text += fmt::format("{}GPU profile {}", text.empty() ? "" : ", ", excerpt(ask.gpu_profile));
  if (ask.gpu_memory > Bytes(0.0))
    text += fmt::format("{}{} of a GPU", text.empty() ? "" : ", ", human_text(ask.gpu_memory));
  if (ask.gpus_from != GpusFrom::anywhere)
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        ask.gpus_from == GpusFrom::lent ? "lent GPUs" : "GPUs of its own nodes");
  return text;
}

bool will_do(GpusFrom from, const Platform& platform, std::size_t group) {
  if (from == GpusFrom::anywhere) return true;
  const Lending* lending = platform.lending();
  return (lending != nullptr && lending->is_server(group)) == (from == GpusFrom::lent);
}

void resolve_asks(const NodeAsks& asks, Platform& platform) {
  if (asks.empty()) return;
  const NodeFacts facts = node_facts(platform.groups());
  for (std::size_t group = 0; group < platform.groups().size(); ++group) {
    std::vector<bool> serves(asks.size());
    std::vector<GpuPartOfAsk> parts(asks.size());
    for (std::size_t i = 0; i < asks.size(); ++i) {
      const NodeAsk& ask = asks[static_cast<std::uint16_t>(i)];
      serves[i] =
          will_do(ask, platform.groups()[group], facts) && will_do(ask.gpus_from, platform, group);
      parts[i] = part_of(ask, platform.groups()[group]);
    }
    platform.set_serves(group, std::move(serves), std::move(parts));
  }
}

}  // namespace gpuscape
