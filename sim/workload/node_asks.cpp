#include "sim/workload/node_asks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/base/excerpt.hpp"

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
  if (gpu_models.empty() && features.empty() && gpus_from == GpusFrom::anywhere) return 0;
  NodeAsk ask{std::string(gpu_models), std::string(features), gpus_from};
  const auto known = number_of_.find(ask);
  if (known != number_of_.end()) return known->second;
  if (asks_.size() > std::numeric_limits<std::uint16_t>::max()) return std::nullopt;
  const auto number = static_cast<std::uint16_t>(asks_.size());
  asks_.push_back(ask);
  number_of_.emplace(std::move(ask), number);
  return number;
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
  }
  return facts;
}

bool will_do(const NodeAsk& ask, const NodeGroup& group, const NodeFacts& facts) {
  if (facts.features && !ask.features.empty() &&
      !has_features(ask.features, group.features).value_or(true))
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
    for (std::size_t i = 0; i < asks.size(); ++i) {
      const NodeAsk& ask = asks[static_cast<std::uint16_t>(i)];
      serves[i] =
          will_do(ask, platform.groups()[group], facts) && will_do(ask.gpus_from, platform, group);
    }
    platform.set_serves(group, std::move(serves));
  }
}

}  // namespace gpuscape
